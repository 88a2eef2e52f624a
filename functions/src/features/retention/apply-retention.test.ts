import { describe, expect, it } from "vitest";
import { addDays } from "../../engine/days.js";
import { dayMs } from "../../shared/time.js";
import { deliver, project, runsOf, runWorld, setupId, uid } from "../../testing/run-world.js";
import { objectPaths } from "../objects/object-paths.js";
import { startRun } from "../runs/start-run.js";
import { applyRetention, retentionDays } from "./apply-retention.js";

describe("applyRetention", () => {
  it("deletes what is older than 400 days, keeps the rest and the bill", async () => {
    const deps = await runWorld();
    await startRun(deps, uid, setupId);
    await deliver(deps);
    const today = "2026-11-18";
    const write = (day: string) =>
      deps.objects.write(objectPaths.day(uid, project, day), "x", { contentType: "text/plain" });
    await write(addDays(today, -retentionDays));
    await write(addDays(today, -retentionDays - 1));
    expect(await applyRetention(deps)).toBe(1);
    expect(deps.objects.paths(objectPaths.days(uid, project))).toHaveLength(36);

    deps.clock.advance((retentionDays + 60) * dayMs);
    for (let tick = 0; tick < 3; tick++) await applyRetention(deps);
    expect(deps.objects.paths()).toEqual([]);
    expect(await runsOf(deps)).toEqual([]);
    expect(deps.db.all(uid, "usage")).toHaveLength(1);
  });
});
