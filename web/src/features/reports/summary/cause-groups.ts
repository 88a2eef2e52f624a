import { segmentText } from "@contract/findings/cause-text";
import type { CauseProperty } from "@contract/results";
import { byImportance } from "@words";
import type { PlacedFinding } from "../findings/group-findings";
import { isOpenFinding } from "../text/finding-text";
import type { ReportCheck } from "../findings/report-checks";

/**
 * Open findings with one likely cause, most important first. A finding without a known cause is alone in its
 * group.
 */
export type CauseGroup = { cause: CauseProperty | null; findings: [PlacedFinding, ...PlacedFinding[]] };

/** A report's open findings, most important first. */
export const openFindings = (checks: readonly ReportCheck[]): PlacedFinding[] =>
  checks
    .flatMap(({ rows }) => rows.map((row, index): PlacedFinding => ({ row, index })))
    .filter(({ row }) => isOpenFinding(row))
    .sort((a, b) => byImportance(a.row, b.row));

/** Groups a report's open findings by likely cause, most important group first. */
export function causeGroups(checks: readonly ReportCheck[]): CauseGroup[] {
  const groups = new Map<string, CauseGroup>();
  for (const finding of openFindings(checks)) {
    const cause = causeOf(finding);
    const key = cause ? segmentText(cause) : `${finding.row.detector} ${finding.index}`;
    const group = groups.get(key);
    if (group) group.findings.push(finding);
    else groups.set(key, { cause, findings: [finding] });
  }
  return [...groups.values()];
}

/** The segment a finding was found in, else the one that explains it. */
function causeOf({ row: { segment, causeDetail } }: PlacedFinding): CauseProperty | null {
  if (segment)
    return {
      property: segment.dimension,
      values: [{ value: segment.value, part: 1, usual: 1 }],
      part: 1,
      usual: 1,
    };
  return causeDetail;
}
