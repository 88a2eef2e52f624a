import { detectorKeys, type DetectorKey } from "@contract/detectors";
import type { Subject } from "@contract/findings/finding";
import { storedFinding } from "@contract/findings/rows.testing";
import { resultColumns, type CountSeries, type DetailedRow, type SegmentBreakdown } from "@contract/results";
import type { CsvData, DetectorResult, ReportDetector, RowCounts, RunReport } from "@contract/runs";
import { aRun, aSummary } from "./builders";

/** The last tested day of every report built here. */
export const lastDay = "2026-11-19";

const dayAt = (offset: number): string =>
  new Date(Date.parse(`${lastDay}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);

/** Nine weeks at 1,000 a day (800 to 1,200 expected); the last three days fall to 400 and are flagged. */
export const aCountSeries = (change: Partial<CountSeries> = {}): CountSeries => ({
  kind: "counts",
  days: Array.from({ length: 63 }, (_, index) => ({
    day: dayAt(index - 62),
    observed: index > 59 ? 400 : 1000,
    expected: 1000,
    low: 800,
    high: 1200,
    projectChange: 0,
    isProjectDay: false,
    isFlagged: index > 59,
  })),
  tested: { from: dayAt(-6), to: lastDay },
  weekdayShape: [1, 1, 1, 1, 0.8, 0.5, 0.6],
  ...change,
});

/** A new alert: 3,655 of 9,474 since Nov 17. Its finding follows from the cells. */
export function aRow({
  series = null,
  breakdown = null,
  incident = null,
  finding: given,
  ...change
}: Partial<DetailedRow> & { subject?: Subject } = {}): DetailedRow {
  const {
    subject: _,
    version: __,
    finding,
    ...row
  } = storedFinding({
    severity: "alert",
    state: "new",
    entity: "checkout_completed",
    first_bad_day: "2026-11-17",
    last_day: lastDay,
    days: 3,
    observed: 3655,
    expected: 9474,
    change_pct: -61.4,
    change_pct_beyond_project: -61.4,
    range_low: 8320,
    range_high: 10790,
    reason: "checkout_completed had 3,655 rows on the last 3 days.",
    usual_pct: 9,
    z: 9.1,
    z_needed: 4.5,
    provisional: false,
    baseline_from: "2026-09-18",
    baseline_to: "2026-11-12",
    baseline_days: 56,
    detector: "event_count_change",
    series,
    ...change,
  });
  return { ...row, finding: given ?? finding, series, breakdown, incident };
}

/**
 * Five weeks by operating system. On Linux, which has 3% of the events, 75% of the values are missing for the
 * last three days.
 */
export const aBreakdown = (change: Partial<SegmentBreakdown> = {}): SegmentBreakdown => {
  const days = Array.from({ length: 35 }, (_, index) => dayAt(index - 34));
  const segment = (value: string | null, usual: number, after = 0) => ({
    value,
    isNamed: value === "Linux",
    part: value === "Linux" ? 0.98 : 0.01,
    usual,
    before: 0,
    after,
    daily: days.map((day) => (day < "2026-11-17" ? 0 : after)),
    expectedDaily: null,
  });
  return {
    dimension: "$os",
    measure: "missing",
    days,
    firstBadDay: "2026-11-17",
    segments: [
      segment("Android", 0.6),
      segment("iOS", 0.36),
      segment("Linux", 0.03, 0.75),
      segment(null, 0.01),
    ],
    ...change,
  };
};

/** A finding for category on Product List Viewed: missing only in Linux. */
export const aSegmentRow = (change: Parameters<typeof aRow>[0] = {}): DetailedRow =>
  aRow({
    detector: "event_property_null_rate",
    entity: "category",
    parent: "Product List Viewed",
    observed: 75,
    expected: 0,
    change_pct: 75,
    change_pct_beyond_project: null,
    range_low: null,
    range_high: null,
    usual_pct: 2,
    cause: "$os = Linux: 98% of the missing values (3% of all events); inside 0% → 75%, elsewhere 0%",
    reason:
      "`category`: 75% of Linux's Product List Viewed events have had no category since Nov 17 (0% before); elsewhere 0%. $os = Linux is 3% of these events.",
    causeDetail: {
      property: "$os",
      values: [{ value: "Linux", part: 0.98, usual: 0.03, before: 0, after: 0.75 }],
      part: 0.98,
      usual: 0.03,
      before: 0,
      after: 0.75,
      others: [],
    },
    series: {
      kind: "nulls",
      days: Array.from({ length: 35 }, (_, index) => ({
        day: dayAt(index - 34),
        rows: 1000,
        absent: index > 31 ? 23 : 0,
        null: 0,
        empty: 0,
        isFlagged: false,
      })),
      tested: { from: dayAt(-6), to: lastDay },
      limitShare: 0.1,
      alertShare: 0.3,
    },
    segment: { dimension: "$os", value: "Linux" },
    breakdown: aBreakdown(),
    ...change,
  });

const someCounts = (change: Partial<RowCounts> = {}): RowCounts => ({
  analysed: 231,
  flagged: 0,
  alerts: 0,
  warnings: 0,
  inconclusive: 0,
  recovered: 0,
  new: 0,
  worse: 0,
  regressed: 0,
  ongoing: 0,
  known: 0,
  ...change,
});

/** A normal check with 231 rows and a readable name: "Check event_stopped". */
export const aReportDetector = (
  id: DetectorKey,
  { counts, ...change }: Partial<Omit<ReportDetector, "counts">> & { counts?: Partial<RowCounts> } = {},
): ReportDetector => ({
  id,
  useCaseKey: id,
  name: `Check ${id}`,
  severity: "normal",
  reason: null,
  recorded: null,
  settings: { checkBackDays: 7, thresholdPercent: 30 },
  counts: someCounts(counts),
  topRows: [],
  ...change,
});

/** A completed run with nine normal checks, except for those given. */
export const aReport = ({ detectors = [], ...change }: Partial<RunReport> = {}): RunReport => ({
  ...aRun({ summary: aSummary() }),
  detectors: detectorKeys.map((key) => detectors.find(({ id }) => id === key) ?? aReportDetector(key)),
  window: { lastDay, timeZone: "America/New_York" },
  historyDays: null,
  tooLargeEvents: [],
  segmentProperties: [],
  areSegmentsMissing: false,
  hours: null,
  comparedWith: "2026-11-16T09:00:00.000Z",
  sameDaysAs: null,
  ...change,
});

export const aDetectorResult = ({
  counts,
  ...change
}: Partial<Omit<DetectorResult, "counts">> & { counts?: Partial<RowCounts> } = {}): DetectorResult => ({
  id: "event_count_change",
  useCaseKey: "event_count_change",
  name: "Event count spike/drop",
  severity: "alert",
  reason: null,
  recorded: null,
  settings: { checkBackDays: 7, thresholdPercent: 30 },
  counts: someCounts({ flagged: 1, alerts: 1, new: 1, ...counts }),
  createdAt: "2026-11-20T09:41:00.000Z",
  runId: "r1",
  setupName: "Core funnel tracking",
  window: { lastDay, timeZone: "America/New_York" },
  rows: [aRow({ series: aCountSeries() })],
  ...change,
});

/** The rows as in the CSV file. */
export const someCsvData = (rows: readonly DetailedRow[], change: Partial<CsvData> = {}): CsvData => ({
  headers: [...resultColumns],
  rows: rows.map((row) => resultColumns.map((column) => String(row[column] ?? ""))),
  totalRows: 231,
  filteredRows: rows.filter(({ severity }) => severity === "alert" || severity === "warning").length,
  note: null,
  ...change,
});
