import type { DetectorKey } from "@contract/detectors";
import { subjectCells, toFinding } from "@contract/findings/csv-row";
import type { Subject } from "@contract/findings/finding";
import { resultColumns, type CountSeries, type DetailedRow } from "@contract/results";
import type { CsvData, DetectorResult, ReportDetector, RunReport } from "@contract/runs";
import type { Page } from "@playwright/test";
import { aSummary } from "../../src/testing/builders";
import { change } from "../journeys/network";
import type { Ids } from "./staging";

export const playReport =
  (edit: (report: RunReport) => RunReport) =>
  (page: Page, { runId }: Ids) =>
    change(page, `/api/v1/runs/${runId}/report`, edit);

/** Edits a check's analysis, and builds the CSV table from the same rows. */
export const playAnalysis =
  (key: DetectorKey, edit: (detector: DetectorResult) => DetectorResult) =>
  async (page: Page, { runId }: Ids) => {
    let rows: readonly DetailedRow[] = [];
    const path = `/api/v1/runs/${runId}/detectors/${key}`;
    await change<DetectorResult>(page, path, (detector) => {
      const edited = edit(detector);
      rows = edited.rows;
      return edited;
    });
    await change<CsvData>(page, `${path}/csv-data`, (csv) => ({
      ...csv,
      rows: rows.map((row) => resultColumns.map((column) => String(row[column] ?? ""))),
    }));
  };

const withoutResult = { summary: null, rowsAnalysed: null, rowsCounted: null, detectors: [] };

export const failed = (report: RunReport): RunReport => ({
  ...report,
  ...withoutResult,
  status: "failed",
  error: {
    code: "credentials",
    message:
      "Mixpanel rejected the service account. Check its username and secret on the connection, and that it has not expired.",
  },
});

export const cancelled = (report: RunReport): RunReport => ({
  ...report,
  ...withoutResult,
  status: "cancelled",
  error: { code: "cancelled", message: "Cancelled by you." },
});

export const running = (report: RunReport): RunReport => ({
  ...report,
  ...withoutResult,
  status: "running",
  startedAt: new Date(Date.now() - 42_000).toISOString(),
  finishedAt: null,
  progress: { step: "Reading days", done: 41, total: 63 },
});

export const partial = (report: RunReport): RunReport => ({
  ...report,
  status: "partial",
  summary: report.summary && { ...report.summary, alerts: 5, warnings: 0, failed: 4 },
  detectors: report.detectors.map((detector) =>
    detector.id.startsWith("user_")
      ? { ...silenced(detector), severity: "failed", reason: noProfiles }
      : detector,
  ),
});

const noProfiles = "The service account may not read user profiles; give it the Admin role and run again.";

/** No check found anything, and one is still waiting for its baseline. */
export const quiet = (report: RunReport): RunReport => ({
  ...report,
  summary: aSummary({ passed: 8, inconclusive: 1 }),
  comparedWith: daysBefore(report, 1),
  detectors: report.detectors.map((detector) =>
    detector.id === "user_profile_count_change"
      ? waiting(detector)
      : { ...silenced(detector), severity: "normal" },
  ),
});

/**
 * The same project some days later: all events had a bad day, one drop is ongoing, one has recovered, one has
 * become the new level, and the other findings are unchanged.
 */
export const followedUp = (report: RunReport): RunReport => ({
  ...report,
  summary: aSummary({ alerts: 3, warnings: 2, passed: 3, inconclusive: 1 }),
  comparedWith: daysBefore(report, 1),
  detectors: report.detectors.map((detector) => {
    if (detector.id === "user_profile_count_change") return waiting(detector);
    if (detector.id === "event_count_change") {
      const topRows = laterCounts(detector.topRows);
      return {
        ...detector,
        topRows,
        counts: { ...detector.counts, flagged: 2, new: 0, ongoing: 1, recovered: 2 },
      };
    }
    if (detector.id === "event_property_stopped" || detector.id === "user_property_stopped")
      return { ...silenced(detector), severity: "normal" };
    const isNew = detector.id === "event_property_distribution";
    return {
      ...detector,
      topRows: detector.topRows.map((row) => ({ ...row, state: isNew ? "new" : "ongoing" })),
      counts: { ...detector.counts, new: isNew ? 1 : 0, ongoing: isNew ? 0 : 1 },
    };
  }),
});

export const followedUpCounts = (detector: DetectorResult): DetectorResult => ({
  ...detector,
  rows: laterCounts(detector.rows),
  counts: { ...detector.counts, flagged: 2, new: 0, ongoing: 1, recovered: 2 },
});

/**
 * The demo's two drops turned into an ongoing one, a recovered one, one that became the new level, and a day
 * on which the whole project dropped.
 */
function laterCounts([first, second, ...others]: readonly DetailedRow[]): DetailedRow[] {
  if (!first || !second) return [...others];
  const over = endedOn(second, 1, "Back to normal since");
  return [
    { ...first, state: "ongoing" },
    wholeProject(first),
    over,
    about(
      { kind: "event", event: "Video Played to the End of the Second Chapter (autoplay off)" },
      {
        ...over,
        state: "new_level",
        reason: `The level has followed: it lies 24% below the one before the incident. Before: ${second.reason}`,
      },
    ),
  ];
}

/** The row with another subject, and the finding that follows from its cells. */
const about = (subject: Subject, row: DetailedRow): DetailedRow => ({
  ...row,
  ...subjectCells(subject),
  finding: toFinding(
    { ...row, subject },
    { ...row, cause: row.causeDetail, version: null, renamedTo: null, strongestObserved: null },
  ),
});

/** A finding whose streak ended some days before the last day. */
function endedOn(row: DetailedRow, days: number, told: string): DetailedRow {
  const last = shifted(row.last_day, -days);
  return about(row.finding!.subject, {
    ...row,
    severity: "normal",
    state: "recovered",
    last_day: last,
    days: 1,
    reason: `${told} ${shortDate(shifted(last, 1))}. Before: ${row.reason}`,
    series: row.series?.kind === "counts" ? backToNormal(row.series, last) : row.series,
  });
}

const backToNormal = (series: CountSeries, last: string): CountSeries => ({
  ...series,
  days: series.days.map((day) =>
    day.day > last ? { ...day, isFlagged: false, observed: Math.round(day.expected ?? day.observed) } : day,
  ),
});

/** One day on which all events dropped, with an expected range that includes the drop. */
function wholeProject(row: DetailedRow): DetailedRow {
  const day = shifted(row.first_bad_day, -1);
  return about(
    { kind: "project" },
    {
      ...row,
      severity: "warning",
      state: "recovered",
      first_bad_day: day,
      last_day: day,
      days: 1,
      observed: 21_904,
      expected: 34_225,
      range_low: 29_800,
      range_high: 39_300,
      change_pct: -36,
      change_pct_beyond_project: 0,
      cause: null,
      causeDetail: null,
      reason: "All activity −36%: holiday, outage, SDK release or billing.",
      series: row.series?.kind === "counts" ? withProjectDay(row.series, day) : row.series,
    },
  );
}

const withProjectDay = (series: CountSeries, projectDay: string): CountSeries => ({
  ...series,
  days: series.days.map((day) =>
    day.day === projectDay
      ? { ...day, isProjectDay: true, projectChange: -0.36, ...scaled(day, 0.64) }
      : { ...day, isFlagged: false },
  ),
});

const scaled = ({ expected, low, high }: CountSeries["days"][number], by: number) => ({
  observed: Math.round((expected ?? 0) * by * 1.02),
  expected: expected === null ? null : expected * by,
  low: low === null ? null : low * by,
  high: high === null ? null : high * by,
});

export const quietResult = (detector: DetectorResult): DetectorResult => ({
  ...detector,
  ...quietCounts(detector),
  severity: "normal",
  rows: [],
});

export const waitingResult = (detector: DetectorResult): DetectorResult => ({
  ...detector,
  ...quietCounts(detector),
  ...inconclusive,
  rows: [],
});

export const failedResult = (detector: DetectorResult): DetectorResult => ({
  ...detector,
  ...quietCounts(detector),
  severity: "failed",
  reason: noProfiles,
  rows: [],
});

const inconclusive = {
  severity: "inconclusive",
  reason: "baseline being recorded: 2 daily snapshots of the number of profiles, 8 are needed.",
  recorded: { known: 2, needed: 8 },
} as const;

const waiting = (detector: ReportDetector): ReportDetector => ({ ...silenced(detector), ...inconclusive });

const silenced = (detector: ReportDetector): ReportDetector => ({
  ...detector,
  ...quietCounts(detector),
  topRows: [],
});

const quietCounts = ({ counts }: Pick<ReportDetector, "counts">) => ({
  counts: { ...counts, flagged: 0, alerts: 0, warnings: 0, new: 0 },
});

const shifted = (day: string | null, by: number): string =>
  new Date(Date.parse(`${day ?? "2026-01-01"}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

const shortDate = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });

const daysBefore = ({ createdAt }: RunReport, days: number): string =>
  new Date(Date.parse(createdAt) - days * 86_400_000).toISOString();
