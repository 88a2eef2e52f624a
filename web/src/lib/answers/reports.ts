import { defaultCheckBackDays, defaultThresholdPercent, detectorKeys } from "@contract/detectors";
import { detectorSeverities, resultColumns, rowSeverities } from "@contract/results";
import { each, fieldsOf, numberOf, withDefaults } from "./fields";
import { normalizeRun } from "./runs";

/** A run with its checks. Checks that this release does not know are left out, since they cannot be shown. */
export function normalizeReport(value: unknown) {
  const { detectors, ...run } = fieldsOf(value);
  return {
    ...normalizeRun(run),
    ...withDefaults(
      {
        comparedWith: run.comparedWith,
        sameDaysAs: run.sameDaysAs,
        historyDays: run.historyDays,
        tooLargeEvents: run.tooLargeEvents,
        areSegmentsMissing: run.areSegmentsMissing,
        hours: run.hours,
      },
      {
        comparedWith: null,
        sameDaysAs: null,
        historyDays: null,
        tooLargeEvents: [],
        areSegmentsMissing: false,
        hours: null,
      },
    ),
    detectors: (Array.isArray(detectors) ? detectors : []).map(normalizeReportDetector).filter(isKnown),
  };
}

export function normalizeDetectorResult(value: unknown) {
  const { rows, ...fields } = fieldsOf(value);
  const detector = withDefaults(normalizeDetector(fields, rows), {
    createdAt: new Date(0).toISOString(),
    setupName: "",
    window: null,
  });
  return { ...detector, rows: normalizeRows(rows, detector.id) };
}

/** A table with all cells as text. Missing totals default to the number of rows in the answer. */
export function normalizeCsvData(value: unknown) {
  const { headers, rows, totalRows, filteredRows, note = null } = fieldsOf(value);
  const list: unknown[] = Array.isArray(rows) ? rows : [];
  return {
    headers: Array.isArray(headers) ? headers.map(String) : [],
    rows: list.map((row) => (Array.isArray(row) ? row.map(cellText) : [])),
    totalRows: numberOf(totalRows) ?? list.length,
    filteredRows: numberOf(filteredRows) ?? list.length,
    note,
  };
}

const cellText = (cell: unknown): string =>
  typeof cell === "string" ? cell : typeof cell === "number" || typeof cell === "boolean" ? String(cell) : "";

function normalizeReportDetector(value: unknown) {
  const { topRows, ...fields } = fieldsOf(value);
  const detector = normalizeDetector(fields, topRows);
  return { ...detector, topRows: normalizeRows(topRows, detector.id) };
}

function normalizeDetector(value: unknown, rows: unknown) {
  const fields = fieldsOf(value);
  const id = fields.id ?? fields.useCaseKey;
  return {
    ...withDefaults(fields, {
      id,
      useCaseKey: id,
      name: "",
      reason: null,
      recorded: null,
      settings: { checkBackDays: defaultCheckBackDays, thresholdPercent: defaultThresholdPercent },
    }),
    id,
    severity: severityOf(fields.severity, detectorSeverities),
    counts: withDefaults(fields.counts, {
      analysed: 0,
      flagged: Array.isArray(rows) ? rows.length : 0,
      alerts: 0,
      warnings: 0,
      inconclusive: 0,
      recovered: 0,
      new: 0,
      ongoing: 0,
    }),
  };
}

const isKnown = ({ id }: { id: unknown }): boolean => detectorKeys.some((known) => known === id);

const emptyRow = {
  ...Object.fromEntries(resultColumns.map((column) => [column, null])),
  entity: "",
  reason: "",
  series: null,
  finding: null,
  segment: null,
  breakdown: null,
  incident: null,
  causeDetail: null,
};

const normalizeRows = (rows: unknown, detector: unknown) =>
  each((row) => ({
    ...emptyRow,
    ...withDefaults(row, { detector, entity: "", reason: "" }),
    severity: severityOf(fieldsOf(row).severity, rowSeverities),
  }))(rows ?? []);

/** 'ok' means normal. An unknown severity becomes 'alert', so that it is not overlooked. */
const severityOf = (value: unknown, known: readonly string[]): string =>
  value === "ok" ? "normal" : (known.find((severity) => severity === value) ?? "alert");
