import { expect, test } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import { foldIntoCauses } from "./fold-counts.js";
import type { DraftRow } from "../model.js";
import { rowOfCells } from "../../contract/findings/rows.testing.js";

const draft = (
  detector: DetectorKey,
  entity: string,
  parent: string | null,
  cause: string | null = null,
): DraftRow => ({
  row: rowOfCells({ severity: "alert", entity, parent, detector, reason: "It moved.", observed: 40 }),
  series: () => null,
  cause: cause === null ? null : { property: cause, values: [], part: 1, usual: 0, others: [] },
  isAnalysed: true,
  direction: 0,
  isOpen: true,
  levelChange: null,
});

test("a shift of the property that a count's cause names folds into the count; others stay", () => {
  const drafts = new Map<DetectorKey, DraftRow[]>([
    ["event_count_change", [draft("event_count_change", "Checkout", null, "$os")]],
    [
      "event_property_distribution",
      [
        draft("event_property_distribution", "$os", "Checkout"),
        draft("event_property_distribution", "$os", "Search"),
        draft("event_property_distribution", "plan", "Checkout"),
      ],
    ],
  ]);
  const rows = foldIntoCauses(drafts).get("event_property_distribution")!;
  expect(rows.map(({ row }) => [row.severity, row.state, row.observed])).toEqual([
    ["normal", "folded", 40],
    ["alert", null, 40],
    ["alert", null, 40],
  ]);
  expect(rows[0]!.row).toMatchObject({
    parent: "Checkout",
    reason: "It moved. Folded into the count of Checkout, whose change this property explains.",
  });
});
