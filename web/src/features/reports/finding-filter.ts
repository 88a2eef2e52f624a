import type { DetailedRow } from "@contract/results";
import type { ReportCheck } from "./report-checks";
import { isFlaggedRow } from "./row-text";

export type FindingFilter = "all" | "new" | "ongoing" | "recovered";
export const filters: readonly { value: FindingFilter; word: string }[] = [
  { value: "all", word: "All" },
  { value: "new", word: "New" },
  { value: "ongoing", word: "Ongoing" },
  { value: "recovered", word: "Recovered" },
];

export const isFilter = (value: string | null): value is FindingFilter =>
  filters.some((filter) => filter.value === value);

/** Whether a row stands under a filter. A new level has ended, as a recovered row has. */
export function matches(row: Pick<DetailedRow, "severity" | "state">, filter: FindingFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "recovered":
      return row.state === "recovered" || row.state === "new_level";
    case "new":
    case "ongoing":
      return isFlaggedRow(row) && row.state === filter;
  }
}

const rank = { alert: 0, warning: 1, normal: 2, inconclusive: 3, failed: 4 } as const;

/** Alerts first, then warnings; within a severity the fixed order of the checks. */
export const sortedChecks = (checks: readonly ReportCheck[]): ReportCheck[] =>
  [...checks].sort((a, b) => rank[a.detector.severity] - rank[b.detector.severity]);
