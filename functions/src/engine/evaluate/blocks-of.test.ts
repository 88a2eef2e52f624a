import { expect, test } from "vitest";
import { blocksOf } from "./blocks-of.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";
import { propertySeries } from "../testing/property-series.js";

test("blocks hold every event once, in order, each time they are read", async () => {
  const series = ["e", "b", "a", "d", "c"].map((parent) =>
    propertySeries({ property: "plan", parent, rows: [3, 4], valuesByDay: [{}, {}] }),
  );
  const blocks = blocksOf(seriesReader(daysUntil("2026-10-14", 2), series), 2);
  for (let time = 0; time < 2; time++) {
    const read: (readonly string[])[] = [];
    for await (const block of blocks.blocks()) read.push(block.events());
    expect(read).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  }
});
