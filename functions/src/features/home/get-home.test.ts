import { expect, it } from "vitest";
import type { z } from "zod";
import type { homeSchema } from "../../contract/home.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addDays, dayRange } from "../../common/days.js";
import { hourMs } from "../../common/time.js";
import { connectionRecord, incidentRecord, setupRecord } from "../../testing/suites/repository-suite.js";
import { connectionBody, testApp, type TestApp } from "../../testing/test-app.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import { toEndedRun } from "../runs/lifecycle/end-run.js";
import { newRun } from "../runs/lifecycle/start-checks.js";
import type { ShownRun } from "../runs/run-record.js";
import { checkedDays, dayStates } from "./get-home.js";

const ada = "ada" as WorkspaceId;

const home = async (app: TestApp): Promise<z.infer<typeof homeSchema>> =>
  (await app.as("ada").get("/api/v1/home").expect(200)).body;

async function connect(app: TestApp, projectId: string): Promise<string> {
  const { body } = await app
    .as("ada")
    .post("/api/v1/mixpanel/connections")
    .send({ ...connectionBody, projectId })
    .expect(201);
  return (body as { id: string }).id;
}

async function add(
  app: TestApp,
  id: string,
  connectionId: string,
  { day = "2026-11-16", rank = "1", ...more }: Partial<IncidentRecord> & { day?: string; rank?: string } = {},
): Promise<void> {
  const { finding } = incidentRecord(id, connectionId);
  const found = { ...finding.found, since: day };
  const incident = incidentRecord(id, connectionId, {
    finding: { ...finding, found, firstBadDay: day, rank },
    ...more,
  });
  await app.incidents.change(ada, id, () => ({ incident, entries: [] }));
}

it("is empty without connections", async () => {
  expect(await home(testApp())).toEqual([]);
});

it("has the worst connection first, and counts what is open, unassigned, acknowledged and muted", async () => {
  const app = testApp();
  const [clear, bad, worse] = [await connect(app, "1"), await connect(app, "2"), await connect(app, "3")];
  await add(app, "a", bad, { rank: "2" });
  await add(app, "b", worse, { rank: "1", assignee: { uid: "ada", name: "Ada" } });
  await add(app, "c", worse, { rank: "3" });
  await add(app, "d", clear, { status: "acknowledged" });
  await add(app, "e", clear, { status: "muted", mute: { until: "worse" } });
  await add(app, "f", clear, { status: "closed", isClosed: true, closedAs: "fixed" });
  const states = await home(app);
  expect(states.map(({ connection, open, unassigned }) => [connection.id, open, unassigned])).toEqual([
    [worse, 2, 1],
    [bad, 1, 1],
    [clear, 0, 0],
  ]);
  expect(states[2]).toMatchObject({ acknowledged: 1, muted: 1, groups: [], lastCheck: null, failure: null });
  // What was found stays in the strip, whatever became of it.
  expect(states[2]!.days.at(-1)).toMatchObject({ day: "2026-11-17", severity: "alert", more: 2 });
});

it("lists at most five incidents of a connection and three that began together, most important first", async () => {
  const app = testApp();
  const connection = await connect(app, "1");
  for (const rank of ["1", "3", "4", "5"]) await add(app, `a${rank}`, connection, { rank });
  for (const rank of ["2", "6", "7"]) await add(app, `b${rank}`, connection, { rank, day: "2026-11-14" });
  await add(app, "c8", connection, { rank: "8", day: "2026-11-12" });
  const [state] = await home(app);
  expect(state!.open).toBe(8);
  expect(
    state!.groups.map(({ began, count, incidents }) => [began?.day, count, ...incidents.map(({ id }) => id)]),
  ).toEqual([
    ["2026-11-16", 4, "a1", "a3", "a4"],
    ["2026-11-14", 3, "b2", "b6"],
  ]);
});

it("reads a bounded number of incidents, and still counts all", async () => {
  const app = testApp();
  const connection = await connect(app, "1");
  for (let place = 0; place < 230; place++)
    await add(app, `i${place}`, connection, { rank: String(1_000 + place) });
  const [state] = await home(app);
  expect(state!.open).toBe(230);
  expect(state!.groups[0]!.incidents[0]!.id).toBe("i0");
});

const run = (id: string, lastDay: string, more: object = {}): ShownRun =>
  ({ id, setupId: "s", plan: { lastDay, timeZone: "UTC" }, summary: {}, ...more }) as ShownRun;

it("knows which days were checked, and the report of each", () => {
  const checked = checkedDays(
    [run("r3", "2026-11-17"), run("r2", "2026-11-16"), run("r1", "2026-11-16")],
    [],
  );
  expect(checked.get("2026-11-17")).toBe("r3");
  expect(checked.get("2026-11-16")).toBe("r1");
  expect(checked.get("2026-11-10")).toBe("r1");
  expect(checked.has("2026-11-09")).toBe(false);
  expect(checkedDays([run("r1", "2026-11-16", { summary: null })], []).size).toBe(0);
});

it("shows a problem on all its days, also on those before the days that its last run saw", () => {
  const now = new Date("2026-11-18T12:00:00.000Z");
  const { finding, ...incident } = incidentRecord("i1", "c1");
  const found = { ...finding.found, since: "2026-11-15", until: "2026-11-17", began: "2026-11-13" };
  const days = dayStates({
    checked: new Map(),
    incidents: [{ ...incident, finding: { ...finding, found } }],
    timeZone: "UTC",
    now,
  });
  const bad = days.filter(({ severity }) => severity === "alert");
  expect(bad.map(({ day }) => day)).toEqual(dayRange("2026-11-13", "2026-11-17"));
});

it("shows 28 days up to yesterday, and those without a run as not checked", () => {
  const now = new Date("2026-11-18T12:00:00.000Z");
  const days = dayStates({ checked: new Map([["2026-11-16", "r"]]), incidents: [], timeZone: "UTC", now });
  expect(days).toHaveLength(28);
  expect(days[0]!.day).toBe(addDays("2026-11-17", -27));
  expect(days.slice(-2).map(({ severity, runId }) => [severity, runId])).toEqual([
    ["normal", "r"],
    ["not_checked", null],
  ]);
});

it("knows the last check of a daily setup, however often others run", async () => {
  const app = testApp();
  const setups = await Promise.all(
    ["1000001", "1000002"].map(async (project) => {
      const connection = connectionRecord(`connection-${project}`);
      const setup = { ...setupRecord(`setup-${project}`, connection.id), nextRunAt: null };
      await app.connections.create(ada, connection);
      await app.setups.create(ada, setup);
      return { setup, connection };
    }),
  );
  const put = async (id: string, { setup, connection }: (typeof setups)[number], hoursAgo: number) => {
    const now = new Date(app.clock.now().getTime() - hoursAgo * hourMs);
    const run = newRun({ id, now, setup, connection, trigger: "scheduled", holdsSlot: false });
    const error = { code: "unavailable", message: "Mixpanel is down." };
    const ended = toEndedRun(run, now, { status: "failed", error });
    await app.runs.transact(ada, async (tx) => tx.saveRun({ ...ended, nextSweepAt: null }));
  };
  const [busy, quiet] = setups;
  for (let ago = 0; ago < 100; ago++) await put(`busy-${ago}`, busy!, ago);
  await put("quiet-1", quiet!, 90);
  const states = await home(app);
  expect(states.find(({ connection }) => connection.id === quiet!.connection.id)!.failure).toMatchObject({
    runId: "quiet-1",
  });
});
