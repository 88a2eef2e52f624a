import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Task } from "./task.js";

type Entry = { readonly put: Task } | { readonly removed: string; readonly at: number };

/** Cloud Tasks refuses a used name for about an hour after its task is gone. */
const rememberedMs = 3_600_000;

/**
 * Waiting tasks, kept in an append-only file so that a killed process loses none. The file is compacted when
 * opened.
 */
export class TaskStore {
  readonly #tasks = new Map<string, Task>();
  readonly #removed = new Map<string, number>();

  constructor(
    private readonly file: string | undefined,
    private readonly now: () => number,
  ) {
    if (!file) return;
    mkdirSync(path.dirname(file), { recursive: true });
    for (const entry of readEntries(file)) this.#apply(entry);
    this.#forgetOld();
    const kept: Entry[] = [
      ...[...this.#tasks.values()].map((put) => ({ put })),
      ...[...this.#removed].map(([removed, at]) => ({ removed, at })),
    ];
    writeFileSync(`${file}.new`, kept.map(line).join(""));
    renameSync(`${file}.new`, file);
  }

  all(): Task[] {
    return [...this.#tasks.values()];
  }

  isTaken(name: string): boolean {
    this.#forgetOld();
    return this.#tasks.has(name) || this.#removed.has(name);
  }

  save(task: Task): void {
    this.#record({ put: task });
  }

  remove(name: string): void {
    this.#record({ removed: name, at: this.now() });
  }

  #record(entry: Entry): void {
    this.#apply(entry);
    if (this.file) appendFileSync(this.file, line(entry));
  }

  #apply(entry: Entry): void {
    if ("put" in entry) {
      this.#tasks.set(entry.put.name, entry.put);
      return;
    }
    this.#tasks.delete(entry.removed);
    this.#removed.set(entry.removed, entry.at);
  }

  #forgetOld(): void {
    const limit = this.now() - rememberedMs;
    for (const [name, at] of this.#removed) if (at < limit) this.#removed.delete(name);
  }
}

function readEntries(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((text) => {
    try {
      return text === "" ? [] : [JSON.parse(text) as Entry];
    } catch {
      return []; // the half-written last line of a killed process
    }
  });
}

const line = (entry: Entry) => `${JSON.stringify(entry)}\n`;
