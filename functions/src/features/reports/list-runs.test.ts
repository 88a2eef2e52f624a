import { expect, it } from "vitest";
import type { RunRecord } from "../runs/run-record.js";
import { deliver, runsOf, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import { deleteRun } from "../runs/lifecycle/delete-run.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { listSetupResults } from "./list-runs.js";

/** A world in which the setup has run, and copies of that run later on, each with other fields. */
async function withRuns(copies: readonly Partial<RunRecord>[]) {
  const deps = await runWorld();
  await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  const [run] = await runsOf(deps);
  await deps.runs.transact(workspaceId, (tx) => {
    copies.forEach((fields, index) => {
      const createdAt = toInstant(addMs(new Date(run!.createdAt), (index + 1) * dayMs));
      tx.saveRun({ ...run!, id: `later-${index}`, createdAt, ...fields });
    });
    return Promise.resolve();
  });
  const results = () => listSetupResults(deps, workspaceId);
  return { deps, run: run!, results };
}

const failed = {
  status: "failed",
  summary: null,
  error: { code: "credentials", message: "Mixpanel rejected the service account." },
} as const;
const canceled = { status: "cancelled", summary: null } as const;

it("lists how a setup's runs ended, newest first, without canceled ones", async () => {
  const { run, results } = await withRuns([failed, canceled]);
  expect(await results()).toEqual([
    {
      setupId,
      last: { id: "later-0", finishedAt: run.finishedAt, ...failed },
      outcomes: ["failed", "alert"],
    },
  ]);
});

it("finds the last result behind any number of canceled runs and of other setups' runs", async () => {
  const { run, results } = await withRuns([
    ...Array.from({ length: 30 }, () => canceled),
    ...Array.from({ length: 120 }, () => ({ setupId: "another" })),
  ]);
  expect(await results()).toMatchObject([{ setupId, last: { id: run.id }, outcomes: ["alert"] }]);
});

it("lists at most 14 outcomes", async () => {
  const { results } = await withRuns(Array.from({ length: 20 }, () => failed));
  expect((await results())[0]!.outcomes).toEqual(Array.from({ length: 14 }, () => "failed"));
});

it("leaves a deleted run out", async () => {
  const { deps, run, results } = await withRuns([failed]);
  await deleteRun(deps, workspaceId, "later-0");
  expect(await results()).toMatchObject([{ last: { id: run.id }, outcomes: ["alert"] }]);
  await deleteRun(deps, workspaceId, run.id);
  expect(await results()).toEqual([{ setupId, last: null, outcomes: [] }]);
});
