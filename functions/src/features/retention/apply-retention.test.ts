import { describe, expect, it } from "vitest";
import { addDays } from "../../common/days.js";
import { dayMs } from "../../common/time.js";
import { deliver, project, runsOf, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import { objectPaths } from "../../common/object-paths.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { applyRetention, retentionDays } from "./apply-retention.js";

describe("applyRetention", () => {
  it("deletes data older than 400 days, and keeps the rest and the usage", async () => {
    const deps = await runWorld();
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const today = "2026-11-18";
    const write = (day: string) =>
      deps.objects.write(objectPaths.day(workspaceId, project, day), "x", { contentType: "text/plain" });
    await write(addDays(today, -retentionDays));
    await write(addDays(today, -retentionDays - 1));
    expect(await applyRetention(deps)).toBe(1);
    expect(deps.objects.paths(objectPaths.days(workspaceId, project))).toHaveLength(36);

    deps.clock.advance((retentionDays + 60) * dayMs);
    for (let tick = 0; tick < 3; tick++) await applyRetention(deps);
    expect(deps.objects.paths()).toEqual([]);
    expect(await runsOf(deps)).toEqual([]);
    expect(deps.db.all(workspaceId, "usage")).toHaveLength(1);
  });
});
