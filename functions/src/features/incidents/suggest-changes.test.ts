import { describe, expect, it } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import type { SetupSuggestion } from "../../contract/setups.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { connectionId, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import type { IncidentRecord } from "./incident-record.js";
import { suggestChanges } from "./suggest-changes.js";

type Closed = Partial<Pick<IncidentRecord, "subject" | "entity" | "parent" | "annotation" | "closedAs">> & {
  detector?: DetectorKey;
  changePct?: number;
};

/** The suggestions for a setup with two checks at 30% after these incidents, which are false alarms by default. */
async function suggestions(
  closed: readonly Closed[],
  excludedEvents: string[] = [],
): Promise<SetupSuggestion[]> {
  const deps = await runWorld();
  await deps.setups.update(workspaceId, setupId, () => ({
    selectedDetectors: (["event_count_change", "event_property_null_rate"] as const).map((key) => ({
      key,
      settings: { checkBackDays: 7 as const, thresholdPercent: 30 },
    })),
  }));
  for (const [index, { detector = "event_count_change", changePct = -40, ...more }] of closed.entries()) {
    const { finding, ...record } = incidentRecord(`i${index}`, connectionId, {
      entity: `Event ${index}`,
      closedAs: "false_alarm",
      status: "closed",
      isClosed: true,
      ...more,
    });
    await deps.incidents.change(workspaceId, record.id, () => ({
      incident: { ...record, finding: { ...finding, detector, changePct } },
      entries: [],
    }));
  }
  const exclusions = await deps.schema.exclusions(workspaceId, connectionId);
  const schema = {
    ...deps.schema,
    exclusions: async () => ({ ...exclusions, events: new Set(excludedEvents) }),
  } as typeof deps.schema;
  return suggestChanges({ ...deps, schema }, workspaceId, setupId);
}

describe("after incidents were closed as false alarms, a setup's suggestions", () => {
  it("raise the threshold to the lowest one that prevents as many as possible", async () => {
    expect(await suggestions([{ changePct: -38 }, { changePct: 43 }, { changePct: -99 }])).toEqual([
      { kind: "threshold", detector: "event_count_change", percent: 45, falseAlarms: 2 },
    ]);
    // Warnings about missing values begin at a third of the threshold.
    const nulls = { detector: "event_property_null_rate", parent: "Purchase" } as const;
    expect(
      await suggestions([
        { ...nulls, entity: "plan", changePct: 12 },
        { ...nulls, entity: "coupon", parent: "Refund", changePct: 14 },
      ]),
    ).toEqual([{ kind: "threshold", detector: "event_property_null_rate", percent: 45, falseAlarms: 2 }]);
  });

  it("need two false alarms that haven't been dealt with yet", async () => {
    expect(await suggestions([{}])).toEqual([]);
    expect(await suggestions([{}, { annotation: { kind: "limit", percent: 45 } }])).toEqual([]);
    expect(await suggestions([{}, { closedAs: "expected" }])).toEqual([]);
    const ofOtherCheck = { detector: "event_stopped", subject: { kind: "event", event: "Debug" } } as const;
    expect(await suggestions([ofOtherCheck, ofOtherCheck])).toEqual([]);
    // No longer reported at the current threshold.
    expect(await suggestions([{ changePct: -20 }, { changePct: -20 }])).toEqual([]);
  });

  it("don't hide anything that was closed as fixed", async () => {
    const fixed = (changePct: number): Closed => ({ closedAs: "fixed", changePct });
    expect(await suggestions([{}, {}, fixed(-44)])).toEqual([]);
    expect(await suggestions([{}, {}, { changePct: -60 }, fixed(-50)])).toEqual([
      { kind: "threshold", detector: "event_count_change", percent: 45, falseAlarms: 2 },
    ]);
    expect(
      await suggestions([{ entity: "Debug" }, { entity: "Debug" }, { entity: "Debug", ...fixed(-35) }]),
    ).toEqual([]);
  });

  it("exclude an event or property with two false alarms, or just the property if that is enough", async () => {
    const gone = { changePct: -100 };
    const exclusion = (event: string | null, property: string | null, falseAlarms = 2) => ({
      kind: "exclusion",
      event,
      property,
      falseAlarms,
    });
    const debug = { ...gone, subject: { kind: "event", event: "Debug" } } as const;
    expect(await suggestions([debug, debug])).toEqual([exclusion("Debug", null)]);
    expect(await suggestions([debug, debug], ["Debug"])).toEqual([]);
    const plan = {
      ...gone,
      detector: "event_property_null_rate",
      subject: { kind: "event-property", event: "Debug", property: "plan" },
    } as const;
    expect(await suggestions([plan, plan])).toEqual([exclusion("Debug", "plan")]);
    expect(await suggestions([plan, plan, debug])).toEqual([
      exclusion("Debug", null, 3),
      exclusion("Debug", "plan"),
    ]);
    expect(
      await suggestions([
        { ...gone, subject: { kind: "project" } },
        { ...gone, subject: { kind: "project" } },
      ]),
    ).toEqual([]);
  });
});
