import { StringDecoder } from "node:string_decoder";

/**
 * Reads the JSON objects of a byte stream, one per line. Lines end only at `\n`: values may contain other Unicode line
 * ends. Lines that aren't JSON objects are skipped; checking that an export is complete is up to its client.
 */
export async function* ndjsonObjects(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Record<string, unknown>> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))).split(
      "\n",
    );
    rest = lines.pop()!;
    for (const line of lines) yield* parseObject(line);
  }
  yield* parseObject(rest + decoder.end());
}

function* parseObject(line: string): Generator<Record<string, unknown>> {
  if (!line.startsWith("{")) return;
  try {
    yield JSON.parse(line) as Record<string, unknown>;
  } catch {
    return;
  }
}
