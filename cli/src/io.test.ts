import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { json, printable, printableLines } from "./io.js";
import { runProgram } from "./program.js";

const hostile = [
  "\u001b[2J",
  "\u009b31m",
  "a\rb",
  "\u202eabc",
  "##[set-output x]",
  "##vso[task.x]y",
  "a ##[x]",
];

it.each([...hostile, "::stop-commands::x", "  ::add-mask::x"])(
  "text is shown without the command in %j",
  (text) => {
    for (const shown of [printable(text), printableLines(`first\n${text}`)])
      expect(shown).not.toMatch(/\p{Cf}|[^\P{Cc}\n]|##\w*\[|^\s*::/mu);
  },
);

it.each(["a::b", "C# ## x", "Checkout [1]"])("keeps %j", (text) => expect(printable(text)).toBe(text));

it.each(hostile)("JSON keeps %j, escaped", (text) => {
  const printed = json({ [text]: text });
  expect(JSON.parse(printed)).toEqual({ [text]: text });
  expect(printed).not.toMatch(/\p{Cf}|[^\P{Cc}\n]|##\w*\[/u);
});

it("a file is printed as it is, but without control characters on a terminal", async () => {
  const rows = Array.from({ length: 30 }, (_, day) =>
    Array.from(
      { length: 20 },
      () =>
        `{"event":"a\u009bb","properties":{"time":${Date.UTC(2026, 0, 5 + day, 9) / 1000},"distinct_id":"u"}}\n`,
    ).join(""),
  ).join("");
  const printed = async (isOutTerminal: boolean) => {
    let out = "";
    await runProgram(["analyse", "-", "--format", "csv"], {
      env: {},
      stdin: Readable.from([]),
      open: () => Readable.from([Buffer.from(rows)]),
      out: (text) => (out += text),
      note: () => undefined,
      isTerminal: false,
      isOutTerminal,
      width: 80,
    });
    return out;
  };
  const file = await printed(false);
  expect(file).toContain("a\u009bb");
  expect(await printed(true)).toBe(file.replaceAll("\u009b", "\ufffd"));
});
