import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { DetectorKey } from "../../../contract/detectors.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { objectPaths } from "../../../common/object-paths.js";
import {
  addPaymentMethod,
  connectionId,
  deliver,
  lastDay,
  passTime,
  project,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { minuteMs } from "../../../common/time.js";
import { changesBetween } from "../../connections/project-changes.js";
import { listNames } from "../../names/list-names.js";
import { cancelRun } from "../lifecycle/cancel-run.js";
import { getCsvData } from "../../reports/get-csv-data.js";
import { getDetectorResult } from "../../reports/get-detector-result.js";
import { getReport } from "../../reports/get-report.js";
import { readStoredCounts } from "./read-counts.js";
import { startRun } from "../lifecycle/start-run.js";

/** An export in ten pieces, 50 seconds each. */
function slowly({ mixpanel, clock }: Awaited<ReturnType<typeof runWorld>>): { pieces: number } {
  const read = { pieces: 0 };
  const exportEvents = mixpanel.exportEvents.bind(mixpanel);
  mixpanel.exportEvents = async (...query) => {
    const whole = await exportEvents(...query);
    return (async function* () {
      for await (const chunk of whole)
        for (let piece = 0; piece < 10; piece++) {
          clock.advance(50_000);
          read.pieces++;
          yield chunk;
        }
    })();
  };
  return read;
}

describe("a run", () => {
  it("exports, judges, writes its results and ends with a report, usage and a free slot", async () => {
    const deps = await runWorld();
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const report = await getReport(deps, workspaceId, id);
    expect(report).toMatchObject({
      status: "completed",
      summary: {
        alerts: 2,
        warnings: 0,
        passed: 0,
        inconclusive: 0,
        failed: 0,
        findings: { alerts: 2, warnings: 0, new: 2, ongoing: 0, recovered: 0 },
      },
      window: { lastDay, timeZone: "America/New_York" },
      comparedWith: null,
    });
    const nulls = report.detectors.find(({ id }) => id === "event_property_null_rate")!;
    expect(nulls.topRows[0]).toMatchObject({
      entity: "plan",
      parent: "Sign Up",
      severity: "alert",
      state: "new",
    });
    expect(nulls.topRows[0]!.series?.kind).toBe("nulls");
    expect(report.detectors.find(({ id }) => id === "event_count_change")!.topRows[0]).toMatchObject({
      entity: "Purchase",
      observed: 240,
    });
    expect(deps.db.get(workspaceId, "usage", id)).toMatchObject({
      rows: report.rowsAnalysed,
      isFree: true,
      isMetered: true,
    });
    expect(await deps.runs.account(workspaceId)).toMatchObject({
      activeRunId: null,
      billing: { status: "free_quota_exhausted", freeQuotaUsed: 1 },
    });
    expect(deps.objects.paths(objectPaths.runWork(workspaceId, id))).toEqual([]);
    expect(deps.mailer.sent).toHaveLength(1);
  });

  it.each<[string, DetectorKey[] | undefined]>([
    ["everything", undefined],
    ["event counts alone", ["event_count_change"]],
  ])("of %s adds the names that it has read to the connection's", async (_, detectors) => {
    const deps = await runWorld(detectors);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const query = { connectionId, state: "new", limit: 50 } as const;
    const names = await listNames(deps, workspaceId, query, async () => null);
    expect(names.lastDay).toBe(lastDay);
    expect(names.knownEvents).toBeGreaterThan(0);
    expect(names.knownProperties > 0).toBe(detectors === undefined);
  });

  it("shows the same rows in the table, the detector's page and the file", async () => {
    const deps = await runWorld();
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const table = await getCsvData(deps, workspaceId, id, "event_property_null_rate");
    const detail = await getDetectorResult(deps, workspaceId, id, "event_property_null_rate");
    const file = (await deps.objects.read(
      objectPaths.detectorCsv(workspaceId, id, "event_property_null_rate"),
    ))!.toString();
    expect(file.split("\n")[0]).toBe(`\ufeff${table.headers.join(",")}`);
    expect(table.rows.map((row) => row[table.headers.indexOf("entity")])).toEqual(
      detail.rows.map(({ entity }) => entity),
    );
    expect(table).toMatchObject({ totalRows: detail.counts.analysed, filteredRows: 1, note: null });
    // The header and every CSV row, each followed by a newline.
    expect(file.trimEnd().split("\n").length).toBeGreaterThanOrEqual(1 + table.totalRows);
  });

  it("reads only what is missing: the second run exports just the last five days", async () => {
    const deps = await runWorld();
    addPaymentMethod(deps);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const first = deps.mixpanel.calls.filter((call) => call === "exportEvents").length;
    // Four days to choose segments from, then all days in three ranges.
    expect(first).toBe(4 + 3);
    expect(deps.objects.paths(objectPaths.days(workspaceId, project))).toHaveLength(35);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mixpanel.calls.filter((call) => call === "exportEvents").length - first).toBe(1);
  });

  it("with only count detectors exports only to name causes", async () => {
    const deps = await runWorld(["event_count_change"]);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mixpanel.calls).toEqual(["eventNames", "eventCounts", "exportEvents", "eventHours"]);
    expect(deps.objects.paths(objectPaths.days(workspaceId, project))).toEqual([]);
  });

  it.each([
    [["event_count_change"], []],
    [["event_property_null_rate"], ["4.2.0"]],
  ] as const)("of %s records only versions that were seen in whole days", async (keys, versions) => {
    const deps = await runWorld([...keys]);
    // Only the event that dropped, which is read for its cause, has the new version. The larger one keeps the old one.
    deps.mixpanel.events = deps.mixpanel.events.map(({ event, properties }) => {
      const isNew =
        event === "Purchase" && Number(properties.time) > Date.parse("2026-11-16T00:00:00Z") / 1_000;
      return { event, properties: { ...properties, app_version: isNew ? "4.2.0" : "4.1.0" } };
    });
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mixpanel.calls).toContain("exportEvents");
    const changes = await changesBetween(deps.objects, workspaceId, project, {
      from: "2026-11-01",
      to: lastDay,
    });
    expect(changes.map(({ subject }) => subject)).toEqual(versions);
  });

  it("without the Query API derives counts from 56 + N days of export", async () => {
    const deps = await runWorld(["event_count_change"]);
    const connection = await deps.connections.get(workspaceId, connectionId);
    await deps.connections.applyVerification(workspaceId, connectionId, 1, {
      status: "verified",
      verificationError: null,
      capabilities: { ...connection.capabilities!, queryApi: false },
    });
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mixpanel.calls).toEqual(Array(4 + 3).fill("exportEvents"));
    expect(deps.objects.paths(objectPaths.days(workspaceId, project))).toHaveLength(63);
    expect((await deps.runs.find(workspaceId, id))?.status).toBe("completed");
  });

  it.each([
    ["counts alone", ["event_count_change"], 63],
    ["counts and properties", ["event_count_change", "event_property_null_rate"], 63],
  ] as const)("of %s whose plan loses the Query API continues with exports", async (_name, keys, days) => {
    const deps = await runWorld([...keys]);
    addPaymentMethod(deps);
    const refused = new MixpanelError("plan", "events", "402", { status: 402 });
    deps.mixpanel.failures.set("eventCounts", refused);
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const run = (await deps.runs.find(workspaceId, id))!;
    expect(run).toMatchObject({ status: "completed", plan: { counts: "aggregates", lastDay }, error: null });
    expect(run.summary).toMatchObject({ alerts: keys.length, failed: 0 });
    expect(run.requestsUsed.export).toBeLessThanOrEqual(10);
    expect(deps.objects.paths(objectPaths.days(workspaceId, project))).toHaveLength(days);
    expect((await deps.connections.get(workspaceId, connectionId)).capabilities?.queryApi).toBe(false);

    // The next run doesn't try the Query API again.
    const asked = deps.mixpanel.calls.length;
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mixpanel.calls.slice(asked)).not.toContain("eventNames");
    expect((await runsOf(deps)).map(({ status }) => status)).toEqual(["completed", "completed"]);
  });

  it("is partial when profiles are forbidden between two pages, and says so", async () => {
    const deps = await runWorld(["event_count_change", "user_profile_count_change"]);
    deps.mixpanel.profiles = async function* () {
      yield { profiles: [{ distinctId: "u1", properties: { $last_seen: lastDay } }], total: 2_000 };
      throw new MixpanelError("no-access", "user profiles", "403", { status: 403 });
    };
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const report = await getReport(deps, workspaceId, id);
    expect(report).toMatchObject({ status: "partial", summary: { alerts: 1, failed: 1 } });
    expect(report.detectors.find(({ severity }) => severity === "failed")?.reason).toMatch(
      /user profiles.*Admin role/,
    );
    expect(deps.objects.paths(objectPaths.snapshots(workspaceId, project))).toEqual([]);
    expect(deps.mixpanel.calls.length).toBeLessThan(10);
  });

  it("calls a finding ongoing the next day, and compares with the run before", async () => {
    const deps = await runWorld();
    addPaymentMethod(deps);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    deps.clock.advance(24 * 60 * minuteMs);
    const next = new Map(
      [...deps.mixpanel.counts].map(([event, byDay]) => [event, new Map([...byDay, ["2026-11-18", 120]])]),
    );
    deps.mixpanel.counts = next;
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const report = await getReport(deps, workspaceId, id);
    expect(report.comparedWith).not.toBeNull();
    expect(report.detectors[0]!.topRows.find(({ entity }) => entity === "Purchase")?.state).toBe("ongoing");
  });

  it("judges without what is excluded, and does not bill it", async () => {
    const deps = await runWorld();
    await deps.schema.changeExclusions(workspaceId, connectionId, [
      { kind: "event", event: "Purchase", isExcluded: true },
      { kind: "eventProperty", event: "Sign Up", property: "plan", isExcluded: true },
    ]);
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const { detectors } = await getReport(deps, workspaceId, id);
    expect(JSON.stringify(detectors)).not.toMatch(/Purchase|plan/);
  });

  it("tells a finding without its cause if the export for it takes too long", async () => {
    const deps = await runWorld(["event_count_change"]);
    const read = slowly(deps);
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const report = await getReport(deps, workspaceId, id);
    expect(report).toMatchObject({ status: "completed", summary: { alerts: 1 } });
    expect(read.pieces).toBeLessThan(4);
  });

  it("fails only the checks of user profiles if these are too many to read in time", async () => {
    const deps = await runWorld(["event_count_change", "user_profile_count_change"]);
    let pages = 0;
    deps.mixpanel.profiles = async function* () {
      for (; pages < 20; pages++) {
        deps.clock.advance(10_000);
        yield { profiles: [{ distinctId: `u${pages}`, properties: { $last_seen: lastDay } }], total: 20 };
      }
    };
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const report = await getReport(deps, workspaceId, id);
    expect(report).toMatchObject({ status: "partial", summary: { alerts: 1, failed: 1 } });
    expect(report.detectors.find(({ severity }) => severity === "failed")?.reason).toMatch(
      /more user profiles than can be read/,
    );
    expect(pages).toBeLessThan(20);
  });

  it("looks for the causes of no more events than fit into one address", async () => {
    const deps = await runWorld(["event_count_change"]);
    const steady = deps.mixpanel.counts.get("Sign Up")!;
    const dropped = deps.mixpanel.counts.get("Purchase")!;
    for (let i = 0; i < 300; i++) {
      deps.mixpanel.counts.set(`Event number ${i} with a rather long name`, dropped);
      for (const part of ["a", "b", "c"]) deps.mixpanel.counts.set(`Steady ${part} ${i}`, steady);
    }
    const asked: string[][] = [];
    const read = deps.mixpanel.exportEvents.bind(deps.mixpanel);
    deps.mixpanel.exportEvents = async (access, query) => {
      asked.push([...(query?.events ?? [])]);
      return read(access, query);
    };
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect((await getReport(deps, workspaceId, id)).status).toBe("completed");
    expect(asked[0]!.length).toBeGreaterThan(50);
    expect(encodeURIComponent(JSON.stringify(asked[0])).length).toBeLessThan(7_000);
  });

  it("is partial when profiles may not be read, and says which check failed and why", async () => {
    const deps = await runWorld(["event_count_change", "user_property_null_rate"]);
    deps.mixpanel.failures.set(
      "profiles",
      new MixpanelError("no-access", "user profiles", "no", { status: 403 }),
    );
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const report = await getReport(deps, workspaceId, id);
    expect(report).toMatchObject({ status: "partial", summary: { failed: 1 } });
    expect(report.detectors[1]).toMatchObject({
      severity: "failed",
      reason: expect.stringMatching(/service account/),
    });
    expect(deps.db.get(workspaceId, "usage", id)).toMatchObject({ isFree: true });
    // The run couldn't do what was asked, so it doesn't use up the free run. The setup's next report does.
    const freeQuotaUsed = async () => (await deps.runs.account(workspaceId)).billing.freeQuotaUsed;
    expect(await freeQuotaUsed()).toBe(0);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(await freeQuotaUsed()).toBe(1);
  });

  it.each<[string, DetectorKey[], boolean]>([
    ["counts", ["event_count_change"], true],
    ["exports", ["event_property_null_rate"], true],
    ["counts and exports", ["event_count_change", "event_property_null_rate"], true],
    ["counts from exports", ["event_count_change"], false],
  ])(
    "compares with fewer days when the Mixpanel plan turns out to have less history: %s",
    async (_, keys, queryApi) => {
      const deps = await runWorld(keys);
      await deps.connections.applyVerification(workspaceId, connectionId, 1, ({ capabilities }) => ({
        capabilities: capabilities && { ...capabilities, queryApi },
      }));
      deps.mixpanel.history = { days: 20, oldest: "2026-10-29" };
      addPaymentMethod(deps);
      const { id } = await startRun(deps, workspaceId, setupId);
      await deliver(deps);
      const report = await getReport(deps, workspaceId, id);
      expect(report).toMatchObject({ status: "completed", historyDays: 20, summary: { failed: 0 } });
      expect((await deps.connections.get(workspaceId, connectionId)).capabilities?.historyDays).toBe(20);
      const { requestsUsed, parts } = (await deps.runs.find(workspaceId, id))!;
      expect(requestsUsed.export).toBeLessThanOrEqual(10);
      expect(parts.every(({ status }) => status === "done")).toBe(true);

      // The next run knows from the start.
      deps.mixpanel.namesAsked.length = 0;
      deps.clock.advance(24 * 60 * minuteMs);
      const next = await startRun(deps, workspaceId, setupId);
      await deliver(deps);
      expect(await getReport(deps, workspaceId, next.id)).toMatchObject({
        status: "completed",
        historyDays: 20,
      });
      expect(deps.mixpanel.namesAsked.every(({ from }) => from! >= "2026-10-30")).toBe(true);
    },
  );

  it.each([
    ["says how far", null],
    ["doesn't say how far", new MixpanelError("history", "eventCounts", "403 too old", { status: 403 })],
  ])(
    "checks counts without earlier months if the Mixpanel plan doesn't reach them and %s",
    async (_, refused) => {
      const deps = await runWorld(["event_count_change"]);
      if (refused)
        deps.mixpanel.before = async (call) => {
          if (call === "eventCounts" && !deps.mixpanel.failures.has(call))
            deps.mixpanel.failures.set(call, refused);
          else deps.mixpanel.failures.delete(call);
        };
      else deps.mixpanel.history = { days: 90, oldest: "2026-08-20" };
      const { id } = await startRun(deps, workspaceId, setupId);
      await deliver(deps);
      const report = await getReport(deps, workspaceId, id);
      expect(report).toMatchObject({ status: "completed", historyDays: null, summary: { failed: 0 } });
      expect(deps.mixpanel.calls.filter((call) => call === "eventCounts")).toHaveLength(2);
      expect(deps.mixpanel.namesAsked[0]).toEqual({ from: "2026-09-16", to: "2026-11-17" });
      // Days that weren't read aren't days without events.
      const kept = await readStoredCounts(
        deps.objects,
        objectPaths.countsOf(workspaceId, project, "2026-11-17"),
      );
      expect(kept?.days[0]).toBe(refused ? "2026-09-16" : "2026-08-21");
    },
  );

  it("fails when the plan's history is shorter than its refusals say, and says what can be done", async () => {
    const deps = await runWorld(["event_count_change"]);
    deps.mixpanel.history = { days: 20, oldest: "2026-11-17" };
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const [failed] = await runsOf(deps);
    expect(failed).toMatchObject({ status: "failed", error: { code: "history" }, rowsAnalysed: null });
    expect(deps.mixpanel.namesAsked).toHaveLength(2);
  });

  it("asks for the names of all days it reads, including an event that stopped weeks ago", async () => {
    const deps = await runWorld(["event_stopped"]);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mixpanel.namesAsked).toEqual([{ from: "2026-09-16", to: "2026-11-17" }]);
  });

  it("judges user properties and keeps a snapshot of the profiles", async () => {
    const deps = await runWorld(["user_property_null_rate", "user_profile_count_change"]);
    deps.mixpanel.people = Array.from({ length: 400 }, (_, index) => ({
      distinctId: `u${index}`,
      properties: {
        $last_seen: "2026-11-1" + (index % 8) + "T10:00:00",
        $created: "2026-10-01T00:00:00",
        plan: "free",
      },
    }));
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect((await deps.runs.find(workspaceId, id))?.status).toBe("completed");
    expect(deps.objects.paths(objectPaths.snapshots(workspaceId, project))).toEqual([
      objectPaths.snapshot(workspaceId, project, lastDay),
    ]);
  });

  it("fails with what to do when the credentials are refused, and costs nothing", async () => {
    const deps = await runWorld(["event_count_change"]);
    deps.mixpanel.secret = "another";
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({
      status: "failed",
      error: { code: "credentials", message: expect.stringMatching(/username and secret/) },
    });
    expect(deps.db.get(workspaceId, "usage", id)).toBeNull();
    expect(await deps.runs.account(workspaceId)).toMatchObject({
      activeRunId: null,
      billing: initialBilling,
    });
    expect(deps.mailer.sent).toEqual([]);
  });

  it("waits for the hourly limit without using up an attempt, and continues", async () => {
    const deps = await runWorld();
    deps.mixpanel.failures.set(
      "exportEvents",
      new MixpanelError("hourly-limit", "raw export", "429", { status: 429, retryAfterSeconds: 1_800 }),
    );
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({
      status: "running",
      progress: { step: "Waiting for Mixpanel's hourly limit" },
    });
    deps.mixpanel.failures.clear();
    deps.clock.advance(31 * minuteMs);
    await deliver(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({ status: "completed" });
  });

  it("fetches a truncated export again, and gives up after three attempts", async () => {
    const deps = await runWorld(["event_property_null_rate"]);
    deps.mixpanel.failures.set("exportEvents", new MixpanelError("incomplete", "raw export", "cut"));
    const { id } = await startRun(deps, workspaceId, setupId);
    await passTime(deps);
    expect(deps.mixpanel.calls.filter((call) => call === "exportEvents")).toHaveLength(1 + 9);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({
      status: "failed",
      error: { code: "export-incomplete" },
    });
  });

  it("judges counts when only the export keeps failing", async () => {
    const deps = await runWorld();
    deps.mixpanel.failures.set("exportEvents", new MixpanelError("incomplete", "raw export", "cut"));
    const { id } = await startRun(deps, workspaceId, setupId);
    await passTime(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({ status: "partial" });
  });

  it("stops an export in the middle of its stream when it is cancelled", async () => {
    const deps = await runWorld(["event_property_null_rate"]);
    let chunks = 0;
    deps.mixpanel.exportEvents = async () =>
      (async function* () {
        for (;;) {
          chunks++;
          yield Buffer.from("\n");
          await nextTurn();
        }
      })();
    const { id } = await startRun(deps, workspaceId, setupId);
    const working = deliver(deps);
    while (chunks < 3) await nextTurn();
    await cancelRun(deps, workspaceId, id, "ada@example.com");
    await working;
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({
      status: "cancelled",
      error: { message: "Cancelled by ada@example.com." },
    });
    expect(await deps.runs.account(workspaceId)).toMatchObject({ activeRunId: null });
    expect(deps.objects.paths(objectPaths.run(workspaceId, id))).toEqual([]);
    expect(deps.mailer.sent).toEqual([]);
  });
});

describe("work that a run leaves to the sweeper", () => {
  it("is done later if Storage doesn't answer at that time either", async () => {
    const deps = await runWorld();
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const leftover = objectPaths.runCounts(workspaceId, id);
    await deps.objects.write(leftover, "{}", { contentType: "application/json" });
    const { deletePrefix } = deps.objects;
    deps.objects.deletePrefix = () => Promise.reject(new Error("Storage does not answer"));
    await passTime(deps, 15);
    deps.objects.deletePrefix = deletePrefix;
    await passTime(deps, 15);
    expect(await deps.objects.read(leftover)).toBeNull();
    expect((await runsOf(deps))[0]!.nextSweepAt).toBeNull();
  });
});

describe("tasks that are delivered twice", () => {
  it("have one effect: one usage record, one email, the same bytes", async () => {
    const once = await runWorld();
    const twice = await runWorld();
    const { id } = await startRun(once, workspaceId, setupId);
    await startRun(twice, workspaceId, setupId);
    await deliver(once);
    await deliver(twice, { times: 3 });
    expect(twice.objects.snapshot(objectPaths.run(workspaceId, id))).toEqual(
      once.objects.snapshot(objectPaths.run(workspaceId, id)),
    );
    expect(twice.db.all(workspaceId, "usage")).toEqual(once.db.all(workspaceId, "usage"));
    expect(twice.mailer.sent).toHaveLength(1);
    expect(await runsOf(twice)).toHaveLength(1);
  });

  it("at the same time are worked on by one worker", async () => {
    const deps = await runWorld();
    await startRun(deps, workspaceId, setupId);
    const tasks = deps.queue.tasks.splice(0);
    deps.queue.tasks.push(
      ...tasks,
      ...tasks.map((task) => ({ ...task })),
      ...tasks.map((task) => ({ ...task })),
    );
    await Promise.all([deliver(deps), deliver(deps), deliver(deps)]);
    await deliver(deps);
    expect(deps.mixpanel.calls.filter((call) => call === "exportEvents")).toHaveLength(4 + 3);
    expect(deps.db.all(workspaceId, "usage")).toHaveLength(1);
  });
});
