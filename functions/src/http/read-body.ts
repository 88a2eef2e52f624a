import type { Request } from "express";
import { AppError } from "../common/errors.js";

export const maxBodyBytes = 256 * 1024;

/**
 * Returns the request's raw body. The functions runtime has already read it and leaves it in `rawBody`.
 * @throws AppError `payload-too-large`
 */
export async function readRaw(req: Request & { rawBody?: Buffer }): Promise<Buffer> {
  const tooLarge = () => new AppError("payload-too-large", `A body may have at most ${maxBodyBytes} bytes.`);
  if (req.rawBody) {
    if (req.rawBody.byteLength > maxBodyBytes) throw tooLarge();
    return req.rawBody;
  }
  if (Number(req.headers["content-length"] ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Parses the JSON body; undefined for an empty one.
 * @throws AppError `payload-too-large`, `unsupported-media-type`, `invalid-json`
 */
export async function readJson(req: Request): Promise<unknown> {
  const raw = await readRaw(req);
  if (raw.byteLength === 0) return undefined;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(req.headers["content-type"] ?? ""))
    throw new AppError("unsupported-media-type", "Send JSON with Content-Type: application/json.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw)) as unknown;
  } catch (cause) {
    throw new AppError("invalid-json", "The body is not valid JSON.", { cause });
  }
}
