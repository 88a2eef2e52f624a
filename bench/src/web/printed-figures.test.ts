import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { descriptors } from "../../../functions/src/contract/detectors/descriptors.js";
import type { ConnectionState } from "../../../functions/src/contract/home.js";
import type { Incident } from "../../../functions/src/contract/incidents.js";
import { csvColumns, type StoredFinding } from "../../../functions/src/contract/results.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import { expectRoundTrip } from "../../../functions/src/engine/testing/round-trip.js";
import {
  byImportance,
  causeOf,
  changeText,
  headlineOf,
  segmentOf,
  sentenceOf,
  subjectName,
} from "../../../functions/src/engine/detectors/words.js";
import type { DetectorOutcome } from "../../../functions/src/engine/model.js";
import { lineOf } from "../../../functions/src/features/channels/delivery-message.js";
import { reportedChanges } from "../../../functions/src/features/channels/reported-changes.js";
import { findingsMail } from "../../../functions/src/features/channels/members/run-mail.js";
import type { RunRecord } from "../../../functions/src/features/runs/run-record.js";
import { findingOf, inStateOf } from "../../../functions/src/features/runs/steps/write-results.js";
import { recordFindings } from "../../../functions/src/testing/record-findings.js";
import { connectionRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { testApp } from "../../../functions/src/testing/test-app.js";
import { demoReport } from "./demo-report.js";
import { demoOutcomes, lastDay, sample, type SampleIncident, type SampleReport } from "./sample-report.js";

/** What each screen and message says of one finding. */
type Told = {
  row: StoredFinding;
  incident: Incident;
  /** The incident's headline on Home, if it is one of those listed there. */
  home: string | null;
  mail: string;
  mailHtml: string;
  slack: string;
  csv: Record<string, string>;
};

async function tellEverybody(outcomes: readonly DetectorOutcome[]): Promise<Told[]> {
  const app = testApp();
  await app.connections.create(ada, connectionRecord("c1"));
  const incidentOf = await recordFindings(
    app,
    ada,
    { runId: "r1", connectionId: "c1", lastTestedDay: lastDay },
    outcomes,
  );
  const rows = outcomes.flatMap((outcome) => outcome.rows).map((row) => inStateOf(row, incidentOf(row)));
  const found = rows
    .flatMap(findingOf)
    .filter(({ severity }) => severity === "alert" || severity === "warning");
  const incidents = (await app.as("ada").get("/api/v1/incidents").expect(200)).body as Incident[];
  const [home] = (await app.as("ada").get("/api/v1/home").expect(200)).body as ConnectionState[];
  expect(home!.open).toBe(found.length);
  const onHome = home!.groups.flatMap((group) => group.incidents);
  expect(onHome.length).toBeGreaterThan(0);
  const changes = reportedChanges(await app.incidents.changedBy(ada, "r1"), () => null);
  const run = { setup: { name: "Daily", connection: { projectId: "1", projectName: null } }, plan: null };
  const links = {
    appUrl: "https://a.test",
    reportUrl: "https://a.test/r",
    unsubscribeUrl: "https://a.test/u",
  };
  return found.map((row) => {
    const change = changes.find(({ incidentId }) => incidentId === row.incident!.id)!;
    const { headline, reason } = lineOf(change, links.appUrl);
    const { id } = row.incident!;
    const mail = findingsMail(run as RunRecord, [{ ...row, use: null }], links);
    return {
      row,
      incident: incidents.find((incident) => incident.id === id)!,
      home: onHome.find((incident) => incident.id === id)?.finding.headline ?? null,
      mail: mail.text.replace(/\s+/g, " "),
      mailHtml: textOfHtml(mail.html),
      slack: `${headline}. ${reason}`,
      csv: Object.fromEntries(csvCells(row, row.segment).map((cell, index) => [csvColumns[index]!, cell])),
    };
  });
}

/** The text that somebody reads in an HTML email. */
const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, " ");

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const percent = (value: number): string =>
  `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)}%`;
const tenth = (value: number): number => Math.round(10 * value) / 10;

/**
 * A finding's figures, computed from the days or cells of its chart alone: the column of the file, its value, and how
 * sentences print it.
 */
function figuresOf({
  row: { series, breakdown, segment, detector },
}: Told): [string, number, string | null][] {
  if (detector.endsWith("_stopped")) return [["observed", 0, null]];
  if (segment) {
    const { before, after } = breakdown!.segments.find(({ value }) => value === segment.value)!;
    return [
      ["observed", tenth(100 * after), percent(100 * after)],
      ["expected", tenth(100 * before), percent(100 * before)],
    ];
  }
  switch (series!.kind) {
    case "counts": {
      const days = series!.days.filter(({ isFlagged }) => isFlagged);
      const observed = sum(days.map((day) => day.observed));
      const expected = sum(days.map((day) => day.expected ?? 0));
      const change = 100 * (Math.round(observed) / Math.round(expected) - 1);
      return [
        ["days", days.length, null],
        ["observed", observed, whole(observed)],
        ["expected", tenth(expected), whole(expected)],
        ["change_pct_beyond_project", tenth(100 * (observed / expected - 1)), percent(Math.abs(change))],
      ];
    }
    case "nulls": {
      const shareOf = (isFlagged: boolean) => {
        const days =
          series!.kind === "nulls" ? series!.days.filter((day) => day.isFlagged === isFlagged) : [];
        const missing = sum(days.map((day) => day.absent + day.null + day.empty));
        return (100 * missing) / sum(days.map(({ rows }) => rows));
      };
      return [["observed", tenth(shareOf(true)), percent(tenth(shareOf(true)))]];
    }
    case "distribution": {
      const shifted = 100 * sum(series!.cells.map(({ before, after }) => Math.max(0, after - before)));
      return [["observed", tenth(shifted), percent(tenth(shifted))]];
    }
  }
}

it("every figure of a fresh run of the demo project follows from its chart, and is the same wherever it stands", async () => {
  const told = await tellEverybody(demoOutcomes());
  expect(told.length).toBeGreaterThan(8);
  let compared = 0;
  for (const one of told) {
    const { row, incident, home, mail, mailHtml, slack, csv } = one;
    const name = `${row.detector} of ${row.entity}`;
    expect(slack, name).toBe(`${incident.finding.headline}. ${incident.finding.reason}`);
    for (const text of [incident.finding.headline, incident.finding.reason]) {
      expect(mail, name).toContain(text);
      compared++;
    }
    // Headlines differ in HTML: their segment is a chip beside them.
    expect(mailHtml, name).toContain(incident.finding.reason);
    if (home !== null) expect(home, name).toBe(incident.finding.headline);
    // Reports and analyses make their texts from the finding with these two functions.
    expect(headlineOf(row.finding!), name).toBe(incident.finding.headline);
    expect(sentenceOf(row.finding!), name).toBe(incident.finding.reason);
    compared += 3;
    for (const column of ["first_bad_day", "threshold_pct", "change_pct", "z"] as const)
      expect(csv[column], `${name}: ${column}`).toBe(row[column] === null ? "" : String(row[column]));
    expect(incident.finding.firstBadDay).toBe(csv.first_bad_day);
    for (const [column, value, printed] of figuresOf(one)) {
      expect(Math.abs(Number(csv[column]) - value), `${name}: ${column}`).toBeLessThanOrEqual(0.11);
      compared++;
      if (printed === null) continue;
      expect(slack, `${name}: ${column}`).toContain(printed);
      compared++;
    }
  }
  expect(compared).toBeGreaterThanOrEqual(40);
});

const committed = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../web/src/features/${name}`, import.meta.url), "utf8")) as T;

/** The numbers before a percent sign. */
const percentsIn = (text: string): string[] => [...text.matchAll(/[\d.,]+(?=%)/g)].map(([number]) => number);

it("every percentage of a use case is one that the sample report prints of the same finding", () => {
  const { analyses } = committed<SampleReport>("reports/demo/sample-report.json");
  let compared = 0;
  for (const { key, useCase } of descriptors) {
    const { rows } = analyses.find(({ result }) => result.id === key)!.result;
    const row = rows.find(({ finding, entity }) => finding && useCase.example.includes(entity));
    const { finding } = row ?? rows[0]!;
    const printed = percentsIn([headlineOf, sentenceOf, causeOf].map((text) => text(finding!)).join(" "));
    for (const percent of percentsIn(useCase.example)) {
      expect(printed, `${key}: ${percent}%`).toContain(percent);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(5);
});

it("the landing page says what the sample report says: findings, segments, figures and cause", () => {
  const { run, analyses } = committed<SampleReport>("reports/demo/sample-report.json");
  const landing = committed<ReturnType<typeof demoReport>>("landing/demo-report.json");
  const { alerts, warnings } = run.summary!.findings;
  expect(landing.counts).toEqual({ alert: alerts, warning: warnings });
  const rows = analyses.flatMap(({ result }) => result.rows).sort(byImportance);
  const firsts = rows.filter(
    ({ detector }, place) => rows.findIndex((row) => row.detector === detector) === place,
  );
  expect(landing.findings).toEqual(
    firsts.slice(0, landing.findings.length).map(({ detector, severity, finding }) => ({
      detector,
      severity,
      ...subjectName(finding!),
      segment: segmentOf(finding!),
      change: changeText(finding!),
    })),
  );
  const { finding, series } = firsts[0]!;
  const { shown } = landing;
  expect(shown.missing).toBe(whole(shown.expected - shown.observed));
  expect(shown.sentence).toBe(sentenceOf(finding!));
  expect(shown.causeSentence.replaceAll("`", "")).toBe(`${causeOf(finding!)}.`);
  expect(finding!.figures).toMatchObject({ observed: shown.observed, expected: shown.expected });
  expect(finding).toMatchObject({ days: shown.days, since: shown.firstBadDay });
  expect(finding!.cause).toMatchObject({ part: shown.cause.part, usual: shown.cause.usual });
  expect(series).toMatchObject({ weekdayShape: shown.weekdayShape, tested: { from: shown.testedFrom } });
});

it("the public pages match the engine's current results for the demo project (to update: npm run landing-data)", async () => {
  expect(expectRoundTrip(demoOutcomes().flatMap(({ rows }) => rows))).toBeGreaterThan(8);
  const { report, incident, outcomes } = await sample();
  const landing = demoReport(outcomes);
  expect(landing).toEqual(committed<typeof landing>("landing/demo-report.json"));
  expect(report).toEqual(committed<SampleReport>("reports/demo/sample-report.json"));
  // The landing page's chart leads to the incident.
  expect(incident.incident.entity).toBe(landing.shown.entity);
  expect(incident).toEqual(committed<SampleIncident>("incidents/sample/sample-incident.json"));
});
