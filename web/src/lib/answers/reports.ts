import { detectorKeys } from "@contract/detectors";
import { detectorSeverities, rowSeverities } from "@contract/results";
import { each, fieldsOf, numberOf, withDefaults } from "./fields";
import { normalizeRun } from "./runs";

/** A run with its checks. Checks that this release does not know are left out, since they cannot be shown. */
export function normalizeReport(value: unknown) {
  const { detectors, ...run } = fieldsOf(value);
  return {
    ...normalizeRun(run),
    detectors: (Array.isArray(detectors) ? detectors : []).map(normalizeReportDetector).filter(isKnown),
  };
}

export function normalizeDetectorResult(value: unknown) {
  const { rows, ...fields } = fieldsOf(value);
  const detector = withDefaults(normalizeDetector(fields, rows), { createdAt: new Date(0).toISOString() });
  return { ...detector, rows: normalizeRows(rows, detector.id) };
}

/** A table with all cells as text. Missing totals default to the number of rows in the answer. */
export function normalizeCsvData(value: unknown) {
  const { headers, rows, totalRows, filteredRows, note } = fieldsOf(value);
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
    ...withDefaults(fields, { useCaseKey: id }),
    id,
    severity: severityOf(fields.severity, detectorSeverities),
    counts: withDefaults(fields.counts, { flagged: Array.isArray(rows) ? rows.length : 0 }),
  };
}

const isKnown = ({ id }: { id: unknown }): boolean => detectorKeys.some((known) => known === id);

const normalizeRows = (rows: unknown, detector: unknown) =>
  each((row) => ({
    ...withDefaults(row, { detector }),
    severity: severityOf(fieldsOf(row).severity, rowSeverities),
  }))(rows);

/** 'ok' means normal. An unknown severity becomes 'alert', so that it is not overlooked. */
const severityOf = (value: unknown, known: readonly string[]): string =>
  value === "ok" ? "normal" : (known.find((severity) => severity === value) ?? "alert");
