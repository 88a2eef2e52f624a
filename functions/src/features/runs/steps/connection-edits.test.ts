import { describe, expect, it } from "vitest";
import type { UpdateConnection } from "../../../contract/connections.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import { crashingAt, interruptedAt, tellingCalls } from "../../../testing/crashing.js";
import type { TestDependencies } from "../../../testing/dependencies.js";
import {
  connectionId,
  deliver,
  passTime,
  project,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { verifyConnection } from "../../connections/verify-connection.js";
import { objectPaths } from "../../../common/object-paths.js";
import { getReport } from "../../reports/get-report.js";
import { startRun } from "../lifecycle/start-run.js";
import { isEnded } from "../../../contract/runs.js";
import type { RunRecord } from "../run-record.js";
import { updateConnection, deleteConnection } from "../../connections/manage-connections.js";

const editor = { workspaceId, email: "ada@example.com" };

/* Edits of a connection, a setup or the account at every point of a run. */

/** With the step between the calls that are tried: most calls of the second also occur in the first. */
const setups: [string, DetectorKey[], number][] = [
  ["counts and properties", ["event_count_change", "event_property_null_rate"], 3],
  ["counts and profiles", ["event_count_change", "user_profile_count_change"], 9],
];
const otherId = "2000002";
const edit: UpdateConnection = {
  projectId: project.projectId,
  serviceUsername: "robot.mp-service-account",
  region: "us",
};

/** Two projects behind one service account. The second one's events have different names. */
async function world(keys: DetectorKey[]) {
  const deps = await runWorld(keys);
  const { mixpanel } = deps;
  deps.db.set(workspaceId, "account", workspaceId, {
    activeRunId: null,
    billing: { ...initialBilling, hasPaymentMethod: true },
  });
  mixpanel.people = [{ distinctId: "u1", properties: { $last_seen: "2026-11-17", $created: "2026-11-10" } }];
  mixpanel.projectList.set(otherId, { name: "Other", timeZone: "America/New_York", region: "us" });
  const { events, names, counts } = mixpanel;
  const other = (name: string) => `Other ${name}`;
  const otherEvents = events.map((each) => ({ ...each, event: other(each.event) }));
  mixpanel.before = async (_call, { projectId }) => {
    const isOther = projectId === otherId;
    mixpanel.events = isOther ? otherEvents : events;
    mixpanel.names = isOther ? names.map(other) : names;
    mixpanel.counts = isOther ? new Map([...counts].map(([name, days]) => [other(name), days])) : counts;
  };
  return deps;
}

/** Every `step`th significant call of a run, each with its own run that is interrupted there. */
async function* interruptions(
  keys: DetectorKey[],
  step: number,
  act: (deps: TestDependencies) => Promise<unknown>,
) {
  const healthy = await world(keys);
  const counting = crashingAt(healthy, Infinity, true);
  await startRun(healthy, workspaceId, setupId);
  await deliver(healthy, { using: counting.deps });
  const tried = tellingCalls(counting.kinds()).filter((_, index) => index % step === 1);
  for (const [index, call] of tried.entries()) {
    const deps = await world(keys);
    const { id } = await startRun(deps, workspaceId, setupId);
    let isInterrupted = false;
    const interruption = () => ((isInterrupted = true), act(deps));
    await deliver(deps, { using: interruptedAt(deps, call, interruption) });
    await passTime(deps, 30);
    // Lease checks come at varying times, so a run may have ended some calls earlier.
    if (isInterrupted) yield { deps, index, call, id, healthy };
  }
}

async function expectSettled(deps: TestDependencies, id: string): Promise<RunRecord> {
  const run = (await deps.runs.find(workspaceId, id))!;
  expect(isEnded(run)).toBe(true);
  expect((await deps.runs.account(workspaceId)).activeRunId).toBeNull();
  const hasReport = run.status === "completed" || run.status === "partial";
  expect(deps.db.all(workspaceId, "usage")).toHaveLength(hasReport ? 1 : 0);
  if (!hasReport) expect(deps.objects.paths(objectPaths.run(workspaceId, id))).toEqual([]);
  return run;
}

// Each test runs once for every call that it interrupts.
describe.each(setups)("a run of %s", (_name, keys, step) => {
  it("never mixes two projects when its connection is pointed to another", async () => {
    const outcomes = new Set<string>();
    const point = async (deps: TestDependencies) => {
      await updateConnection(deps, workspaceId, connectionId, { ...edit, projectId: otherId });
      await verifyConnection(deps, editor, connectionId, { tryOtherRegions: false });
    };
    for await (const { deps, index, call, id } of interruptions(keys, step, point)) {
      const run = await expectSettled(deps, id);
      outcomes.add(run.error?.code ?? run.status);
      const [ofNow, others] = [
        objectPaths.project(workspaceId, { ...project, projectId: otherId }),
        objectPaths.connection(workspaceId, connectionId),
      ];
      expect(
        deps.objects.paths(others).filter((path) => !path.startsWith(ofNow)),
        `at call ${call}`,
      ).toEqual([]);
      if (index % 4 !== 0) continue;

      // The next run reads all of the new project and compares it with nothing.
      const exported = deps.mixpanel.calls.length;
      const next = await startRun(deps, workspaceId, setupId);
      await deliver(deps);
      const report = await getReport(deps, workspaceId, next.id);
      expect(report).toMatchObject({ status: "completed", comparedWith: null });
      expect(report.setup.connection.projectId).toBe(otherId);
      const written = JSON.stringify(
        Object.values(deps.objects.snapshot(objectPaths.run(workspaceId, next.id))).map(decoded),
      );
      expect(written).toContain("Other Purchase");
      expect(written.replaceAll("Other ", "")).not.toContain("Other ");
      expect(written).not.toMatch(/(?<!Other )(Purchase|Sign Up)/);
      expect(deps.mixpanel.calls.length).toBeGreaterThan(exported);
    }
    expect(outcomes).toContain("connection-changed");
    expect([...outcomes].filter((outcome) => outcome !== "completed")).toEqual(["connection-changed"]);
  });

  it("stops reading when its connection moves to another region", async () => {
    const move = async (deps: TestDependencies) => {
      await updateConnection(deps, workspaceId, connectionId, { ...edit, region: "eu" });
      deps.mixpanel.region = "eu";
    };
    for await (const { deps, id } of interruptions(keys, step, move)) {
      const { status, error } = await expectSettled(deps, id);
      if (status === "failed")
        expect(["connection-changed", "connection-not-verified"]).toContain(error!.code);
      else expect(status).toBe("completed");
      expect(deps.objects.paths(objectPaths.project(workspaceId, project))).toEqual([]);
    }
  });

  it("continues with a new secret when the old one is revoked", async () => {
    const renew = async (deps: TestDependencies) => {
      await updateConnection(deps, workspaceId, connectionId, { ...edit, secretRef: "new-secret" });
      deps.mixpanel.secret = "new-secret";
      await verifyConnection(deps, editor, connectionId, { tryOtherRegions: false });
    };
    for await (const { deps, call, id, healthy } of interruptions(keys, step, renew)) {
      expect(await expectSettled(deps, id), `at call ${call}`).toMatchObject({
        status: "completed",
        error: null,
      });
      expect(deps.objects.snapshot(objectPaths.run(workspaceId, id))).toEqual(
        healthy.objects.snapshot(objectPaths.run(workspaceId, id)),
      );
    }
  });

  it("says so when the new secret is wrong", async () => {
    const spoil = async (deps: TestDependencies) => {
      await updateConnection(deps, workspaceId, connectionId, { ...edit, secretRef: "wrong" });
    };
    for await (const { deps, id } of interruptions(keys, step, spoil)) {
      const { status, error } = await expectSettled(deps, id);
      if (status === "failed") expect(["credentials", "connection-not-verified"]).toContain(error!.code);
      else expect(["completed", "partial"]).toContain(status);
    }
  });

  it("ends, and leaves nothing behind, when its connection is deleted", async () => {
    const outcomes = new Set<string>();
    const remove = async (deps: TestDependencies) => {
      // A connection can be deleted only once its setup was moved to another one.
      const other = { ...(await deps.connections.get(workspaceId, connectionId)), id: "connection-2" };
      await deps.connections.create(workspaceId, other);
      await deps.setups.update(workspaceId, setupId, () => ({ connectionId: other.id }));
      await deleteConnection(deps, workspaceId, connectionId);
    };
    for await (const { deps, call, id } of interruptions(keys, step, remove)) {
      const run = await expectSettled(deps, id);
      outcomes.add(run.error?.code ?? run.status);
      expect(
        deps.objects.paths(objectPaths.connection(workspaceId, connectionId)),
        `at call ${call}`,
      ).toEqual([]);
    }
    expect(outcomes).toContain("connection-deleted");
    expect([...outcomes].filter((outcome) => outcome !== "completed")).toEqual(["connection-deleted"]);
  });

  it("writes nothing for an account that was deleted", async () => {
    const collections = ["users", "account", "connections", "setups", "runs", "detectors", "usage"];
    const removeAll = async (deps: TestDependencies) => {
      for (const name of collections) deps.db.deleteAll(workspaceId, name);
      await deps.objects.deletePrefix(objectPaths.everything);
    };
    for await (const { deps, call } of interruptions(keys, step, removeAll)) {
      for (const name of collections)
        expect(deps.db.all(workspaceId, name), `${name} at call ${call}`).toEqual([]);
      expect(deps.objects.paths(), `at call ${call}`).toEqual([]);
    }
  });
});

const decoded = (base64: string): string => Buffer.from(base64, "base64").toString("utf8");
