import { expect, it } from "vitest";
import { addDays, dayRange } from "../../common/days.js";
import { clockOf, hoursOf } from "../../common/hours.js";
import { dayIn } from "../../common/time.js";
import { at, events, hourlyWorld, passHours, timeZone, today, usual } from "../../testing/hourly-world.js";
import { connectionId, deliver, runsOf, setupId, workspaceId } from "../../testing/run-world.js";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import type { TestApp } from "../../testing/test-app.js";
import { newBillingLimits, periodRows } from "../billing/account/billing-limits.js";
import { initialBilling } from "../billing/account/run-permission.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import { getDetectorResult } from "../reports/get-detector-result.js";
import { getReport } from "../reports/get-report.js";
import { getBillingEstimate } from "../setups/get-estimate.js";
import { startRun } from "../runs/lifecycle/start-run.js";

async function learned(app: TestApp) {
  const incidents = app.db.all<IncidentRecord>(workspaceId, "incidents");
  const timelines = await Promise.all(incidents.map(({ id }) => app.incidents.timeline(workspaceId, id)));
  return {
    headlines: incidents.map(({ finding }) => finding.headline),
    states: incidents.map(({ detectorState }) => detectorState),
    timeline: timelines.flat().map(({ kind }) => kind),
    mails: app.mailer.sent.map(({ subject }) => subject),
  };
}

const refused = new MixpanelError("plan", "Query API", "402");
const noon = at(12);
const nothing = { headlines: [], states: [], timeline: [], mails: [] };
const first = "No Checkout Started since 12:00 (27 expected in 1 hour)";

it("tells once about an event that is silent since noon, and the next days confirm the same incident", async () => {
  const app = await hourlyWorld({ from: noon, until: Infinity });
  await passHours(app, 14);
  expect(await learned(app)).toEqual(nothing);
  await passHours(app, 1);
  expect(await learned(app)).toEqual({
    headlines: [first],
    states: ["new"],
    timeline: ["opened"],
    mails: [first],
  });
  const [incident] = app.db.all<IncidentRecord>(workspaceId, "incidents");
  expect(incident!.finding.found.figures).toMatchObject({
    ofDay: {
      observed: [
        ...hoursOf(today, timeZone)
          .slice(0, 12)
          .map((start) => usual(events[0]!, clockOf(start, timeZone))),
        0,
      ],
    },
    arriving: [0, 0],
    ofDayBefore: {
      observed: hoursOf(today, timeZone).map((start) => usual(events[0]!, clockOf(start, timeZone))),
    },
  });
  await passHours(app, 4);
  expect(await learned(app)).toEqual({
    headlines: ["No Checkout Started since 12:00 (143 expected in 5 hours)"],
    states: ["ongoing"],
    timeline: ["opened"],
    mails: [first],
  });
  await passHours(app, 5);
  expect(await learned(app)).toEqual({
    headlines: ["Checkout Started down 70% since Nov 18, about 12:00"],
    states: ["ongoing"],
    timeline: ["opened", "confirmed"],
    mails: [first],
  });
  await passHours(app, 12);
  expect(await learned(app)).toMatchObject({
    headlines: ["No Checkout Started since Nov 18, 12:00 (399 expected in 22 hours)"],
    mails: [first],
  });
  await passHours(app, 12);
  expect(await learned(app)).toEqual({
    headlines: ["Checkout Started stopped on Nov 18, about 12:00"],
    states: ["ongoing"],
    timeline: ["opened", "confirmed", "confirmed"],
    mails: [first],
  });
  expect(await runsOf(app)).toSatisfy((runs: { status: string }[]) =>
    runs.every(({ status }) => status === "completed"),
  );
});

it("tells when the events arrive again, and the whole day is no news", async () => {
  const app = await hourlyWorld({ from: noon, until: at(20) });
  await passHours(app, 20);
  expect(await learned(app)).toMatchObject({ states: ["ongoing"], timeline: ["opened"] });
  await passHours(app, 3);
  expect(await learned(app)).toMatchObject({ states: ["recovered"], timeline: ["opened", "recovered"] });
  await passHours(app, 5);
  expect(await learned(app)).toEqual({
    headlines: ["Checkout Started down 50% since Nov 18, about 12:00"],
    states: ["recovered"],
    timeline: ["opened", "recovered"],
    mails: [first],
  });
});

it("says nothing of an incident that is muted or acknowledged, however often a run and its tasks are repeated", async () => {
  const app = await hourlyWorld({ from: noon, until: Infinity });
  await passHours(app, 15);
  const [incident] = app.db.all<IncidentRecord>(workspaceId, "incidents");
  await app
    .as("ada")
    .post("/api/v1/incidents/actions")
    .send({ ids: [incident!.id], action: { kind: "mute", mute: { until: "unmuted" } } })
    .expect(200);
  await passHours(app, 3);
  await startRun(app, workspaceId, setupId);
  await deliver(app, { times: 2 });
  const { timeline, mails } = await learned(app);
  expect({ timeline, mails }).toEqual({ timeline: ["opened", "muted"], mails: [first] });
  const [last] = await runsOf(app);
  expect(last).toMatchObject({
    trigger: "manual",
    summary: { findings: { known: 1 } },
  });
});

it.each([
  [
    "without the Query API",
    "no_query_api",
    (app: TestApp) => app.mixpanel.failures.set("eventNames", refused),
  ],
  [
    "when Mixpanel refuses them",
    "unavailable",
    (app: TestApp) => app.mixpanel.failures.set("eventHours", refused),
  ],
  [
    "when they don't add up to the day's count",
    "unavailable",
    ({ mixpanel }: TestApp) => {
      const { hoursOf: known } = mixpanel;
      mixpanel.hoursOf = (days) =>
        new Map(
          [...known(days)].map(([event, byDay]) => [
            event,
            new Map([...byDay].map(([day, rows]) => [day, rows.map((count) => Math.round(count / 2))])),
          ]),
        );
    },
  ],
])("checks days alone %s, and the report says so", async (_case, status, spoil) => {
  const app = await hourlyWorld({ from: noon, until: Infinity });
  spoil(app);
  await passHours(app, 1);
  const [last] = await runsOf(app);
  expect((await getReport(app, workspaceId, last!.id)).hours).toMatchObject({ status });
  expect(await learned(app)).toEqual(nothing);
});

it("doesn't blame the Query API's absence if the counts can't be read", async () => {
  const app = await hourlyWorld({ from: noon, until: Infinity }, [
    "event_count_change",
    "event_property_null_rate",
  ]);
  app.mixpanel.failures.set("eventCounts", new MixpanelError("unavailable", "Query API", "503"));
  await passHours(app, 1);
  const [last] = await runsOf(app);
  expect((await getReport(app, workspaceId, last!.id)).hours).toMatchObject({ status: "unavailable" });
});

it("tests hours although what is learned of late rows can't be stored", async () => {
  const app = await hourlyWorld({ from: Infinity, until: Infinity });
  const update = app.objects.update.bind(app.objects);
  app.objects.update = async (path, ...rest) => {
    if (path.endsWith("hours.json")) throw new Error("Precondition failed, five times.");
    return update(path, ...rest);
  };
  await passHours(app, 3);
  const runs = await runsOf(app);
  expect(runs.map(({ status }) => status)).toEqual(Array<string>(runs.length).fill("completed"));
  expect(runs[0]).toMatchObject({ hours: { status: "tested" } });
});

it("finds nothing in a healthy project, with one request an hour and one more at noon, and costs what a daily setup costs", async () => {
  const app = await hourlyWorld({ from: Infinity, until: Infinity });
  await passHours(app, 2);
  app.mixpanel.calls.length = 0;
  await passHours(app, 10);
  const requests = [...Array<string>(10).fill("eventHours"), "eventCounts"];
  expect(app.mixpanel.calls.toSorted()).toEqual(requests.toSorted());
  expect(await learned(app)).toEqual(nothing);
  const [last] = await runsOf(app);
  expect(last).toMatchObject({ rowsCounted: 0, hours: { status: "tested", day: today, untilHour: "10:00" } });
});

it("says the hour of a daily setup's finding, read once, and keeps it", async () => {
  const daily = { scheduleCron: "0 6 * * *", nextRunAt: "2026-11-18T06:05:00.000Z" };
  const app = await hourlyWorld({ from: at(14, "2026-11-17"), until: Infinity }, undefined, daily);
  await passHours(app, 1);
  const headline = "Checkout Started down 58% since Nov 17, about 14:00";
  expect(await learned(app)).toMatchObject({ headlines: [headline], mails: [headline] });
  expect(app.mixpanel.calls.filter((call) => call === "eventHours")).toHaveLength(1);
  const [incident] = app.db.all<IncidentRecord>(workspaceId, "incidents");
  expect(incident!.finding.found.onset).toEqual({ day: "2026-11-17", hour: "14:00" });
  app.mixpanel.failures.set("eventHours", refused);
  await startRun(app, workspaceId, setupId);
  await deliver(app);
  const [again] = await runsOf(app);
  const { detectors } = await getReport(app, workspaceId, again!.id);
  const onsets = detectors.flatMap(({ topRows }) => topRows.map(({ finding }) => finding!.onset));
  expect(onsets).toEqual([{ day: "2026-11-17", hour: "14:00" }]);
  const counted = (day: string) => hoursOf(day, timeZone).map((_, hour) => usual(events[0]!, hour));
  const { rows } = await getDetectorResult(app, workspaceId, again!.id, "event_count_change");
  expect(rows.map(({ hours }) => hours)).toMatchObject([
    {
      day: "2026-11-17",
      hours: 10,
      untilHour: "24:00",
      ofDay: { observed: counted("2026-11-17").map((rows, hour) => (hour < 14 ? rows : 0)) },
      ofDayBefore: { observed: counted("2026-11-16") },
    },
  ]);
});

it("says the hour without the Query API, from the rows that it has read", async () => {
  const daily = { scheduleCron: "0 6 * * *", nextRunAt: "2026-11-18T06:05:00.000Z" };
  const silence = { from: at(14, "2026-11-17"), until: Infinity };
  const app = await hourlyWorld(silence, undefined, daily);
  await withoutQueryApi(app, silence);
  await passHours(app, 1);
  const headline = "Checkout Started down 58% since Nov 17, about 14:00";
  expect(await learned(app)).toMatchObject({ headlines: [headline], mails: [headline] });
  expect(new Set(app.mixpanel.calls)).toEqual(new Set(["exportEvents"]));
  const [run] = await runsOf(app);
  const { rows } = await getDetectorResult(app, workspaceId, run!.id, "event_count_change");
  const counted = hoursOf("2026-11-17", timeZone).map((_, hour) => (hour < 14 ? usual(events[0]!, hour) : 0));
  expect(rows[0]!.hours).toMatchObject({ day: "2026-11-17", hours: 10, ofDay: { observed: counted } });
});

it("has the day alone if its hours can't be read", async () => {
  const daily = { scheduleCron: "0 6 * * *", nextRunAt: "2026-11-18T06:05:00.000Z" };
  const app = await hourlyWorld({ from: at(14, "2026-11-17"), until: Infinity }, undefined, daily);
  app.mixpanel.failures.set("eventHours", refused);
  await passHours(app, 1);
  expect((await learned(app)).headlines).toEqual(["Checkout Started down 58% since Nov 17"]);
});

it("finds nothing in events that arrive late, not even once drops and spikes are checked, and bills each day once", async () => {
  const often = { scheduleCron: "5 */3 * * *", nextRunAt: "2026-11-18T06:05:00.000Z" };
  // 40% arrive more than 3 hours late, and 10% more than 6.
  const late = (ageHours: number) => (ageHours < 3 ? 0.4 : ageHours < 6 ? 0.3 : ageHours < 9 ? 0.1 : 0);
  const app = await hourlyWorld({ from: Infinity, until: Infinity }, undefined, often, late);
  app.db.set(workspaceId, "account", workspaceId, {
    activeRunId: null,
    billing: {
      ...initialBilling,
      freeQuotaUsed: 1,
      hasPaymentMethod: true,
      limits: { ...newBillingLimits, anchorAt: "2026-11-15T00:00:00.000Z" },
    },
  });
  await passHours(app, 10 * 24);
  expect(await learned(app)).toEqual(nothing);
  const runs = await runsOf(app);
  expect(runs.length).toBeGreaterThan(75);
  expect(runs.every(({ hours }) => hours?.status === "tested")).toBe(true);
  const { items } = await app.billing.usage(workspaceId, { limit: 100 });
  expect(items.map(({ rows }) => rows)).toEqual(Array<number>(10).fill(8));
  const { limits } = (await app.runs.account(workspaceId)).billing;
  expect(periodRows(limits, app.clock.now())).toBe(10 * 8);
  expect((await getBillingEstimate(app, workspaceId)).monthlyRows).toBe(Math.round((365 / 12) * 8));
});

/** Takes the Query API from the project, and serves a row a minute or more of two of its events instead. */
async function withoutQueryApi(app: TestApp, { from, until }: { from: number; until: number }) {
  const connection = (await app.connections.find(workspaceId, connectionId))!;
  await app.connections.applyVerification(workspaceId, connectionId, connection.revision, {
    capabilities: { ...connection.capabilities!, queryApi: false },
  });
  app.mixpanel.eventsOf = (days) =>
    dayRange(addDays(days.from, -1), days.to).flatMap((day) =>
      hoursOf(day, timeZone).flatMap((start) =>
        events.slice(0, 2).flatMap((event) => {
          const isSilent = event === events[0] && from <= start && start < until;
          const utcDay = dayIn("UTC", new Date(start));
          if (isSilent || utcDay < days.from || utcDay > days.to) return [];
          return Array.from({ length: usual(event, clockOf(start, timeZone)) }, (_, minute) => ({
            event,
            properties: { time: start / 1000 + 30 * minute },
          }));
        }),
      ),
    );
}
