import { expect, it } from "vitest";
import { csvFileName, csvText } from "./csv-file.js";

it.each([
  ["Daily checks", "daily-checks"],
  ["Käse täglich", "kaese-taeglich"],
  ["Ka\u0308se", "kaese"],
  ["GROẞE STRAẞE", "grosse-strasse"],
  ["Métriques – été", "metriques-ete"],
  ["Łódź / Ærø", "lodz-aero"],
  ["毎日", "plumbline"],
  ["../..", "plumbline"],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
])("%s is %s in a file's name", (setup, name) => {
  expect(csvFileName(setup, "event_stopped", "2026-11-20")).toBe(`${name}_event_stopped_2026-11-20.csv`);
});

it("quotes only cells that need it", () => {
  expect(
    csvText([
      ["a", "b c"],
      ["1,5", 'say "hi"'],
      ["two\nlines", "a\rb"],
      ["", "'=1+1"],
    ]),
  ).toBe('a,b c\n"1,5","say ""hi"""\n"two\nlines","a\rb"\n,\'=1+1\n');
});
