import { hasEnded } from "../../contract/findings/detector-states.js";
import type { IncidentFinding } from "../../contract/incidents.js";
import type { SameDayChange } from "../../contract/incidents/began-together.js";
import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import { glanceSeries } from "../../contract/findings/glance-series.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import {
  type Finding as DetectorFinding,
  isOfHours,
  type Subject,
  subjectKey,
} from "../../contract/findings/finding.js";
import type { UseSummary } from "../../contract/integrations/project-context.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { ResultRow, RowSeries } from "../../contract/results.js";
import { causeOf, headlineOf, rankOf, segmentOf, sentenceOf, sizeOf } from "../../engine/detectors/words.js";
import { rowsOfFile } from "../../engine/evaluate/conclude-run.js";
import type { DetectorOutcome, FinishedRow } from "../../engine/model.js";
import { groupBy } from "../../common/group-by.js";
import { isFlagged } from "../../engine/result-row.js";
import { toInstant } from "../../common/time.js";
import { dayBars } from "../messages/finding-chart.js";
import { type AssessRun, beganOn, type IncidentOf } from "../runs/steps/write-results.js";
import {
  applyRun,
  isLongOver,
  openedBy,
  sinceFirstDay,
  type Flagged,
  type Normal,
  type TestedRun,
} from "./apply-run.js";
import type { IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";
import { latestByKey, type RunVerdicts } from "./record-incidents.js";
import { incidentId, isSameFamily, problemDirection, problemKey } from "./problem-key.js";

type Find<Result> = (
  deps: Parameters<AssessRun>[0],
  workspaceId: WorkspaceId,
  connectionId: string,
) => Promise<Result>;

/** What is known of a connection's project. Incidents are below the project's context, so they are handed it. */
type ProjectContext = {
  findUse: Find<(subject: Subject) => UseSummary | null>;
  findSameDayChange: Find<(finding: DetectorFinding) => SameDayChange | null>;
};

/** What an incident's finding takes from the project's context. */
type InContext = Pick<IncidentFinding, "rank" | "sameDayChange">;

type FoundRow = FinishedRow & { finding: DetectorFinding };
type Found = { row: FoundRow; key: string };

const isFound = (row: FinishedRow): row is FoundRow => row.finding !== null;

/**
 * Compares a run's findings with a connection's incidents and changes nothing: until the run is committed, it may be
 * cancelled. `recordIncidents` then applies the verdicts.
 */
export const assessRun =
  ({ findUse, findSameDayChange }: ProjectContext): AssessRun =>
  async (deps, workspaceId, { runId, connectionId, lastTestedDay, versionDays, hours }, outcomes) => {
    const { incidents, clock } = deps;
    const [useOf, changeOf] = await Promise.all([
      findUse(deps, workspaceId, connectionId),
      findSameDayChange(deps, workspaceId, connectionId),
    ]);
    const inContext = (finding: DetectorFinding): InContext => ({
      rank: rankOf(finding, (subject) => useCount(useOf(subject))),
      sameDayChange: changeOf(finding),
    });
    const findings = strongestByKey(outcomes.flatMap((outcome) => outcome.rows));
    const followed = await incidents.followed(workspaceId, connectionId);
    const waitsForVersion = followed.some(({ mute }) => mute?.until === "next_version");
    const tested = {
      id: runId,
      lastTestedDay,
      ...(waitsForVersion && { versionDays: [...versionDays()] }),
      ...(hours && { hours: { day: hours.day, until: hours.until } }),
    };
    const run: TestedRun = { ...tested, endedAt: toInstant(clock.now()) };
    const known = latestByKey(followed.filter((incident) => !isLongOver(incident, lastTestedDay)));
    const found = [...findings.values()].map(({ row: found, key }) => {
      const { row, segment, finding } = found;
      return {
        problem: {
          id: incidentId(connectionId, key, isOfHours(finding) ? finding.until : lastTestedDay),
          key,
          connectionId,
          subject: row.subject,
          entity: row.entity,
          parent: row.parent,
          segment,
          direction: problemDirection(row),
        },
        verdict: flaggedVerdict(found, inContext(finding), run, known.get(key)),
      };
    });
    const unfound = [...known.values()].filter(({ key }) => !findings.has(key));
    const bySubject = rowsOfSubjects(outcomes, new Set(unfound.map(({ subject }) => subjectKey(subject))));
    const endings = new Map(
      outcomes
        .flatMap(({ rows }) => rows.filter(isFound))
        .filter(({ row }) => !isFlagged(row))
        .map((ending) => [problemKey(ending.row, ending.segment), ending]),
    );
    const testedInHours = new Set(hours?.events);
    const ended = unfound.flatMap((incident) => {
      if (isOverInHours(incident, testedInHours)) {
        const verdict: Normal = { kind: "normal", isNewLevel: false, finding: null, isOfHours: true };
        return [{ id: incident.id, key: incident.key, verdict }];
      }
      const verdict = endOf(incident, bySubject.get(subjectKey(incident.subject)) ?? []);
      if (!verdict) return [];
      const last = endings.get(incident.key);
      const { severity } = incident.finding;
      const finding = last ? { ...incidentFinding(last, incident.finding, run, incident), severity } : null;
      return [{ id: incident.id, key: incident.key, verdict: { ...verdict, finding } }];
    });
    const verdicts: RunVerdicts = { run: tested, connectionId, found, ended };

    const after = new Map(known);
    const put = (key: string, change: IncidentChange) => change && after.set(key, change.incident);
    for (const { problem, verdict } of found) {
      const before = known.get(problem.key);
      put(problem.key, before ? applyRun(before, verdict, run) : openedBy(problem, verdict, run));
    }
    for (const { key, verdict } of ended) put(key, applyRun(known.get(key)!, verdict, run));
    return {
      verdicts,
      incidentOf: ({ row, segment, finding }) => {
        const incident =
          isFlagged(row) || hasEnded(row.state) ? after.get(problemKey(row, segment)) : undefined;
        if (!incident) return null;
        if (!finding || !isFlagged(row)) return findingIncident(incident, row, incident.finding, run);
        const { firstBadDay, sameDayChange } = incident.finding;
        const context = inContext(finding);
        // The row is shown with the incident's first day, so with what happened on that day.
        const isOlder = beganOn(finding, firstBadDay).began !== null;
        return findingIncident(incident, row, isOlder ? { ...context, sameDayChange } : context, run);
      },
    };
  };

const useCount = (use: UseSummary | null) => ({
  views: use?.views ?? 0,
  objects: Object.values(use?.counts ?? {}).reduce((total, count) => total + count, 0),
});

/**
 * Closed incidents stay known. An acknowledged or muted incident that this run found to be worse is reported again. The
 * end of an acknowledged incident is reported, too, because somebody is waiting for it; only by the run that saw it end.
 */
function findingIncident(
  { id, status, detectorState: state, finding, recoveredOn }: IncidentRecord,
  row: ResultRow,
  { rank, sameDayChange }: InContext,
  run: TestedRun,
): ReturnType<IncidentOf> {
  const isWorse = finding.runId === run.id && (state === "escalating" || state === "regressed");
  // A day on which some hours were bad that are over, as people know.
  const isOverByHours = recoveredOn !== null && (row.last_day ?? "") >= run.lastTestedDay;
  const isSetAside = isFlagged(row)
    ? status === "closed" || (status !== "open" && !isWorse) || isOverByHours
    : status === "muted" || status === "closed" || recoveredOn !== run.lastTestedDay;
  const { firstBadDay } = finding;
  return { id, isKnown: isSetAside, state, rank, sameDayChange, now: null, firstBadDay };
}

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

/** Of the same days, the finding of whole days counts; hours tell more only of a later day. */
function isStronger(a: DetectorFinding, b: DetectorFinding): boolean {
  if (isOfHours(a) !== isOfHours(b)) return isOfHours(a) ? a.until > b.until : a.until >= b.until;
  return a.severity === b.severity ? sizeOf(a) > sizeOf(b) : a.severity === "alert";
}

/**
 * Whether the events of an incident of silent hours arrive again. Hours with too few or too many events end with their day:
 * the next hours alone don't tell.
 */
const isOverInHours = (
  { subject, finding: { found } }: IncidentRecord,
  tested: ReadonlySet<string>,
): boolean =>
  isOfHours(found) &&
  found.figures.observed === 0 &&
  (subject.kind === "event" ? tested.has(subject.event) : tested.size > 0);

const flaggedVerdict = (
  row: FoundRow,
  context: InContext,
  run: TestedRun,
  before: IncidentRecord | undefined,
): Flagged => ({
  kind: "flagged",
  finding: incidentFinding(row, context, run, before),
  effect: sizeOf(row.finding),
  isOver: row.finding.until < run.lastTestedDay,
  isOngoing: row.row.state === "ongoing",
});

/** @param before the incident that it is about, if it is known: its first day stays while it lasts */
function incidentFinding(
  { row, finding: found, segment, series, breakdown }: FoundRow,
  { rank, sameDayChange }: InContext,
  run: TestedRun,
  before: IncidentRecord | undefined,
): IncidentFinding {
  const finding: IncidentFinding = {
    found,
    rank,
    sameDayChange,
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
  if (!before) return finding;
  const lasting = sinceFirstDay(before, finding);
  const since = beganOn(found, lasting.firstBadDay);
  return { ...lasting, found: since, headline: headlineOf(since), reason: sentenceOf(since) };
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
function endOf(incident: IncidentRecord, same: readonly SubjectRow[]): Omit<Normal, "finding"> | null {
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
