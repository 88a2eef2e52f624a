import { detectorOf } from "../detectors.js";
import { subjectCells, type SubjectRow, toFinding } from "./csv-row.js";
import type { Finding, Subject } from "./finding.js";
import { resultColumns, type ResultRow, type RowSeries, type StoredFinding } from "../results.js";

type Cells = Pick<ResultRow, "severity" | "entity" | "reason" | "detector"> & Partial<ResultRow>;

const noCells = Object.fromEntries(resultColumns.map((column) => [column, null])) as Record<
  keyof ResultRow,
  null
>;

/** A row written down as in the file. `subject` is needed only if the cells don't tell it. */
export function rowOfCells({
  subject: given,
  entity,
  parent = null,
  ...cells
}: Cells & { subject?: Subject | undefined }): SubjectRow {
  const subject = given ?? subjectOfCells(cells.detector, entity, parent);
  // `Cells` has the columns that can't be null.
  return { ...noCells, ...cells, subject, ...subjectCells(subject) };
}

function subjectOfCells(detector: ResultRow["detector"], entity: string, parent: string | null): Subject {
  const group = { kind: "group" as const, members: [], size: 3 };
  if (entity === "(project)") return { kind: "project" };
  if (entity === "(mix)") return { ...group, of: { by: "event", event: parent! } };
  const [, dimension, value] = /^(\S+) = (.+)$/.exec(entity) ?? [];
  if (dimension && value && parent === null)
    return { ...group, of: { by: "segment", segment: { dimension, value } } };
  switch (detectorOf(detector).subject) {
    case "events":
      return { kind: "event", event: entity };
    case "event-properties":
      return parent === null
        ? { ...group, of: { by: "property", property: entity } }
        : { kind: "event-property", event: parent, property: entity };
    case "user-properties":
      return { kind: "user-property", property: entity };
    case "user-profiles":
      return { kind: "profiles", which: entity === "(all profiles)" ? "all" : "new" };
  }
}

const figures = {
  first_bad_day: "2026-10-16",
  last_day: "2026-10-17",
  days: 2,
  observed: 60,
  expected: 100,
  change_pct: -40,
  threshold_pct: 30,
} as const;

const hasFinding = ({ severity, state, first_bad_day, observed }: ResultRow): boolean =>
  severity !== "inconclusive" && state !== "folded" && first_bad_day !== null && observed !== null;

/** A row as a run stores it, with some figures in cells that aren't given. */
export function storedFinding({
  segment = null,
  causeDetail: cause = null,
  series = null,
  renamedTo = null,
  ...cells
}: Cells &
  Partial<Pick<StoredFinding, "subject" | "segment" | "causeDetail">> & {
    series?: RowSeries | null;
    renamedTo?: Finding["renamedTo"];
  }): StoredFinding {
  const row = rowOfCells({ ...figures, ...cells });
  const sizes = series?.kind === "distribution" ? series.sizes : undefined;
  const beside = { segment, cause, version: null, renamedTo, strongestObserved: row.observed, series, sizes };
  return {
    ...row,
    segment,
    causeDetail: cause,
    version: null,
    finding: hasFinding(row) ? toFinding(row, beside) : null,
    series,
    breakdown: null,
    incident: null,
  };
}

/** The finding of `storedFinding`: 60 of 100 expected events since Oct 16, unless the cells say otherwise. */
export const findingOf = (cells: Parameters<typeof storedFinding>[0]): Finding =>
  storedFinding(cells).finding!;
