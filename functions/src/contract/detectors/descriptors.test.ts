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

  test("is evaluated by its rule and has CSV rows", async () => {
    const { evaluateRun } = await import("../../engine/evaluate/evaluate-run.js");
    const { csvCells } = await import("../../engine/result-table.js");
    const { countInput, history, selected, steady } = await import("../../engine/testing/count-history.js");
    const input = countInput(history({ Checkout: steady(100, [40, 40]) }), { detectors: [selected(dummy)] });
    const [outcome] = evaluateRun(input).detectors;
    expect(outcome).toMatchObject({ key: dummy, severity: "alert", totalRows: 1 });
    expect(csvCells(outcome!.rows[0]!.row, null)).toContain(dummy);
  });

  test("is included in the run plan: its baseline and tested days are read", async () => {
    const { requiredData } = await import("../../features/runs/steps/required-data.js");
    const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;
    const data = requiredData([{ key: dummy, settings }], { lastDay: "2026-11-20", queryApi: true });
    expect(data.countDays).toEqual({ from: "2026-06-30", to: "2026-11-20" });
  });

  test("has its days exported to look for the cause of its findings", async () => {
    const { eventsNeedingCause } = await import("../../engine/detectors/count/events-needing-cause.js");
    const { countInput, history, selected, steady } = await import("../../engine/testing/count-history.js");
    const input = countInput(history({ Checkout: steady(100, [40, 40]) }), { detectors: [selected(dummy)] });
    expect(eventsNeedingCause(input).map(({ event }) => event)).toEqual(["Checkout"]);
  });

  test("is estimated, run, reported and emailed by name", async () => {
    const { estimateRows } = await import("../../features/setups/estimate-rows.js");
    const { startRun } = await import("../../features/runs/lifecycle/start-run.js");
    const { getReport } = await import("../../features/reports/get-report.js");
    const { connectionId, deliver, runWorld, setupId, workspaceId } =
      await import("../../testing/run-world.js");
    const deps = await runWorld([dummy]);
    const at = "2026-11-17T00:00:00.000Z";
    const sync = { id: "s1", status: "running" as const, startedAt: at, errorMessage: null };
    await deps.schema.claimSync(workspaceId, connectionId, sync, "2026-11-01T00:00:00.000Z");
    await deps.schema.completeSync(workspaceId, connectionId, "s1", { events: [], userProperties: [] }, at);
    const estimate = await estimateRows(deps, workspaceId, { connectionId, detectors: [dummy] });
    expect(estimate.perDetector.map(({ key }) => key)).toEqual([dummy]);
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const { detectors } = await getReport(deps, workspaceId, id);
    expect(detectors).toMatchObject([{ id: dummy, name: "Dummy", severity: "alert" }]);
    const [incident] = await deps.incidents.followed(workspaceId, connectionId);
    expect(incident!.finding.detector).toBe(dummy);
    expect(deps.mailer.sent[0]!.text).toContain(`http://app.test/incidents/${incident!.id}`);
  });
});

test("folding partners are detectors", async () => {
  const { descriptors } = await vi.importActual<typeof Descriptors>("./descriptors.js");
  const keys: readonly string[] = descriptors.map(({ key }) => key);
  for (const { foldsInto } of descriptors) for (const key of foldsInto) expect(keys).toContain(key);
});
