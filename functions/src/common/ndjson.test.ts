import { describe, expect, it } from "vitest";
import { ndjsonObjects } from "./ndjson.js";

async function objects(text: string, size: number): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  const found: unknown[] = [];
  const stream = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  for await (const object of ndjsonObjects(stream)) found.push(object);
  return found;
}

describe.each([1, 3, 1_000])("lines in chunks of %i bytes", (size) => {
  it("end only at \\n, and may contain any character", async () => {
    const rows = [{ a: "x\u2028y\u0085z" }, { a: "漢字 🚀" }];
    expect(await objects(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), size)).toEqual(rows);
  });

  it("that aren't objects are skipped; the last one needs no line end", async () => {
    expect(await objects('\n[1]\nterminated early\n{"cut":\n{"a":1}', size)).toEqual([{ a: 1 }]);
  });

  it("may be none", async () => {
    expect(await objects("", size)).toEqual([]);
  });
});
