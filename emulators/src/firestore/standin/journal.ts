import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Database, Databases } from "./engine.js";
import { isRecord } from "../../http/body.js";
import type { Value } from "./wire.js";

/** Each line is a document's newest state, or its deletion if it has no fields. */
const fileName = "documents.ndjson";

/**
 * Records every change in an append-only file, so that a killed process loses nothing. The file is compacted
 * when opened.
 */
export class Journal {
  readonly #file: string | undefined;

  constructor(directory: string | undefined) {
    if (!directory) return;
    mkdirSync(directory, { recursive: true });
    this.#file = path.join(directory, fileName);
  }

  /** Records the current state of documents that were written. */
  record(database: Database, names: readonly string[]): void {
    if (!this.#file || names.length === 0) return;
    const lines = [...new Set(names)].map((name) => lineOf(database, database.relative(name)));
    appendFileSync(this.#file, lines.join(""));
  }

  /** Fills the databases from the file, then rewrites it with the documents that still exist. */
  restore(databases: Databases): void {
    if (!this.#file || !existsSync(this.#file)) return;
    const newest = new Map<string, string>();
    for (const text of readFileSync(this.#file, "utf8").split("\n")) {
      const line = fromLine(text);
      if (line) newest.set(`${line.database}\n${line.path}`, text);
    }
    for (const [key, text] of newest) {
      const line = fromLine(text);
      if (!line?.fields) {
        newest.delete(key);
        continue;
      }
      const database = databases.of(line.database);
      const data = database.serializer.decodeValue({ mapValue: { fields: line.fields } });
      database.controller.database.setDocument(line.path, data as Record<string, unknown>);
    }
    writeFileSync(`${this.#file}.new`, [...newest.values()].map((text) => `${text}\n`).join(""));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function lineOf(database: Database, documentPath: string): string {
  const { data } = database.controller.database.getDocument(documentPath);
  const fields = data ? database.serializer.encodeFields(data) : undefined;
  return `${toLine({ database: database.name, path: documentPath, fields })}\n`;
}

interface JournalLine {
  readonly database: string;
  readonly path: string;
  readonly fields?: Record<string, Value>;
}

/**
 * JSON with wire values, so that timestamps, references and points keep their types. Bytes and numbers that
 * JSON lacks are marked. The keys `$bytes` and `$number` can't clash with others, because they are in a place
 * where a wire value has its kind.
 */
const toLine = (line: JournalLine): string =>
  JSON.stringify(line, (_key, value: unknown) => {
    if (isRecord(value) && value["type"] === "Buffer" && Array.isArray(value["data"])) {
      return { $bytes: Buffer.from(value["data"] as number[]).toString("base64") };
    }
    return typeof value === "number" && !Number.isFinite(value) ? { $number: String(value) } : value;
  });

/** Returns undefined for an empty line and for a half-written last line of a killed process. */
function fromLine(text: string): JournalLine | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (!isRecord(value)) return value;
      if (typeof value["$bytes"] === "string") return Buffer.from(value["$bytes"], "base64");
      return typeof value["$number"] === "string" ? Number(value["$number"]) : value;
    }) as JournalLine;
  } catch {
    return undefined;
  }
}
