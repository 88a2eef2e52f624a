import { expect, it } from "vitest";
import { handleTask } from "../../../entry/task-handlers.js";
import { runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { startRun } from "../lifecycle/start-run.js";
import { maxAttempts } from "../lifecycle/run-timing.js";
import { claimPart } from "./claim-part.js";

it("continues the run at once when the last part has lost its last worker", async () => {
  const deps = await runWorld(["event_property_null_rate"]);
  const { id } = await startRun(deps, workspaceId, setupId);
  const [{ name, payload }] = deps.queue.tasks as [(typeof deps.queue.tasks)[number]];
  await handleTask(deps, name, payload, { retryCount: 0 });
  await deps.runs.transact(workspaceId, async (tx) => {
    const run = (await tx.run(id))!;
    const lease = { owner: "dead", expiresAt: deps.clock.now().toISOString() };
    const [last, ...others] = run.parts;
    const done = others.map((part) => ({ ...part, status: "done" as const }));
    tx.saveRun({ ...run, parts: [{ ...last!, attempt: maxAttempts - 1, lease }, ...done] });
  });
  const before = deps.queue.tasks.length;

  const part = { workspaceId, runId: id, part: 0 };
  expect(await claimPart(deps, part, "late")).toBeNull();
  expect((await deps.runs.find(workspaceId, id))!.parts[0]).toMatchObject({ status: "failed" });
  expect(deps.queue.tasks.slice(before).map((task) => task.name)).toEqual([name]);
  expect(await claimPart(deps, part, "later")).toBeNull();
  expect(deps.queue.tasks).toHaveLength(before + 1);
});
