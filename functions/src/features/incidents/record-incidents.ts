import type { IncidentFinding } from "../../contract/incidents.js";
import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import { glanceSeries } from "../../contract/findings/glance-series.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import { type Finding as DetectorFinding, subjectKey } from "../../contract/findings/finding.js";
import type { FindingIncident, ResultRow, RowSeries } from "../../contract/results.js";
import { causeOf, headlineOf, segmentOf, sentenceOf, sizeOf } from "../../engine/detectors/words.js";
import { rowsOfFile } from "../../engine/evaluate/conclude-run.js";
import type { DetectorOutcome, FinishedRow } from "../../engine/model.js";
import { groupBy } from "../../common/group-by.js";
import { isFlagged } from "../../engine/result-row.js";
import { eachOf } from "../../common/each-of.js";
import { toInstant } from "../../common/time.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { dayBars } from "../messages/finding-chart.js";
import { applyRun, isLongOver, openedBy, type TestedRun, unfollowed, type Verdict } from "./apply-run.js";
import type { IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";
import { incidentId, isSameFamily, problemDirection, problemKey } from "./problem-key.js";

type Deps = Pick<Dependencies, "incidents" | "clock">;
type Found = { row: FinishedRow & { finding: DetectorFinding }; key: string };

/**
 * Updates a connection's incidents after a run: they open, escalate, end or come back. The same run may be recorded
 * again.
 * @param outcomes of the detectors that could run
 * @returns a function that finds the incident of a row that is flagged or has ended; it returns null for other rows, and
 * for rows without an incident
 */
export async function recordIncidents(
  deps: Deps,
  workspaceId: WorkspaceId,
  { runId, connectionId, lastTestedDay, versionDays = () => [] }: RecordedRun,
  outcomes: readonly DetectorOutcome[],
): Promise<IncidentOf> {
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  const findings = strongestByKey(rows);
  const followed = await deps.incidents.followed(workspaceId, connectionId);
  const waitsForVersion = followed.some(({ mute }) => mute?.until === "next_version");
  const run: TestedRun = {
    id: runId,
    lastTestedDay,
    endedAt: toInstant(deps.clock.now()),
    ...(waitsForVersion && { versionDays: versionDays() }),
  };
  const [longOver, current] = [true, false].map((isOver) =>
    followed.filter((incident) => isLongOver(incident, lastTestedDay) === isOver),
  ) as [IncidentRecord[], IncidentRecord[]];
  const known = latestByKey(current);
  const after = new Map(known);
  const change = async (id: string, key: string, to: (before: IncidentRecord | null) => IncidentChange) => {
    const incident = await deps.incidents.change(workspaceId, id, to);
    if (incident) after.set(key, incident);
  };

  await eachOf(
    [...findings.values()],
    parallel,
    async ({ row, key }) => {
      const verdict = flaggedVerdict(row, run);
      const before = known.get(key);
      if (before) {
        await change(before.id, key, (stored) => stored && applyRun(stored, verdict, run));
        return;
      }
      const { subject, entity, parent } = row.row;
      const { segment } = row;
      const id = incidentId(connectionId, key, lastTestedDay);
      const direction = problemDirection(row.row);
      const problem = { id, key, connectionId, subject, entity, parent, segment, direction };
      await change(id, key, (stored) => (stored ? null : openedBy(problem, verdict, run)));
    },
    rethrow,
  );
  const unfound = [...known.values()].filter(({ key }) => !findings.has(key));
  const bySubject = rowsOfSubjects(outcomes, new Set(unfound.map(({ subject }) => subjectKey(subject))));
  await eachOf(
    unfound,
    parallel,
    async (incident) => {
      const verdict = endOf(incident, bySubject.get(subjectKey(incident.subject)) ?? []);
      if (verdict)
        await change(incident.id, incident.key, (stored) => stored && applyRun(stored, verdict, run));
    },
    rethrow,
  );
  await eachOf(
    longOver,
    parallel,
    async ({ id }) => {
      await deps.incidents.change(workspaceId, id, (stored) => stored && unfollowed(stored, run));
    },
    rethrow,
  );
  return ({ row, segment }) => {
    const incident = isFlagged(row) || hasEnded(row) ? after.get(problemKey(row, segment)) : undefined;
    return incident ? findingIncident(incident, row, run) : null;
  };
}

type RecordedRun = {
  runId: string;
  connectionId: string;
  lastTestedDay: string;
  /** Days on which an app version reached 5% of the events. Called only if an incident is muted until the next version. */
  versionDays?: () => readonly string[];
};

/** The incident that a row of the run belongs to. */
export type IncidentOf = (row: Pick<FinishedRow, "row" | "segment">) => FindingIncident | null;

const hasEnded = ({ state }: ResultRow): boolean => state === "recovered" || state === "new_level";

/**
 * Closed incidents stay known. An acknowledged or muted incident that this run found to be worse is reported again. The
 * end of an acknowledged incident is reported, too, because somebody is waiting for it.
 */
function findingIncident(
  { id, status, detectorState, finding }: IncidentRecord,
  row: ResultRow,
  run: TestedRun,
): FindingIncident {
  const isWorse =
    finding.runId === run.id && (detectorState === "escalating" || detectorState === "regressed");
  const isSetAside = isFlagged(row)
    ? status === "closed" || (status !== "open" && !isWorse)
    : status === "muted" || status === "closed";
  return { id, isKnown: isSetAside, isWorse, now: null };
}

const parallel = 10;
const rethrow = (_item: unknown, error: unknown): never => {
  throw error;
};

/** Collects only the rows of some subjects, because all rows of a large project don't fit in memory at once. */
function rowsOfSubjects(
  outcomes: readonly DetectorOutcome[],
  subjects: ReadonlySet<string>,
): Map<string, SubjectRow[]> {
  const found: SubjectRow[] = [];
  if (subjects.size > 0)
    for (const outcome of outcomes)
      for (const { row } of rowsOfFile(outcome)) if (subjects.has(subjectKey(row.subject))) found.push(row);
  return groupBy(found, ({ subject }) => subjectKey(subject));
}

/** The rows that are flagged in their own right, one per problem: an alert before a warning, then the larger change. */
function strongestByKey(rows: readonly FinishedRow[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const row of rows) {
    const { finding } = row;
    if (!finding || finding.severity === "normal") continue;
    const key = problemKey(row.row, row.segment);
    const other = found.get(key);
    if (!other || isStronger(finding, other.row.finding)) found.set(key, { row: { ...row, finding }, key });
  }
  return found;
}

const isStronger = (a: DetectorFinding, b: DetectorFinding): boolean =>
  a.severity === b.severity ? sizeOf(a) > sizeOf(b) : a.severity === "alert";

function latestByKey(incidents: readonly IncidentRecord[]): Map<string, IncidentRecord> {
  const oldestFirst = [...incidents].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return new Map(oldestFirst.map((incident) => [incident.key, incident]));
}

function flaggedVerdict(
  { row, finding: found, segment, series, breakdown }: FinishedRow & { finding: DetectorFinding },
  run: TestedRun,
): Extract<Verdict, { kind: "flagged" }> {
  const finding: IncidentFinding = {
    found,
    headline: headlineOf(found),
    severity: found.severity === "alert" ? "alert" : "warning",
    detector: found.detector,
    firstBadDay: found.since,
    observed: row.observed,
    expected: row.expected,
    changePct: row.change_pct,
    thresholdPct: row.threshold_pct,
    cause: causeOf(found),
    causeSegment: causeSegmentOf(found),
    reason: sentenceOf(found),
    runId: run.id,
    recentDays: recentDays(glanceSeries({ series, segment, breakdown, last_day: row.last_day })),
  };
  return { kind: "flagged", finding, effect: sizeOf(found), isOver: found.until < run.lastTestedDay };
}

/** The segment that a finding is about, and the share of the change that it explains, if known. */
function causeSegmentOf(finding: DetectorFinding): IncidentFinding["causeSegment"] {
  const segment = segmentOf(finding);
  if (!segment) return null;
  const { cause } = finding;
  const [only, ...others] = cause?.values ?? [];
  const isSame =
    cause?.property === segment.dimension && others.length === 0 && only?.value === segment.value;
  return { ...segment, share: isSame ? cause.part : null };
}

function recentDays(series: RowSeries | null): IncidentFinding["recentDays"] {
  const bars = dayBars(series, 28);
  return (
    bars && {
      heights: bars.map(({ height }) => Math.round(100 * height)),
      flaggedDays: bars.flatMap(({ isFlagged }, place) => (isFlagged ? [place] : [])),
    }
  );
}

/**
 * The verdict that ends an incident for which a run has no finding. Null if the run can't tell: it checked something else,
 * checked less strictly or came to no verdict, or the finding is now part of another one.
 * @param same the run's rows of the incident's event or property
 */
function endOf(incident: IncidentRecord, same: readonly SubjectRow[]): Verdict | null {
  const { finding } = incident;
  const judged = same.filter(
    ({ detector, threshold_pct: threshold }) =>
      seesWhatEnds(detector, finding.detector) &&
      (threshold === null || finding.thresholdPct === null || threshold <= finding.thresholdPct),
  );
  const newLevel = judged.find(({ state }) => state === "new_level");
  const normal = newLevel ?? judged.find(({ severity }) => severity === "normal");
  if (!normal) return null;
  const isStillFound = same.some(
    (row) =>
      isSameFamily(row.detector, finding.detector) &&
      (row.state === "folded" || (isFlagged(row) && problemDirection(row) === incident.direction)),
  );
  if (isStillFound) return null;
  return { kind: "normal", isNewLevel: newLevel !== undefined };
}

/** Whether a normal verdict of `detector` ends a finding of `found`. Data that still arrives doesn't rule out a drop. */
const seesWhatEnds = (detector: DetectorKey, found: DetectorKey): boolean =>
  detector === found || (isSameFamily(detector, found) && detectorOf(detector).foldsInto.includes(found));
