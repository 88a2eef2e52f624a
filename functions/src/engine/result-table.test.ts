import { expect, test } from "vitest";
import { csvColumns, resultColumns } from "../contract/results.js";
import { rowOfCells } from "../contract/findings/rows.testing.js";
import { csvCells, roundedRow } from "./result-table.js";

const row = rowOfCells({
  severity: "alert",
  entity: "Checkout",
  detector: "event_count_change",
  reason: "Checkout had 1,240 rows",
});

test("percentages and expectations have one decimal, z two, and no cell is minus zero", () => {
  expect(
    roundedRow({
      ...row,
      observed: 1240,
      expected: 2510.349,
      change_pct: -50.6045,
      usual_pct: -0.01,
      z: 5.0951,
    }),
  ).toMatchObject({ observed: 1240, expected: 2510.3, change_pct: -50.6, usual_pct: 0, z: 5.1 });
});

test("a number that is not finite becomes an empty cell", () => {
  expect(roundedRow({ ...row, change_pct: Number.POSITIVE_INFINITY, z: Number.NaN })).toMatchObject({
    change_pct: null,
    z: null,
  });
});

test("cells are in the order of the columns, and empty if they don't apply", () => {
  const cells = csvCells(
    { ...row, change_pct: -50.6, provisional: true },
    { dimension: "$os", value: "iOS" },
  );
  expect(cells).toHaveLength(csvColumns.length);
  expect(cells[resultColumns.indexOf("change_pct")]).toBe("-50.6");
  expect(cells[resultColumns.indexOf("provisional")]).toBe("true");
  expect(cells[resultColumns.indexOf("parent")]).toBe("");
  expect(cells[csvColumns.indexOf("segment")]).toBe("$os = iOS");
  expect(csvCells(row, null).at(-1)).toBe("");
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "＋1", "－1", "＠A"])(
  "a spreadsheet cannot run the entity %j",
  (entity) => {
    expect(csvCells({ ...row, entity }, null)[resultColumns.indexOf("entity")]).toBe(`'${entity}`);
  },
);
