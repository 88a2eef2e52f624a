import { expect, it } from "vitest";
import { addDays } from "../../common/days.js";
import {
  addPaymentMethod,
  deliver,
  lastDay,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../testing/run-world.js";
import { startRun } from "../../features/runs/lifecycle/start-run.js";
import { runOnPastDay } from "./run-on-past-day.js";

it("creates a past day's report and incidents, sends nothing, and today's run continues from there", async () => {
  const deps = await runWorld(["event_count_change"]);
  addPaymentMethod(deps);
  const run = await runOnPastDay(deps, workspaceId, setupId, 1);
  expect(run).toMatchObject({ status: "completed", window: { lastDay: addDays(lastDay, -1) } });
  expect(deps.queue.tasks).toEqual([]);
  const { items } = await deps.incidents.list(workspaceId, { isClosed: false }, { limit: 10 });
  expect(items).toMatchObject([
    {
      entity: "Purchase",
      detectorState: "new",
      lastTestedDay: addDays(lastDay, -1),
      createdAt: run.finishedAt,
    },
  ]);

  await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  expect((await runsOf(deps)).map(({ status }) => status)).toEqual(["completed", "completed"]);
  expect((await deps.incidents.find(workspaceId, items[0]!.id))?.detectorState).toBe("ongoing");
});
