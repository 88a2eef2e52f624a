import { describe, expect, it } from "vitest";
import type { CreateChannel, CreatedChannel } from "../../../functions/src/contract/channels/channels.js";
import { detectorKeys } from "../../../functions/src/contract/detectors.js";
import { changeText, headlineOf, sentenceOf } from "../../../functions/src/engine/detectors/words.js";
import { dayMs } from "../../../functions/src/common/time.js";
import { hasEnded } from "../../../functions/src/contract/findings/detector-states.js";
import { dayBegan } from "../../../functions/src/contract/findings/finding.js";
import { beginningOfIncident } from "../../../functions/src/contract/incidents/began-together.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import type { CountHistory } from "../../../functions/src/aggregates/model.js";
import type { PreviousRun, RunInput } from "../../../functions/src/engine/model.js";
import { countInput, selected } from "../../../functions/src/engine/testing/count-history.js";
import { planDeliveries } from "../../../functions/src/features/channels/plan-deliveries.js";
import type { IncidentRecord } from "../../../functions/src/features/incidents/incident-record.js";
import { recordFindings } from "../../../functions/src/testing/record-findings.js";
import type { RunRecord } from "../../../functions/src/features/runs/run-record.js";
import { routeBody } from "../../../functions/src/testing/foreign-calls.js";
import { MemorySlack } from "../../../functions/src/testing/memory/channels/memory-slack.js";
import { findingOf, inStateOf } from "../../../functions/src/features/runs/steps/write-results.js";
import { csvColumns } from "../../../functions/src/contract/results.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import { connectionRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { findingLines } from "../../../functions/src/features/channels/members/finding-lines.js";
import { type FindingGroup, findingGroupOf } from "../../../functions/src/contract/run-summary.js";
import type { StoredFinding } from "../../../functions/src/contract/results.js";
import { deliver } from "../../../functions/src/testing/run-world.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { testApp, type TestApp } from "../../../functions/src/testing/test-app.js";
import type { EventDefinition } from "./data/catalog.js";
import { rowsOn } from "./data/counts.js";
import { type Day, addDays, daysBetween } from "./data/days.js";
import { type FaultSet, faultSets } from "./data/planted.js";
import { createdOn } from "./data/profiles.js";
import { demoAggregates } from "./demo-aggregates.testing.js";
import { demoSeenProfiles } from "./demo-profiles.testing.js";
import { demoDataset } from "./demo-run.testing.js";
import { misreadings } from "./shown-incidents.testing.js";

const anchor = "2026-11-01";
const runDays = daysBetween(anchor, addDays(anchor, 69));
const dataset = demoDataset(anchor);

const propertyFaults = ({ propertyStopped, nullRise, shift }: FaultSet) => [propertyStopped, nullRise, shift];
const userPropertyFaults = ({ userPropertyStopped, userNullRise, userShift }: FaultSet) => [
  userPropertyStopped,
  userNullRise,
  userShift,
];
const countFaults = ({ countDrop, segmentDrop, stopped }: FaultSet) => [
  countDrop,
  segmentDrop.event,
  stopped,
];

// Only the events and properties that a fault affects, with fewer events and profiles than the stand-in has,
// but enough to show every fault. Other tests check for single runs that nothing else is found in the whole
// project.
const faultyProperties = new Set([
  "$os",
  ...faultSets.flatMap(propertyFaults).map(({ property }) => property),
]);
const faultyUserProperties = faultSets.flatMap(userPropertyFaults);
const faultyEvents = new Set(
  faultSets.flatMap((faults) => [
    ...countFaults(faults),
    ...propertyFaults(faults).map(({ event }) => event),
  ]),
);
const events = dataset.events.filter(({ name }) => faultyEvents.has(name));
const exported = {
  ...dataset,
  events: events.map((event) => ({
    ...event,
    volume: Math.min(event.volume, 400),
    properties: event.properties.filter((name) => faultyProperties.has(name)),
  })),
};
const fewerProfiles = { ...dataset, oldProfiles: 700, newProfilesPerDay: 16 };

const historyDays = 63;
const propertyDays = 35;
const allDays = daysBetween(addDays(anchor, 1 - historyDays), runDays.at(-1)!);
const rowsOf = (event: EventDefinition): number[] => allDays.map((day) => rowsOn(dataset, event, day));

/** The counts for a run whose last tested day is `lastDay`, cut from those of all days. */
function countsUpTo(lastDay: Day, rows: ReadonlyMap<string, readonly number[]>): CountHistory {
  const end = allDays.indexOf(lastDay) + 1;
  const cut = <T>(values: readonly T[]): T[] => values.slice(end - historyDays, end);
  return { days: cut(allDays), events: new Map([...rows].map(([name, counts]) => [name, cut(counts)])) };
}

const faultyRows = new Map(events.map((event) => [event.name, rowsOf(event)]));

/** The input of a run with all nine checks. */
function faultyInput(lastDay: Day): RunInput {
  const counts = countsUpTo(lastDay, faultyRows);
  const days = counts.days.slice(-propertyDays);
  return countInput(counts, {
    detectors: detectorKeys.map((key) => selected(key)),
    aggregates: demoAggregates(exported, days[0]!, lastDay, faultyProperties),
    profiles: {
      seen: demoSeenProfiles(fewerProfiles, days, faultyUserProperties),
      created: { days: counts.days, counts: counts.days.map((day) => createdOn(dataset, day)) },
      snapshotDays: new Set(),
      totals: [],
    },
  });
}

const hook = { kind: "webhook", name: "Catalog", url: "https://hooks.example.com/in" } as const;
const slack = { kind: "slack", name: "Alerts", botToken: "xoxb-secret", channel: "C1" } as const;

/** An app with a connection, and a webhook and a Slack channel that receive every message. */
async function routedApp() {
  const app = testApp();
  await app.connections.create(ada, connectionRecord("c"));
  const service = new MemorySlack();
  app.outbound.answer = (request) => (request.url === hook.url ? {} : service.answer(request));
  for (const input of [hook, slack] satisfies CreateChannel[]) {
    const { body } = await app.as("ada").post("/api/v1/channels").send(input).expect(201);
    await app
      .as("ada")
      .post("/api/v1/routes")
      .send(routeBody((body as CreatedChannel).id))
      .expect(201);
  }
  return { app, service };
}

/** Numbers before a percent sign or points. */
const percentsIn = (text: string): number[] =>
  [...text.matchAll(/([\d.,]+)(?:%|\u00a0pts)/g)].map(([, number]) => Number(number!.replaceAll(",", "")));

/**
 * Differences between a row of the inbox and its headline and reason, which messages contain too. `change` is
 * the figure at the end of the row.
 */
function disagreements({ finding: { found, headline, reason } }: IncidentRecord): string[] {
  const change = changeText(found);
  const titled = percentsIn(headline);
  if (change === null || titled.length === 0) return [];
  const told = percentsIn(reason).slice(0, titled.length);
  const expected = change.endsWith("pts") ? [Math.abs(told[0]! - told[1]!)] : told;
  const agree =
    JSON.stringify(titled) === JSON.stringify(told) &&
    JSON.stringify(percentsIn(change)) === JSON.stringify(expected);
  return agree ? [] : [`${change} | ${headline} | ${reason}`];
}

const groupOfChange: Record<string, FindingGroup> = {
  new: "new",
  escalated: "worse",
  regressed: "regressed",
  recovered: "recovered",
  new_level: "recovered",
};

/**
 * Differences between a run's report, file and email, which have its rows, the incidents, which the inbox and Home show,
 * and the messages sent about them.
 */
function differences(
  { outbound }: TestApp,
  slackMessages: MemorySlack["messages"],
  incidents: readonly IncidentRecord[],
  rows: readonly StoredFinding[],
  runId: string,
): string[] {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  const sent = outbound.sent
    .filter(({ url }) => url === hook.url)
    .flatMap(({ body }) => (JSON.parse(body!) as { data: { url: string; changes: SentChange[] } }).data)
    .filter(({ url }) => url.endsWith(`/${runId}`))
    .flatMap(({ changes }) => changes);
  const told = new Map(sent.map((change) => [change.incident_id, change]));
  const listed = rows.flatMap((row) => {
    const group = findingGroupOf(row);
    return row.finding && group !== null ? [{ ...row, finding: row.finding, group }] : [];
  });
  const faults = listed.flatMap((row) => {
    const incident = row.incident && byId.get(row.incident.id);
    if (!incident) return [`${row.entity} has no incident`];
    const { finding, detectorState } = incident;
    const change = told.get(incident.id);
    const [entry] = findingLines([{ ...row, use: null }], { appUrl: "", reportUrl: "" }, true);
    const csv = Object.fromEntries(csvCells(row, row.segment).map((cell, at) => [csvColumns[at]!, cell]));
    const posted = slackMessages.map(({ text, blocks }) => text + blocks);
    const isOver = hasEnded(detectorState);
    // The news of a recovery is only that.
    const newsOf = change ? [finding.headline, ...(isOver ? [] : [finding.reason])] : [];
    const inSlack = newsOf.filter((text) => posted.some((one) => one.includes(text)));
    const inReport = [headlineOf(row.finding), row.state, dayBegan(row.finding), changeText(row.finding)];
    const { day } = beginningOfIncident(incident);
    const inInbox = [finding.headline, detectorState, day, changeText(finding.found)];
    const inMail = [entry!.headline, row.finding.comparedWithLastRun, row.group];
    const since = change?.since ?? day;
    const inMessage = change ? [change.headline, detectorState, groupOfChange[change.change]] : inMail;
    return [
      [inReport, inInbox],
      [inMail, inMessage],
      [
        [row.incident!.rank, day],
        [finding.rank, since],
      ],
      [
        [csv.severity, csv.state, csv.first_bad_day, csv.change_pct],
        [
          isOver ? "normal" : finding.severity,
          detectorState,
          finding.found.since,
          String(row.change_pct ?? ""),
        ],
      ],
      [
        [entry!.reason, sentenceOf(row.finding)],
        [finding.reason, finding.reason],
      ],
      [inSlack, newsOf],
    ]
      .map((pair) => pair.map((shown) => JSON.stringify(shown)))
      .flatMap(([one, other]) => (one === other ? [] : [`${runId}: ${one} and ${other}`]));
  });
  const news = listed.filter(({ group }) => group !== "ongoing" && group !== "known");
  const mailed = new Set(news.map(({ incident }) => incident?.id));
  const onlyMailed = news.filter(({ incident }) => incident && !told.has(incident.id));
  const onlySent = sent.filter(({ incident_id: id }) => !mailed.has(id));
  return [
    ...faults,
    ...onlyMailed.map(({ entity, group }) => `${runId}: ${entity} is ${group} in the email alone`),
    ...onlySent.map(({ headline, change }) => `${runId}: ${headline} (${change}) was sent, but not mailed`),
  ];
}

type SentChange = { incident_id: string; change: string; headline: string; since: string | null };

/** Runs every day. Each run is recorded and announced twice, as after a crash. */
async function runDaily(
  app: TestApp,
  service: MemorySlack,
  input: (lastDay: Day) => RunInput,
): Promise<void> {
  let previous: PreviousRun | null = null;
  for (const lastDay of runDays) {
    const outcome = evaluateRun({ ...input(lastDay), previous });
    const recorded = { runId: `r-${lastDay}`, connectionId: "c", lastTestedDay: lastDay };
    const run = {
      id: recorded.runId,
      setupId: "s",
      setup: { connection: { projectId: "1000001", projectName: "Demo Shop" } },
      summary: { findings: { alerts: 0, warnings: 0 } },
    } as RunRecord;
    let incidentOf: Awaited<ReturnType<typeof recordFindings>> = () => null;
    for (let time = 0; time < 2; time++) {
      incidentOf = await recordFindings(app, ada, recorded, outcome.detectors);
      await planDeliveries(app, ada, run);
      await deliver(app, { times: 2 });
    }
    const incidents = await allIncidents(app.incidents);
    expect(incidents.flatMap(disagreements)).toEqual([]);
    const reported = outcome.detectors
      .flatMap(({ rows }) => rows)
      .flatMap((row) => findingOf(inStateOf(row, incidentOf(row))));
    previous = { lastDay, rows: reported };
    expect(differences(app, service.messages, incidents, reported, recorded.runId)).toEqual([]);
    const found = reported.flatMap(({ incident }) => (incident ? [incident.id] : []));
    expect(await misreadings(app, incidents, found)).toEqual([]);
    app.clock.advance(dayMs);
  }
}

const subject = (entity: string, parent: string | null = null): string =>
  parent === null ? entity : `${entity} of ${parent}`;

/**
 * "Coupon Applied: opened, sent in both, recovered, …" for every incident, from its timeline. "Both" means
 * Slack and the webhook.
 */
async function timelinesOf({ incidents }: TestApp): Promise<string[]> {
  const lines = (await allIncidents(incidents)).map(async ({ id, entity, parent }) => {
    const kinds = (await incidents.timeline(ada, id)).map(({ kind }) => kind);
    const told = kinds.join(", ").replaceAll("sent, sent", "sent in both");
    return `${subject(entity, parent)}: ${told}`;
  });
  return (await Promise.all(lines)).sort();
}

/** "Coupon Applied: new, recovered" for every incident, from the messages that a webhook received. */
async function changesSentTo({ incidents, outbound }: TestApp): Promise<string[]> {
  const told = new Map<string, string[]>();
  for (const { body } of outbound.sent.filter(({ url }) => url === hook.url)) {
    const { data } = JSON.parse(body!) as { data: { changes: { incident_id: string; change: string }[] } };
    for (const { incident_id: id, change } of data.changes) told.set(id, [...(told.get(id) ?? []), change]);
  }
  return (await allIncidents(incidents))
    .map(({ id, entity, parent }) => `${subject(entity, parent)}: ${told.get(id)?.join(", ")}`)
    .sort();
}

async function allIncidents(incidents: TestApp["incidents"]) {
  const open = await incidents.list(ada, { isClosed: false }, { limit: 1_000 });
  const closed = await incidents.list(ada, { isClosed: true }, { limit: 1_000 });
  return [...open.items, ...closed.items];
}

const planted = (faults: FaultSet): string[] => [
  ...countFaults(faults),
  ...propertyFaults(faults).map(({ event, property }) => subject(property, event)),
  ...userPropertyFaults(faults),
];

describe("70 runs of the demo project, day by day", () => {
  // Episodes begin every 14 days. The fifth has the faults of the first, 56 days later, and the sixth has
  // just begun.
  const over = [...faultSets, faultSets[0]!].flatMap(planted);
  const lasting = planted(faultSets[1]!);

  it("create one incident per planted fault, which is opened, announced and recovered once", async () => {
    const { app, service } = await routedApp();
    await runDaily(app, service, faultyInput);
    expect(await timelinesOf(app)).toEqual(
      [
        // Every second episode has too many new profiles. That is within 28 days of the last time, so the
        // incident is back again.
        "(new profiles): opened, sent in both, recovered, sent in both, closed, regressed, reopened, sent in both, recovered, sent in both, closed, regressed, reopened, sent in both, escalated, sent in both, recovered, sent in both, closed",
        ...over.map((name) => `${name}: opened, sent in both, recovered, sent in both, closed`),
        ...lasting.map((name) => `${name}: opened, sent in both`),
      ].sort(),
    );
    expect(await changesSentTo(app)).toEqual(
      [
        "(new profiles): new, recovered, regressed, recovered, regressed, escalated, recovered",
        ...over.map((name) => `${name}: new, recovered`),
        ...lasting.map((name) => `${name}: new`),
      ].sort(),
    );
    // One message per run and channel, even if the run is announced twice. In Slack, later changes are
    // replies, so there is one message per incident.
    const ids = app.outbound.sent
      .filter(({ url }) => url === hook.url)
      .map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(ids.length);
    const posted = service.messages.map(({ id }) => id);
    expect(new Set(posted).size).toBe(posted.length);
    expect(service.messages.filter(({ thread }) => thread)).toHaveLength(over.length + 6);
  });

  it("reopen an incident each time its fault returns within 28 days, and announce it each time", async () => {
    const event = dataset.events.find(({ name }) => name === "Session Started")!;
    const quiet = dataset.events.filter(({ name }) => !faultyEvents.has(name));
    const isBroken = (day: Day): boolean => day >= anchor && daysBetween(anchor, day).length % 24 < 5;
    const rows = new Map(quiet.map((each) => [each.name, rowsOf(each)]));
    rows.set(
      event.name,
      rowsOf(event).map((count, i) => Math.round(isBroken(allDays[i]!) ? count * 0.3 : count)),
    );
    const { app, service } = await routedApp();
    await runDaily(app, service, (lastDay) => countInput(countsUpTo(lastDay, rows)));
    // Drops of five days that are over are no part of what is usual, so the third is an alert at once, as the first was.
    expect(await timelinesOf(app)).toEqual([
      `${event.name}: opened, sent in both, recovered, sent in both, closed, regressed, reopened, sent in both, recovered, sent in both, closed, regressed, reopened, sent in both, recovered, sent in both, closed`,
    ]);
    expect(await changesSentTo(app)).toEqual([
      `${event.name}: new, recovered, regressed, recovered, regressed, recovered`,
    ]);
  });
});
