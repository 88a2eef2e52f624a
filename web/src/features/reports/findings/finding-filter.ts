import type { DetailedRow } from "@contract/results";
import { findingGroupOf, findingGroups, findingGroupWords } from "@contract/run-summary";
import { byImportance } from "@words";
import type { ReportCheck } from "./report-checks";
import { contextText, entityName, firstDay, isKnown } from "../text/finding-text";

/** Which findings are shown and in which order. Kept in the URL. */
export type FindingView = { state: FindingState; severity: SeverityFilter; query: string; sort: FindingSort };

export const stateFilters = [
  { value: "all", word: "All" },
  ...findingGroups.map((value) => ({ value, word: findingGroupWords[value] })),
] as const;
type FindingState = (typeof stateFilters)[number]["value"];

export const severityFilters = [
  { value: "all", label: "All severities" },
  { value: "alert", label: "Alerts" },
  { value: "warning", label: "Warnings" },
] as const;
type SeverityFilter = (typeof severityFilters)[number]["value"];

export const findingSorts = [
  { value: "impact", label: "Most important first" },
  { value: "recent", label: "Latest first" },
  { value: "name", label: "By name" },
] as const;
export type FindingSort = (typeof findingSorts)[number]["value"];

/** Reads the view from the URL; unknown values become the defaults. */
export const viewOf = (search: URLSearchParams): FindingView => ({
  state: oneOf(stateFilters, search.get("show"), "all"),
  severity: oneOf(severityFilters, search.get("severity"), "all"),
  query: search.get("q") ?? "",
  sort: oneOf(findingSorts, search.get("sort"), "impact"),
});

function oneOf<V extends string>(options: readonly { value: V }[], value: string | null, fallback: V): V {
  return options.find((option) => option.value === value)?.value ?? fallback;
}

export const matchesView = (row: DetailedRow, { state, severity, query }: FindingView): boolean =>
  matchesState(row, state) && (severity === "all" || row.severity === severity) && matchesQuery(row, query);

const matchesState = (row: DetailedRow, state: FindingState): boolean =>
  state === "all" || findingGroupOf(row) === state;

/** Matches the names of the event, the property and the likely cause. */
function matchesQuery(row: DetailedRow, query: string): boolean {
  const text = [
    entityName(row),
    contextText(row),
    row.cause,
    row.segment && Object.values(row.segment).join(" = "),
  ]
    .filter(Boolean)
    .join(" ");
  return text.toLowerCase().includes(query.trim().toLowerCase());
}

const compareBy: Record<FindingSort, (a: DetailedRow, b: DetailedRow) => number> = {
  impact: byImportance,
  recent: (a, b) => (firstDay(b) ?? "").localeCompare(firstDay(a) ?? "") || byImportance(a, b),
  name: (a, b) => entityName(a).localeCompare(entityName(b)) || byImportance(a, b),
};

export const compareFindings = (sort: FindingSort) => compareBy[sort];

/**
 * Checks with findings in the view, ordered by each check's first. A check with findings that aren't loaded
 * yet stays in every view, because one of those may match.
 */
export function checksInView(checks: readonly ReportCheck[], view: FindingView): ReportCheck[] {
  const compare = compareFindings(view.sort);
  const firstOf = ({ rows }: ReportCheck) =>
    rows
      .filter((row) => matchesView(row, view))
      .toSorted((a, b) => Number(isKnown(a)) - Number(isKnown(b)) || compare(a, b))[0];
  return checks
    .map((check) => ({ check, first: firstOf(check) }))
    .filter(({ check, first }) => first !== undefined || (check.rows.length > 0 && check.missing > 0))
    .sort((a, b) =>
      a.first && b.first
        ? Number(isKnown(a.first)) - Number(isKnown(b.first)) || compare(a.first, b.first)
        : Number(!a.first) - Number(!b.first),
    )
    .map(({ check }) => check);
}
