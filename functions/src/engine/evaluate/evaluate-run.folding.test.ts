import { expect, test } from "vitest";
import { evaluateRun } from "./evaluate-run.js";
import { seriesReader, daysUntil } from "../testing/series-reader.js";
import { countInput, history, lastDay, selected, steady } from "../testing/count-history.js";
import { propertySeries } from "../testing/property-series.js";

/** A third of the rows are Android's; on the last three days they are gone. */
function lostAndroid(keys: readonly Parameters<typeof selected>[0][]) {
  const days = daysUntil(lastDay, 35);
  const rows = steady(300, [200, 200, 200], 35);
  const valuesByDay = rows.map((_, day): Record<string, number> =>
    day < 32 ? { '"Android"': 100, '"iOS"': 200 } : { '"iOS"': 200 },
  );
  const $os = propertySeries({ property: "$os", parent: "Checkout", rows, valuesByDay });
  const counts = history({ Checkout: steady(300, [200, 200, 200]) });
  const aggregates = seriesReader(days, [$os]);
  return evaluateRun(countInput(counts, { aggregates, detectors: keys.map((key) => selected(key)) }))
    .detectors;
}

test("a lost platform is reported once, by the count that names it; its shift is folded and still analysed", () => {
  const [counts, shifts] = lostAndroid(["event_count_change", "event_property_distribution"]);
  expect(counts!.rows[0]!.row).toMatchObject({
    severity: "alert",
    state: "new",
    entity: "Checkout",
    cause: "100% of the missing events have $os = Android (33% of normal traffic)",
  });
  expect(counts!.rows[0]!.cause?.property).toBe("$os");
  expect(shifts).toMatchObject({ severity: "normal", totalRows: 1, filteredRows: 0 });
  expect(shifts!.rows[0]!.row).toMatchObject({ entity: "$os", severity: "normal", state: "folded" });
});

test("in a setup without count checks, the shift is a finding of its own", () => {
  const [shifts] = lostAndroid(["event_property_distribution"]);
  expect(shifts).toMatchObject({ severity: "alert", totalRows: 1, filteredRows: 1 });
  expect(shifts!.rows[0]!.row).toMatchObject({ entity: "$os", parent: "Checkout", state: "new" });
});
