import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { csvDictionary } from "../functions/src/contract/findings/csv-dictionary.js";
import { csvColumns } from "../functions/src/contract/results.js";

it("docs/csv.md explains every column of the CSV files, in their order", () => {
  const lines = readFileSync(new URL("../docs/csv.md", import.meta.url), "utf8").split("\n");
  const cells = lines
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(cells).toEqual(
    csvColumns.map((column) => [`\`${column}\``, csvDictionary[column].unit, csvDictionary[column].meaning]),
  );
});
