import { describe, expect, it } from "vitest";
import { completeExport } from "./complete-export.js";

const event = (n: number) => JSON.stringify({ event: "e", properties: { n, note: "line\u2028end" } });

/** A response whose body is the text in chunks of `size` bytes. */
const response = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
        controller.close();
      },
    }),
  );
};

async function read(text: string, size: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of completeExport(response(text, size))) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

describe.each([1, 2, 7, 50, 10_000])("an export in chunks of %i bytes", (size) => {
  it.each([
    ["events", `${event(1)}\n${event(2)}\n`],
    ["nothing", ""],
    ["only line ends", "\n\n"],
    ["no line end after the last event", `${event(1)}\n${event(2)}`],
    ["empty lines", `\n${event(1)}\n\n\n${event(2)}\n\n`],
  ])("%s: is complete and passed on byte by byte", async (_name, text) => {
    expect(await read(text, size)).toBe(text);
  });

  it.each([
    ["terminated early", `${event(1)}\nterminated early\n`],
    ["export terminated early", `${event(1)}\nexport terminated early`],
    ["cut within a line", `${event(1)}\n${event(2).slice(0, 20)}`],
    ["cut within the first line", event(1).slice(0, 10)],
  ])("%s: is incomplete", async (_name, text) => {
    await expect(read(text, size)).rejects.toMatchObject({ kind: "incomplete" });
  });

  it("an error in place of events is thrown as that error", async () => {
    const text = `{"error":"Unable to authenticate request","request":"/api/2.0/export"}\n`;
    await expect(read(text, size)).rejects.toMatchObject({ kind: "credentials" });
  });
});

describe("an export whose connection is cut", () => {
  const cut = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.error(new TypeError("terminated"));
        },
      }),
    );
  const readAll = async (signal?: AbortSignal) => {
    for await (const _ of completeExport(cut(), signal));
  };

  it("is incomplete", async () => {
    await expect(readAll()).rejects.toMatchObject({ kind: "incomplete" });
  });

  it("fails with the caller's own reason when the caller aborted it", async () => {
    await expect(readAll(AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
  });
});
