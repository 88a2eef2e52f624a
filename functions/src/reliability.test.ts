import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/* docs/reliability.md names for each fault the test that shows it. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const text = read("docs/reliability.md");

const titles = new Map(
  [...text.matchAll(/\[(\w+)\]\s*=\s*`([^`]+)`/g)].map(([, name, path]) => [
    name!,
    read(path!).replace(/\s+/g, " ").toLowerCase(),
  ]),
);

const shownBy = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && cells[3]!.startsWith("["))
  .map(([, fault, , tests]) => [fault!, tests!] as const);

it("finds the table", () => {
  expect(titles.size).toBeGreaterThan(5);
  expect(shownBy.length).toBeGreaterThan(20);
});

it.each(shownBy)("%s: shown by %s", (_fault, tests) => {
  for (const [, file, words] of tests.matchAll(/\[(\w+)\]([^;[]*)/g))
    for (const part of words!.split(",").map((each) => each.trim()))
      expect(titles.get(file!), `[${file}] ${part}`).toContain(part.toLowerCase());
});
