import { describe, expect, test, vi } from "vitest";
import type * as Descriptors from "./descriptors.js";

vi.mock("./descriptors.js", async (original) => {
  const { descriptors } = await original<typeof Descriptors>();
  const dummy = {
    ...descriptors[0],
    key: "dummy_count",
    name: "Dummy",
    description: "Counts again.",
    foldsInto: [],
  };
  return { descriptors: [...descriptors, dummy] };
});

describe("a tenth detector with one descriptor and one line", () => {
  const dummy = "dummy_count" as "event_count_change";

  test("is in the catalogue, and setups accept it", async () => {
    const { detectorCatalogue, selectedDetectorSchema } = await import("../detectors.js");
    expect(detectorCatalogue.at(-1)).toMatchObject({ key: dummy, name: "Dummy", requiresThreshold: true });
    expect(selectedDetectorSchema.parse({ key: dummy }).key).toBe(dummy);
  });

  test("is judged by its rule and has its lines in the file", async () => {
    const { evaluateRun } = await import("../../engine/evaluate-run.js");
    const { csvCells } = await import("../../engine/result-table.js");
    const { countInput, history, selected, steady } = await import("../../engine/testing/count-history.js");
    const input = countInput(history({ Checkout: steady(100, [40, 40]) }), { detectors: [selected(dummy)] });
    const [outcome] = evaluateRun(input).detectors;
    expect(outcome).toMatchObject({ key: dummy, severity: "alert", totalRows: 1 });
    expect(csvCells(outcome!.rows[0]!.row)).toContain(dummy);
  });

  test("is planned for: its baseline and tested days are read", async () => {
    const { requiredData } = await import("../../features/runs/steps/required-data.js");
    const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;
    const data = requiredData([{ key: dummy, settings }], { lastDay: "2026-11-20", queryApi: true });
    expect(data.countDays).toEqual({ from: "2026-09-19", to: "2026-11-20" });
  });
});

test("folding partners are detectors", async () => {
  const { descriptors } = await vi.importActual<typeof Descriptors>("./descriptors.js");
  const keys: readonly string[] = descriptors.map(({ key }) => key);
  for (const { foldsInto } of descriptors) for (const key of foldsInto) expect(keys).toContain(key);
});
