import { describe, expect, it } from "vitest";
import type { DetectorKey } from "../../../contract/detectors.js";
import { crashingAt, tellingCalls } from "../../../testing/crashing.js";
import { deliver, passTime, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { objectPaths } from "../../../common/object-paths.js";
import { cancelRun } from "./cancel-run.js";
import { isEnded } from "../../../contract/runs.js";
import { startRun } from "./start-run.js";
import { someOf } from "../../../testing/thorough.js";

/** With the step between the calls that are tried: most calls of the second also occur in the first. */
const setups: [string, DetectorKey[], number][] = [
  ["counts and properties", ["event_count_change", "event_property_null_rate"], 1],
  ["counts and profiles", ["event_count_change", "user_profile_count_change"], 3],
];

async function world(keys: DetectorKey[]) {
  const deps = await runWorld(keys);
  deps.mixpanel.people = [
    { distinctId: "u1", properties: { $last_seen: "2026-11-17", $created: "2026-11-10" } },
  ];
  return deps;
}

/** The parts of a run's outcome that matter to users. */
async function resultOf(deps: Awaited<ReturnType<typeof world>>, runId: string) {
  const run = (await deps.runs.find(workspaceId, runId))!;
  const { status, summary, rowsAnalysed, lastTestedDay } = run;
  const account = await deps.runs.account(workspaceId);
  // Bytes that a dead worker read but never recorded aren't counted.
  account.billing.limits.freeBytes = 0;
  return {
    run: { status, summary, rowsAnalysed, lastTestedDay },
    files: deps.objects.snapshot(objectPaths.everything),
    usage: deps.db.all<{ rows: number }>(workspaceId, "usage").map(({ rows }) => rows),
    account,
    mails: deps.mailer.sent.length,
  };
}

describe.each(setups)("a run of %s", (_name, keys, step) => {
  it("ends the same wherever a worker dies", async () => {
    const healthy = await world(keys);
    const counting = crashingAt(healthy, Infinity, true);
    const { id } = await startRun(healthy, workspaceId, setupId);
    await deliver(healthy, { using: counting.deps });
    const expected = await resultOf(healthy, id);
    expect(expected.run.status).toBe("completed");

    const tried = tellingCalls(counting.kinds()).filter((_, index) => index % step === 0);
    expect(tried.length).toBeGreaterThan(15);
    for (const [index, call] of someOf(tried).entries()) {
      // Half of the workers die after their call took effect, but before they learn of it.
      const before = index % 2 === 1;
      const deps = await world(keys);
      const crashing = crashingAt(deps, call, before);
      await startRun(deps, workspaceId, setupId);
      await deliver(deps, { using: crashing.deps }).catch(() => undefined);
      await passTime(deps);
      const found = await resultOf(deps, id);
      // An email whose worker died between sending it and recording that is sent again rather than lost.
      const mails = found.mails;
      expect({ ...found, mails: 1 }, `crash at call ${call}, before: ${before}`).toEqual(expected);
      expect([1, 2]).toContain(mails);
      expect(new Set(deps.mailer.sent.map(({ id }) => id)).size).toBe(1);
    }
  });

  it("stops wherever it is cancelled, and leaves no file and no charge", async () => {
    const healthy = await world(keys);
    const counting = crashingAt(healthy, Infinity, true);
    await startRun(healthy, workspaceId, setupId);
    await deliver(healthy, { using: counting.deps });

    // The cancellation comes as the worker accesses the stored run.
    const beforeRuns = counting.kinds().flatMap((kind, call) => (kind.startsWith("runs.") ? [call] : []));
    for (const call of beforeRuns.filter((call, index) => call > 0 && index % (2 * step) === 1)) {
      const deps = await world(keys);
      const { id } = await startRun(deps, workspaceId, setupId);
      let cancelled: Promise<unknown> = Promise.resolve();
      const observed = crashingAt(deps, Infinity, true);
      const runs = new Proxy(observed.deps.runs, {
        get: (target, name) => {
          if (observed.calls() === call)
            cancelled = cancelRun(deps, workspaceId, id, "ada@example.com").catch(() => undefined);
          return Reflect.get(target, name) as unknown;
        },
      });
      await deliver(deps, { using: { ...observed.deps, runs } });
      await cancelled;
      await passTime(deps, 10);
      const run = (await deps.runs.find(workspaceId, id))!;
      expect(isEnded(run)).toBe(true);
      expect((await deps.runs.account(workspaceId)).activeRunId).toBeNull();
      if (run.status !== "cancelled") continue;
      expect(deps.db.all(workspaceId, "usage")).toEqual([]);
      expect(deps.mailer.sent).toEqual([]);
      expect(deps.objects.paths(objectPaths.runWork(workspaceId, id))).toEqual([]);
    }
  });
});
