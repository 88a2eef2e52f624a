import { expect, it } from "vitest";
import { storedFinding } from "../../../contract/findings/rows.testing.js";
import { byRank } from "../../../contract/incidents/rank.js";
import { mostDetailedRows } from "../../../contract/results.js";
import { evaluateRun } from "../../../engine/evaluate/evaluate-run.js";
import { referenceIndex } from "../../../engine/references/reference-index.js";
import { countInput, history, lastDay, selected, steady } from "../../../engine/testing/count-history.js";
import { recordFindings } from "../../../testing/record-findings.js";
import { connectionRecord } from "../../../testing/suites/repository-suite.js";
import { testApp } from "../../../testing/test-app.js";
import { ada } from "../../../testing/tenants.js";
import { reportedChanges } from "../reported-changes.js";
import type { IncidentRecord } from "../../incidents/incident-record.js";
import { readFirstFindings } from "../../runs/finding-files.js";
import { writeResults } from "../../runs/steps/write-results.js";
import { findingLines } from "./finding-lines.js";
import { emptyContext, saveContext } from "../../project-context/stored-context.js";

/** Four events break: the larger the drop, the less the event is used. The last one only warns: one day is not enough for an alert. */
const tails = { Viewed: [60, 60], Shared: [55, 55], Listed: [30, 30], Unused: [0, 0], Slight: [100, 40] };
const ofNumber = (size: number, name: string, tail: number[]) =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`${name} ${index}`, steady(100, tail)]));
const ranking = ["Viewed", "Shared", "Listed", "Unused", "Slight"];

async function recorded(further: Record<string, number[]> = {}) {
  const app = testApp();
  const connection = connectionRecord("c1");
  await app.connections.create(ada, connection);
  const uses = { Viewed: [900], Shared: [5, 5], Listed: [10] };
  const used = Object.entries(uses).flatMap(([event, views]) =>
    views.map((count, index) => ({
      object: {
        kind: "dashboard" as const,
        id: `${event}${index}`,
        name: event,
        owner: null,
        views: count,
        modifiedAt: null,
        parentId: null,
      },
      references: [{ kind: "event" as const, event }],
    })),
  );
  const at = "2026-11-18T00:00:00.000Z";
  await saveContext(app.objects, ada, connection, {
    ...emptyContext(at),
    readAt: at,
    isComplete: true,
    index: referenceIndex(used),
  });
  const broken = Object.fromEntries(Object.entries(tails).map(([event, tail]) => [event, steady(100, tail)]));
  const counts = history({ ...ofNumber(12, "Other", []), ...broken, ...further }, lastDay);
  const { detectors } = evaluateRun(
    countInput(counts, { detectors: [selected("event_count_change", 7, 35)] }),
  );
  const run = { runId: "r1", connectionId: "c1", lastTestedDay: lastDay };
  const incidentOf = await recordFindings(app, ada, run, detectors);
  const [record] = await writeResults(
    app,
    {
      workspaceId: ada,
      record: { id: "r1", detectors: [selected("event_count_change", 7, 35)], startedAt: at },
      step: () => Promise.resolve(),
    },
    detectors.map((outcome) => ({ key: outcome.key, outcome })),
    { incidentOf, verdicts: null },
  );
  const listed = await readFirstFindings(app.objects, record!.findings, mostDetailedRows);
  return { app, incidentOf, listed, rows: detectors.flatMap(({ rows }) => rows) };
}

const subjectOf = ({ subject }: IncidentRecord): string => (subject.kind === "event" ? subject.event : "");

it("every reader names the findings of a run in one order: by severity, then use, then size", async () => {
  const { app, incidentOf, listed, rows } = await recorded();
  // Reports and analyses list a check's findings as they are stored.
  expect(listed.map(({ entity }) => entity)).toEqual(ranking);
  const api = await app.as("ada").get("/api/v1/incidents").expect(200);
  expect((api.body as IncidentRecord[]).map(subjectOf)).toEqual(ranking);
  const changed = (await app.incidents.changedBy(ada, "r1")).toReversed();
  const byId = new Map(changed.map(({ incident }) => [incident.id, subjectOf(incident)]));
  const changes = reportedChanges(changed, () => null);
  expect(changes.map(({ incidentId }) => byId.get(incidentId))).toEqual(ranking);

  const found = rows.flatMap((row) => (row.finding ? { ...row, incident: incidentOf(row)! } : []));
  const report = found.map(({ row, incident }) => ({ entity: row.entity, rank: incident.rank })).sort(byRank);
  expect(report.map(({ entity }) => entity)).toEqual(ranking);
  const mailed = found.map(({ row, segment, finding, incident }) => ({
    ...storedFinding({ detector: row.detector, entity: row.entity, severity: row.severity, reason: "" }),
    segment,
    finding,
    incident,
  }));
  const headlines = findingLines(mailed.toReversed(), { appUrl: "", reportUrl: "" }).map(
    ({ headline }) => headline.split(" ")[0],
  );
  expect(headlines).toEqual(ranking);
});

it("draws the most important findings, however many fell further", async () => {
  const many = { ...ofNumber(210, "Fallen", [10, 10]), ...ofNumber(500, "Steady", []) };
  const { app, listed } = await recorded(many);
  expect(listed).toHaveLength(mostDetailedRows);
  expect(listed[0]!.entity).toBe("Viewed");
  expect(listed.filter(({ series }) => series === null)).toEqual([]);
  const [incident] = (await app.as("ada").get("/api/v1/incidents").expect(200)).body as IncidentRecord[];
  expect(incident!.finding.recentDays?.heights).toHaveLength(28);
});
