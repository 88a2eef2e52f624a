import { expect, test } from "vitest";
import { rowOfCells } from "../../contract/findings/rows.testing.js";
import { inFileOrder } from "./row-order.js";

const row = (entity: string, cells: Partial<ReturnType<typeof rowOfCells>>) => ({
  row: rowOfCells({ severity: "normal", entity, reason: "", detector: "event_count_change", ...cells }),
});

test("alerts come first, then warnings, findings that ended and the rest, each by the size of the change", () => {
  const rows = [
    row("steady", { change_pct: 900 }),
    row("unknown", { severity: "inconclusive" }),
    row("followed", { state: "new_level", change_pct: -40 }),
    row("back", { state: "recovered", change_pct: -80 }),
    row("rose", { severity: "warning", change_pct: 35 }),
    row("fell", { severity: "warning", change_pct: -60 }),
    row("doubled", { severity: "alert", change_pct: 100 }),
    row("folded", { state: "folded", change_pct: -99 }),
    row("a twin", { severity: "alert", change_pct: -100 }),
    row("another", { severity: "alert", change_pct: 100 }),
  ];
  const order = [
    "a twin",
    "another",
    "doubled",
    "fell",
    "rose",
    "back",
    "followed",
    "steady",
    "folded",
    "unknown",
  ];
  expect(inFileOrder(rows).map((one) => one.row.entity)).toEqual(order);
  expect(inFileOrder([...rows].reverse()).map((one) => one.row.entity)).toEqual(order);
});
