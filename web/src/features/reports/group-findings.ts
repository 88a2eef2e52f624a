import type { DetailedRow } from "@contract/results";
import { isProjectRow } from "./row-text";

/** A row with its place in the detector's list, which is what links to it carry. */
export type PlacedRow = { row: DetailedRow; index: number };
export type FindingEntry = { kind: "row"; finding: PlacedRow } | { kind: "group"; findings: PlacedRow[] };

/** From this many on, findings of one cause read better as one entry. */
const smallestGroup = 5;

/**
 * Count findings with the same first day, last day and direction as one entry, from five on; all others stand
 * alone. An entry takes the place of its first finding.
 */
export function groupFindings(findings: readonly PlacedRow[]): FindingEntry[] {
  const together = new Map<string | null, PlacedRow[]>();
  for (const finding of findings) {
    const key = groupKey(finding.row);
    together.set(key, [...(together.get(key) ?? []), finding]);
  }
  const isGrouped = ({ row }: PlacedRow): boolean =>
    groupKey(row) !== null && (together.get(groupKey(row))?.length ?? 0) >= smallestGroup;
  return findings.flatMap((finding): FindingEntry[] => {
    if (!isGrouped(finding)) return [{ kind: "row", finding }];
    const members = together.get(groupKey(finding.row)) ?? [];
    return members[0] === finding ? [{ kind: "group", findings: members }] : [];
  });
}

/** Null for rows that never stand together. */
function groupKey(row: DetailedRow): string | null {
  if (row.detector !== "event_count_change" || isProjectRow(row)) return null;
  if (row.first_bad_day === null || row.observed === null || row.expected === null) return null;
  return [row.first_bad_day, row.last_day, fell(row) ? "fell" : "rose"].join(" ");
}

export const fell = ({ observed, expected }: Pick<DetailedRow, "observed" | "expected">): boolean =>
  (observed ?? 0) < (expected ?? 0);
