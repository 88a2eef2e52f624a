import { describe, expect, it } from "vitest";
import { objectPaths } from "../../../common/object-paths.js";
import { dayMs } from "../../../common/time.js";
import { addDays } from "../../../common/days.js";
import {
  addPaymentMethod,
  deliver,
  lastDay,
  project,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import { startRun } from "../lifecycle/start-run.js";
import { getDetectorResult } from "../../reports/get-detector-result.js";

type World = Awaited<ReturnType<typeof runWorld>>;

const key = "user_property_null_rate";

/** 120 profiles for each of 35 days. Those on Linux, a tenth of them, have no `plan` on the last 3 days. */
async function peopleWorld(): Promise<World> {
  const deps = await runWorld([key], {
    selectedDetectors: [{ key, settings: { checkBackDays: 7, thresholdPercent: 50 } }],
  });
  addPaymentMethod(deps);
  deps.mixpanel.people = Array.from({ length: 35 * 120 }, (_, index) => {
    const back = index % 35;
    const os = Math.floor(index / 35) % 10 === 0 ? "Linux" : index % 2 === 0 ? "iOS" : "Android";
    const properties = { $last_seen: `${addDays(lastDay, -back)}T10:00:00`, $os: os };
    const hasPlan = os !== "Linux" || back >= 3;
    return { distinctId: `u${index}`, properties: { ...properties, ...(hasPlan && { plan: "free" }) } };
  });
  return deps;
}

async function ran(deps: World) {
  const { id } = await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  return getDetectorResult(deps, workspaceId, id, key);
}

describe("user properties inside segments", () => {
  it("are judged from the first run on, and the row says where", async () => {
    const deps = await peopleWorld();
    const { rows } = await ran(deps);
    expect(rows).toMatchObject([
      { entity: "plan", parent: null, severity: "warning", segment: { dimension: "$os", value: "Linux" } },
    ]);
    expect(rows[0]!.cause).toMatch(/^\$os = Linux: /);
    expect(rows[0]!.breakdown).toMatchObject({ dimension: "$os", measure: "missing" });
    const plans = new SegmentPlans(deps.objects, workspaceId, project);
    expect((await plans.readOfProfiles())!.dimensions).toEqual([{ property: "$os", isNarrow: true }]);
  });

  it("are judged the next day by the previous run's plan and snapshot", async () => {
    const deps = await peopleWorld();
    await ran(deps);
    deps.clock.advance(dayMs);
    expect((await ran(deps)).rows).toMatchObject([
      { entity: "plan", state: "ongoing", segment: { value: "Linux" } },
    ]);
    expect(deps.objects.paths(objectPaths.snapshots(workspaceId, project))).toHaveLength(2);
  });

  it("are judged without a dimension that has since been excluded", async () => {
    const deps = await peopleWorld();
    await ran(deps);
    deps.clock.advance(dayMs);
    await deps.schema.changeExclusions(workspaceId, project.id, [
      { kind: "userProperty", property: "$os", isExcluded: true },
    ]);
    expect((await ran(deps)).rows.filter(({ severity }) => severity !== "normal")).toEqual([]);
  });
});
