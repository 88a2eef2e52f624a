import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "../../emulators/src/http/serve.js";
import { startMixpanel } from "../../emulators/src/mixpanel/server.js";
import { mixpanelClient } from "../src/adapters/mixpanel/mixpanel-client.js";
import { probeProject } from "../src/features/connections/probe-project.js";
import type { Mixpanel, MixpanelAccess } from "../src/ports/mixpanel.js";
import { ndjsonObjects } from "../src/common/ndjson.js";
import { requestBudget } from "../src/ports/request-budget.js";

const now = new Date("2026-11-18T15:00:00Z");
/** The clock advances two seconds each time it is read, because at most three exports per second are allowed. */
let elapsedMs = 0;
const ticking = () => new Date(now.getTime() + (elapsedMs += 2_000));
let standIn: RunningServer;
let mixpanel: Mixpanel;
const slept: number[] = [];

beforeAll(async () => {
  standIn = await startMixpanel({ port: 0, now: ticking, anchor: "2026-11-17" });
  mixpanel = mixpanelClient({
    baseUrl: standIn.url,
    sleep: async (ms) => {
      slept.push(ms);
    },
  });
});
afterAll(() => standIn.close());
afterEach(async () => {
  slept.length = 0;
  await fetch(`${standIn.url}/_faults`, { method: "DELETE" });
});

const access = (projectId: string, differing: Partial<MixpanelAccess> = {}): MixpanelAccess => ({
  region: "us",
  projectId,
  username: "demo.plumbline.mp-service-account",
  secret: "demo-secret",
  ...differing,
});
const demo = access("1000006");
const small = access("1000002");

async function fault(kind: string, endpoint: string, count = 1): Promise<void> {
  const body = JSON.stringify({ kind, endpoint, count });
  const response = await fetch(`${standIn.url}/_faults`, { method: "POST", body });
  if (!response.ok) throw new Error(await response.text());
}

async function rowsOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let rows = 0;
  for await (const _ of ndjsonObjects(stream)) rows++;
  return rows;
}

describe("calls", () => {
  it("lists projects with their time zone and region", async () => {
    const projects = await mixpanel.projects(demo);
    expect(projects.get("1000001")).toEqual({
      name: "Demo Shop",
      timeZone: "America/New_York",
      region: "us",
    });
  });

  it("exports events, and an empty day as nothing", async () => {
    expect(
      await rowsOf(await mixpanel.exportEvents(small, { from: "2026-11-16", to: "2026-11-16" })),
    ).toBeGreaterThan(10);
    expect(await rowsOf(await mixpanel.exportEvents(demo, { from: "2026-11-16", to: "2026-11-16" }))).toBe(0);
  });

  it.each([
    ["1000002", "America/Los_Angeles"],
    ["1000008", "UTC"],
  ])("counts the hours of project %s, which add up to its days", async (id, timeZone) => {
    const project = access(id);
    const events = await mixpanel.eventNames(small);
    const range = { from: "2026-10-31", to: "2026-11-02" };
    const [hours, days] = [
      await mixpanel.eventHours(project, { events, ...range, timeZone }),
      await mixpanel.eventCounts(project, { events, ...range }),
    ];
    const [event] = events;
    const sums = [...hours.get(event!)!].map(([day, counts]) => [
      day,
      counts.reduce((sum, rows) => sum + rows, 0),
    ]);
    expect(new Map(sums as [string, number][])).toEqual(new Map([...days.get(event!)!].sort()));
    expect([...hours.get(event!)!.values()].map(({ length }) => length)).toEqual([
      24,
      timeZone === "UTC" ? 24 : 25,
      24,
    ]);
  });

  it("counts events by day, even if their names don't fit in a URL", async () => {
    const names = await mixpanel.eventNames(small);
    expect(names.length).toBeGreaterThan(3);
    const many = [...names, ...Array.from({ length: 300 }, (_, i) => `No such event, number ${i}`)];
    const range = { from: "2026-11-10", to: "2026-11-16" };
    const counts = await mixpanel.eventCounts(small, { events: many, ...range });
    expect(counts).toEqual(await mixpanel.eventCounts(small, { events: names, ...range }));
    expect(counts.get(names[0]!)?.get("2026-11-16")).toBeGreaterThan(0);
  });

  it("lists properties of profiles", async () => {
    expect((await mixpanel.profileProperties(small)).size).toBeGreaterThan(2);
  });

  it("reads every profile once over all pages, using one request of the quota", async () => {
    const ids: string[] = [];
    let first: number | null = null;
    const budgeted = { ...small, budget: requestBudget({ query: 1, export: 0 }) };
    for await (const { profiles, total } of mixpanel.profiles(budgeted)) {
      first ??= total;
      ids.push(...profiles.map(({ distinctId }) => distinctId));
    }
    expect(ids.length).toBe(first);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("reads Lexicon entries", async () => {
    const entries = await mixpanel.lexicon(access("1000001"));
    expect(entries.some(({ kind, properties }) => kind === "event" && properties.length > 0)).toBe(true);
    expect(entries.some(({ isHidden, isDropped }) => isHidden && isDropped)).toBe(true);
    expect(new Set(entries.map(({ isDescribed }) => isDescribed)).size).toBe(2);
    expect(entries.find(({ kind }) => kind === "profile")!.describedProperties).toEqual(["loyalty_tier"]);
    expect(entries.find(({ kind }) => kind === "profile")).toMatchObject({ name: "$user" });
  });
});

describe("failures", () => {
  it.each([
    ["terminated-early", "incomplete"],
    ["cut-mid-line", "incomplete"],
  ])("an export with %s is %s", async (kind, expected) => {
    await fault(kind, "export");
    const stream = await mixpanel.exportEvents(small, { from: "2026-11-15", to: "2026-11-15" });
    await expect(rowsOf(stream)).rejects.toMatchObject({ name: "MixpanelError", kind: expected });
  });

  it.each([
    ["rate-limit-hourly", "hourly-limit"],
    ["payment-required", "plan"],
    ["forbidden", "no-access"],
    ["revoked-secret", "credentials"],
  ])("%s is %s at once", async (kind, expected) => {
    await fault(kind, "events/names");
    await expect(mixpanel.eventNames(demo)).rejects.toMatchObject({ kind: expected });
    expect(slept).toEqual([]);
  });

  it("says when the hourly quota resets", async () => {
    await fault("rate-limit-hourly", "events/names");
    await expect(mixpanel.eventNames(demo)).rejects.toSatisfy(
      (error: { retryAfterSeconds: number }) => error.retryAfterSeconds > 60,
    );
  });

  it("waits and continues after too many requests at once, and after a gateway's 5xx", async () => {
    await fault("rate-limit-concurrency", "events/names");
    await expect(mixpanel.eventNames(demo)).resolves.toEqual([]);
    await fault("server-error", "events/names", 2);
    await expect(mixpanel.eventNames(demo)).resolves.toEqual([]);
    expect(slept).toHaveLength(3);
  });

  it("gives up on a lasting 5xx", async () => {
    await fault("server-error", "events/names", 10);
    await expect(mixpanel.eventNames(demo)).rejects.toMatchObject({ kind: "unavailable" });
    expect(slept).toHaveLength(3);
  });

  it("doesn't use more of the customer's quota than its budget", async () => {
    const budgeted = { ...demo, budget: requestBudget({ query: 1, export: 0 }) };
    await mixpanel.eventNames(budgeted);
    await expect(mixpanel.eventNames(budgeted)).rejects.toMatchObject({ kind: "budget" });
    await expect(
      mixpanel.exportEvents(budgeted, { from: "2026-11-15", to: "2026-11-15" }),
    ).rejects.toMatchObject({ kind: "budget" });
  });

  it("stops when it is aborted", async () => {
    await fault("hang", "events/names");
    const controller = new AbortController();
    const call = mixpanel.eventNames(demo, {}, controller.signal);
    controller.abort(new Error("cancelled"));
    await expect(call).rejects.toThrow("cancelled");
  });
});

describe("verification finds out", () => {
  const facts = (projectId: string, differing: Partial<MixpanelAccess> = {}) =>
    probeProject(mixpanel, access(projectId, differing), now, { tryOtherRegions: true });

  it("the project's name, time zone, plan and export time basis", async () => {
    await expect(facts("1000001")).resolves.toEqual({
      projectName: "Demo Shop",
      capabilities: {
        timeZone: "America/New_York",
        queryApi: true,
        profiles: true,
        exportTimeBasis: "utc",
        historyDays: null,
      },
    });
  });

  it.each([
    ["1000002", { timeZone: "America/Los_Angeles", exportTimeBasis: "projectTime" }],
    ["1000003", { queryApi: false }],
    ["1000006", { exportTimeBasis: "unknown" }],
    ["1000008", { profiles: false }],
  ])("the capabilities of project %s", async (projectId, expected) => {
    const { capabilities } = await facts(projectId);
    expect(capabilities).toMatchObject(expected);
  });

  it.each([
    ["a wrong secret", "1000001", { secret: "wrong" }, "wrong-credentials", 401],
    [
      "an account of another region",
      "2000001",
      { username: "europe.plumbline.mp-service-account", secret: "europe-secret" },
      "wrong-region",
      401,
    ],
    ["a project of another organization", "1000005", {}, "no-project-access", 404],
    ["a project id that does not exist", "42", {}, "no-project-access", 404],
    ["a role without export", "1000004", {}, "export-forbidden", 403],
    [
      "an expired account",
      "1000001",
      { username: "expired.plumbline.mp-service-account", secret: "expired-secret" },
      "wrong-credentials",
      401,
    ],
  ])("%s", async (_name, projectId, differing, code, mixpanelStatus) => {
    await expect(facts(projectId, differing)).rejects.toMatchObject({ code, mixpanelStatus });
  });

  it("that a plan has no raw export, which is a separate failure", async () => {
    await fault("payment-required", "export");
    await expect(facts("1000001")).rejects.toMatchObject({
      code: "plan-without-export",
      mixpanelStatus: 402,
    });
  });

  it("that an outage or a used-up quota is transient", async () => {
    await fault("server-error", "me", 10);
    await expect(facts("1000001")).rejects.toMatchObject({ code: "mixpanel-unavailable", isTransient: true });
    await fetch(`${standIn.url}/_faults`, { method: "DELETE" });
    await fault("rate-limit-hourly", "export", 1);
    await expect(facts("1000001")).rejects.toMatchObject({ code: "rate-limited", isTransient: true });
  });
});
