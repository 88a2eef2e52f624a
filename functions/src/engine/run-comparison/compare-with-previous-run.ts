import { type DetectorKey, detectorOf, traitsOf } from "../../contract/detectors.js";
import type { ResultRow, RowSeries } from "../../contract/results.js";
import { addDays, type Day } from "../../common/days.js";
import { namesOf, subjectKey } from "../../contract/findings/finding.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import type { DraftRow, PreviousRow, PreviousRun } from "../model.js";
import { isFlagged } from "../result-row.js";
import { shareText, shortDate } from "../text/figures.js";
import { groupBy } from "../../common/group-by.js";
import { directionOf, entityKey, isGenerated } from "../row-key.js";
import { inheritStates } from "./inherit-states.js";
import { isSameProblem, previousRowOf } from "./same-problem.js";

/**
 * Sets each row's state by comparing it with the previous run of the same setup. If that run already tested these days,
 * its states are copied.
 * @param key the detector of all drafts
 * @param previous null if the setup has no earlier run, so everything is new
 */
export function compareWithPreviousRun(
  key: DetectorKey,
  drafts: readonly DraftRow[],
  previous: PreviousRun | null,
  lastDay: Day,
): DraftRow[] {
  return previous && previous.lastDay >= lastDay
    ? inheritStates(drafts, previous.rows)
    : deriveStates(key, drafts, previous, lastDay);
}

/**
 * The engine's README has the full table. In short: `new` the first time, `ongoing` while it lasts, `recovered` once it is
 * over or no longer found, `new_level` if it is no longer found only because the baseline adapted. Rows of findings that
 * ended have severity normal and the figures that they had.
 */
function deriveStates(
  key: DetectorKey,
  drafts: readonly DraftRow[],
  previous: PreviousRun | null,
  lastDay: Day,
): DraftRow[] {
  const before = (previous?.rows ?? []).filter(({ detector }) => detector === key);
  const sameBefore = groupBy(before, entityKey);
  const stops = groupBy(
    (previous?.rows ?? []).filter(
      (row) => row.detector === stopBehind(key) && (isFlagged(row) || row.state === "recovered"),
    ),
    ({ subject }) => subjectKey(subject),
  );
  const stated = drafts.map((draft) =>
    isFlagged(draft.row)
      ? statedFinding(
          draft,
          sameBefore.get(entityKey(draft.row)) ?? [],
          stops.get(subjectKey(draft.row.subject)) ?? [],
        )
      : { ...draft },
  );
  const flaggedBefore = before.filter(isFlagged);
  if (flaggedBefore.length === 0) return stated;
  const entities = new Map(stated.map((draft, index) => [entityKey(draft.row), index]));
  const found = groupBy(
    stated.filter(({ row }) => row.state === "new" || row.state === "ongoing" || row.state === "recovered"),
    ({ row }) => entityKey(row),
  );
  const isFound = (row: PreviousRow): boolean =>
    (found.get(entityKey(row)) ?? []).some((draft) => isSameAs(draft, row));

  for (const row of flaggedBefore) {
    if (isFound(row) || row.provisional === true) continue;
    const index = entities.get(entityKey(row));
    const current = index === undefined ? undefined : stated[index];
    if (current && current.row.state === null && !isFlagged(current.row)) {
      const ended = endedFinding(current, row, lastDay);
      if (ended) stated[index!] = ended;
    } else if (current ? isFlagged(current.row) : isGenerated(row) && !hasMemberFlagged(stated, row)) {
      stated.push(endedCopy(row, lastDay));
    }
  }
  return stated;
}

/**
 * The detector of stops that findings of this detector fold into. A finding left over after a stop isn't new:
 * it existed during the stop, but was folded.
 */
const stopBehind = (key: DetectorKey): string | undefined =>
  traitsOf(key).family === "values"
    ? undefined
    : detectorOf(key).foldsInto.find((other) => isStop(other as DetectorKey));

const isStop = (key: DetectorKey): boolean => traitsOf(key).stopOf !== null;

const isSameAs = (draft: DraftRow, before: PreviousRow): boolean =>
  isSameProblem(before, previousRowOf(draft), draft.direction);

/**
 * Sets the state of a row that is flagged now.
 * @param before the entity's rows in the previous run
 * @param stops the rows of the entity's stop in the previous run
 */
function statedFinding(
  draft: DraftRow,
  before: readonly PreviousRow[],
  stops: readonly ResultRow[],
): DraftRow {
  const same = before.filter((row) => isSameAs(draft, row) && !isOtherProjectChange(row, draft.row));
  const isLeftByStop = draft.direction !== 1 && stops.some((stop) => overlaps(stop, draft.row));
  const wasFlagged = isLeftByStop || same.some((row) => isFlagged(row) || row.state === "folded");
  if (draft.isOpen) return withState(draft, wasFlagged ? "ongoing" : "new");
  // A closed streak stays in the window for some days. If it was already reported, it isn't new.
  const wasReported = same.some((row) => row.state !== null && overlaps(row, draft.row));
  if (!wasFlagged && !wasReported) return withState(draft, "new");
  return { ...draft, row: { ...draft.row, severity: "normal", state: "recovered" } };
}

const withState = (draft: DraftRow, state: "new" | "ongoing"): DraftRow => ({
  ...draft,
  row: { ...draft.row, state },
});

/** The project can change more than once within a window, and each change has its own row. */
const isOtherProjectChange = (before: ResultRow, now: SubjectRow): boolean =>
  now.subject.kind === "project" && !overlaps(before, now);

const overlaps = (a: ResultRow, b: ResultRow): boolean =>
  (a.first_bad_day ?? "") <= (b.last_day ?? "") && (b.first_bad_day ?? "") <= (a.last_day ?? "");

/**
 * Makes the row of an entity that was flagged before and isn't now. Returns null if the entity can no longer
 * be checked, since that doesn't mean that it recovered. The exception is a level that fell too low to be
 * checked: that is a new level.
 */
function endedFinding(current: DraftRow, before: PreviousRow, lastDay: Day): DraftRow | null {
  const isNewLevel = hasNewLevel(current, before);
  if (current.row.severity === "inconclusive" && !isNewLevel) return null;
  const row = endedRow(before, isNewLevel ? "new_level" : "recovered", current, lastDay);
  const series = () => markedSeries(current.series(), before);
  return { ...current, row, series, ...segmentOf(before), direction: directionOf(before), isOpen: false };
}

/** The current chart, with the days of the ended finding marked. */
function markedSeries(
  series: RowSeries | null,
  { first_bad_day: from, last_day: to }: ResultRow,
): RowSeries | null {
  if (series === null || series.kind === "distribution" || !from || !to) return series;
  const isFlaggedDay = (day: Day): boolean => from <= day && day <= to;
  if (series.kind === "nulls")
    return { ...series, days: series.days.map((one) => ({ ...one, isFlagged: isFlaggedDay(one.day) })) };
  return { ...series, days: series.days.map((one) => ({ ...one, isFlagged: isFlaggedDay(one.day) })) };
}

/** Whether the level has moved, in the same direction, by half the threshold or more since before the finding. */
function hasNewLevel({ levelChange }: DraftRow, before: SubjectRow): boolean {
  const direction = directionOf(before);
  if (levelChange === null || direction === 0 || before.threshold_pct === null) return false;
  return direction * levelChange >= before.threshold_pct / 200;
}

function endedRow(
  before: PreviousRow,
  state: "recovered" | "new_level",
  current: DraftRow | null,
  lastDay: Day,
): SubjectRow {
  const { segment: _segment, causeDetail: _cause, version: _version, ...cells } = before;
  const since = before.last_day === null ? lastDay : earlier(addDays(before.last_day, 1), lastDay);
  const ending =
    state === "new_level"
      ? `New level since ${shortDate(since)}: ${shareText(Math.abs(current?.levelChange ?? 0))} ` +
        `${directionOf(before) < 0 ? "below" : "above"} the level before the incident. The baseline has adapted.`
      : `Back to normal since ${shortDate(since)}.`;
  return {
    ...cells,
    severity: "normal",
    state,
    provisional: false,
    reason: `${ending} Before: ${before.reason}`,
  };
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);

/** The added row of a finding that ended because the direction changed or the root row is gone. */
function endedCopy(before: PreviousRow, lastDay: Day): DraftRow {
  return {
    row: endedRow(before, "recovered", null, lastDay),
    series: () => null,
    cause: null,
    ...segmentOf(before),
    isAnalysed: false,
    direction: directionOf(before),
    isOpen: false,
    levelChange: null,
  };
}

const segmentOf = ({ segment, version }: PreviousRow): Pick<DraftRow, "segment" | "version"> => ({
  ...(segment && { segment }),
  ...(version && { version }),
});

/** Whether any member of a former root row is still flagged, so that the root's finding hasn't ended. */
function hasMemberFlagged(drafts: readonly DraftRow[], { subject: root, detector }: SubjectRow): boolean {
  return drafts.some(({ row: { severity, subject } }) => {
    if (!isFlagged({ severity })) return false;
    if (root.kind === "project") return traitsOf(detector).stopOf === "event";
    if (root.kind !== "group") return false;
    switch (root.of.by) {
      case "event":
        return namesOf(subject).event === root.of.event;
      case "property":
        return namesOf(subject).property === root.of.property;
      case "segment":
        return subjectKey(subject) === subjectKey(root);
    }
  });
}
