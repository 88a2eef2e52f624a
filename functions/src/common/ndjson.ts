import { StringDecoder } from "node:string_decoder";

/**
 * The JSON objects of a byte stream, one a line. Lines end at `\n` only: values may hold other Unicode line ends.
 * Lines that are no JSON object are skipped; an export's completeness is its client's matter.
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
