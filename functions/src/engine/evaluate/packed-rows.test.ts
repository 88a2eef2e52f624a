import { expect, test } from "vitest";
import { rowOfCells } from "../../contract/findings/rows.testing.js";
import { roundedRow } from "../result-table.js";
import { inFileOrder } from "./row-order.js";
import type { DraftRow } from "../model.js";
import { RowsWithoutFinding } from "./packed-rows.js";

test("packed rows come back in file order, however many there are and however often they are read", () => {
  const drafts = Array.from({ length: 20_000 }, (_, i): DraftRow => {
    const isChecked = i % 5 > 0;
    return {
      row: rowOfCells({
        severity: isChecked ? "normal" : "inconclusive",
        entity: `property ${(i * 7_919) % 50} \ud800 "é"`,
        parent: `event ${i}`,
        detector: "event_property_null_rate",
        reason: "as ever",
        change_pct: isChecked ? ((i * 31) % 100) / 3 : null,
        z: Infinity,
      }),
      series: () => null,
      cause: null,
      isAnalysed: isChecked,
      direction: 0,
      isOpen: false,
      levelChange: null,
    };
  });
  const rows = new RowsWithoutFinding();
  for (const draft of drafts) rows.add(draft);
  const expected = inFileOrder(drafts.map(({ row }) => ({ row: roundedRow(row) })));
  for (let time = 0; time < 2; time++) {
    const read = Array.from(rows, ({ row }) => row);
    expect(read).toEqual(expected.map(({ row }) => row));
  }
  expect(rows).toMatchObject({ analysed: 16_000, normal: 16_000, inconclusive: 4_000 });
});
