import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readBytes, readJson, sendJson } from "../http/body.js";
import { ChecksumMeter } from "./checksums.js";
import { StorageError } from "./errors.js";
import type { ObjectStore } from "./object-store.js";
import type { GivenMetadata, StoredObject } from "./stored-object.js";
import { checkPreconditions } from "./preconditions.js";

interface Session {
  readonly bucket: string;
  readonly given: GivenMetadata;
  readonly query: URLSearchParams;
  readonly file: string;
  readonly meter: ChecksumMeter;
  done?: StoredObject;
}

/** The three upload types of the JSON API. Resumable sessions are in memory and end with the process. */
export class Uploads {
  readonly #sessions = new Map<string, Session>();

  constructor(private readonly store: ObjectStore) {}

  async simple(request: IncomingMessage, bucket: string, query: URLSearchParams): Promise<StoredObject> {
    const given = { name: objectName(query.get("name")), contentType: request.headers["content-type"] };
    return this.receiveWhole(request, bucket, given, query);
  }

  /** Streams a whole body to disk and turns it into an object. */
  async receiveWhole(
    request: IncomingMessage,
    bucket: string,
    given: GivenMetadata,
    query: URLSearchParams,
  ): Promise<StoredObject> {
    const file = this.store.temporaryFile();
    const meter = new ChecksumMeter();
    await append(request, file, meter);
    return this.store.commit(bucket, given, file, meter.finish(), query);
  }

  async multipart(request: IncomingMessage, bucket: string, query: URLSearchParams): Promise<StoredObject> {
    const parts = splitMultipart(await readBytes(request), request.headers["content-type"] ?? "");
    const metadata = JSON.parse(parts.metadata) as Partial<GivenMetadata>;
    const given = {
      contentType: parts.contentType,
      ...metadata,
      name: objectName(query.get("name") ?? metadata.name),
    };
    const file = this.store.temporaryFile();
    const meter = new ChecksumMeter();
    meter.add(parts.bytes);
    await writeFile(file, parts.bytes);
    return this.store.commit(bucket, given, file, meter.finish(), query);
  }

  /** Opens a resumable session and responds with its address. */
  async begin(request: IncomingMessage, response: ServerResponse, bucket: string, url: URL): Promise<void> {
    const query = new URLSearchParams(url.searchParams);
    const metadata: Partial<GivenMetadata> = await readJson(request);
    const contentType = request.headers["x-upload-content-type"];
    const given = {
      ...(typeof contentType === "string" && { contentType }),
      ...metadata,
      name: objectName(query.get("name") ?? metadata.name),
    };
    checkPreconditions(query, this.store.find(bucket, given.name));
    const id = randomUUID();
    this.#sessions.set(id, {
      bucket,
      given,
      query,
      file: this.store.temporaryFile(),
      meter: new ChecksumMeter(),
    });
    url.searchParams.set("upload_id", id);
    response.writeHead(200, { location: url.href }).end();
  }

  /**
   * Accepts the next chunk. Responds with 308 and the received range until the last byte has arrived, then
   * with the object.
   */
  async resume(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const session = this.#sessions.get(query.get("upload_id") ?? "");
    if (!session) throw new StorageError(404, "Upload session not found.", "notFound");
    if (session.done) return sendJson(response, 200, session.done);
    const range = contentRange(request.headers["content-range"]);
    if (range.start !== undefined && range.start !== session.meter.size) {
      await readBytes(request);
      return answerIncomplete(response, session);
    }
    await append(request, session.file, session.meter);
    const complete = range.total === undefined ? !range.open : session.meter.size >= range.total;
    if (!complete) return answerIncomplete(response, session);
    if (!existsSync(session.file)) await writeFile(session.file, "");
    session.done = this.store.commit(
      session.bucket,
      session.given,
      session.file,
      session.meter.finish(),
      session.query,
    );
    sendJson(response, 200, session.done);
  }
}

/**
 * Parses a chunk's range: where the chunk belongs and, if known, the total. `bytes *` asks how far the upload
 * is; no header means that the chunk is the whole upload.
 */
function contentRange(header: string | undefined) {
  const match = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(header ?? "");
  if (!match) return { open: false };
  return {
    start: match[1] === undefined ? undefined : Number(match[1]),
    total: match[2] === "*" ? undefined : Number(match[2]),
    open: match[2] === "*",
  };
}

function answerIncomplete(response: ServerResponse, { meter }: Session): void {
  response.writeHead(308, meter.size > 0 ? { range: `bytes=0-${meter.size - 1}` } : {}).end();
}

async function append(request: IncomingMessage, file: string, meter: ChecksumMeter): Promise<void> {
  const metering = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      meter.add(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, metering, createWriteStream(file, { flags: "a" }));
}

function objectName(name: string | null | undefined): string {
  if (!name) throw new StorageError(400, "Required parameter: name", "required");
  return name;
}

/**
 * Splits a `multipart/related` upload into its two parts: JSON metadata, then the bytes.
 * @throws StorageError 400
 */
function splitMultipart(body: Buffer, contentType: string) {
  const name = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (!name) throw new StorageError(400, "The multipart boundary is missing.", "badRequest");
  const boundary = `--${name}`;
  const first = readPart(body, boundary, body.indexOf(boundary));
  const second = readPart(body, boundary, first.end);
  return {
    metadata: first.content.toString("utf8"),
    contentType: /content-type:\s*([^\r\n]+)/i.exec(second.head)?.[1],
    bytes: second.content,
  };
}

function readPart(body: Buffer, boundary: string, from: number) {
  const headStart = body.indexOf("\r\n", from) + 2;
  const headEnd = body.indexOf("\r\n\r\n", headStart);
  const contentEnd = body.indexOf(`\r\n${boundary}`, headEnd);
  if (from < 0 || headStart < 2 || headEnd < 0 || contentEnd < 0) {
    throw new StorageError(400, "Malformed multipart body.", "badRequest");
  }
  return {
    head: body.toString("utf8", headStart, headEnd),
    content: body.subarray(headEnd + 4, contentEnd),
    end: contentEnd + 2,
  };
}
