import { dayBegan } from "@contract/findings/finding";
import * as words from "@words";
import type { DetailedRow } from "@contract/results";

/** A finding with its index in the check's list. Links to the finding contain that index. */
export type PlacedFinding = { row: DetailedRow; index: number };
export type FindingEntry =
  { kind: "row"; finding: PlacedFinding } | { kind: "group"; findings: PlacedFinding[] };

/** This many findings with the same days and direction, or more, become one entry. */
const smallestGroup = 5;

/**
 * Groups five or more count findings with the same first day, last day and direction. All others are entries
 * of their own. A group takes the place of its first finding.
 */
export function groupFindings(findings: readonly PlacedFinding[]): FindingEntry[] {
  const together = new Map<string | null, PlacedFinding[]>();
  for (const finding of findings) {
    const key = groupKey(finding.row);
    together.set(key, [...(together.get(key) ?? []), finding]);
  }
  const isGrouped = ({ row }: PlacedFinding): boolean =>
    groupKey(row) !== null && (together.get(groupKey(row))?.length ?? 0) >= smallestGroup;
  return findings.flatMap((finding): FindingEntry[] => {
    if (!isGrouped(finding)) return [{ kind: "row", finding }];
    const members = together.get(groupKey(finding.row)) ?? [];
    return members[0] === finding ? [{ kind: "group", findings: members }] : [];
  });
}

/** Null for findings that are never grouped. */
function groupKey(row: DetailedRow): string | null {
  const { finding } = row;
  if (finding?.subject.kind !== "event" || finding.segment || !("changePct" in finding.figures)) return null;
  return [dayBegan(finding), finding.until, words.togetherText(finding)].join(" ");
}
