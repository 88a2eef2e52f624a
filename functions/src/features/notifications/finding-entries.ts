import type { ResultRow } from "../../contract/results.js";
import { oneLine } from "./one-line.js";

/** One line of a mail. `rows`: how many findings it stands for. */
export type FindingEntry = {
  label: "Alert" | "Warning" | "Recovered";
  name: string;
  reason: string;
  rows: number;
};

/** From so many count findings with the same days and direction on, they are told as one. */
const groupFrom = 5;

/** Findings as a mail lists them, alerts first, each by the size of its change. */
export function findingEntries(rows: readonly ResultRow[]): FindingEntry[] {
  const groups = new Map<string, ResultRow[]>();
  const single: ResultRow[] = [];
  for (const row of rows) {
    if (row.detector !== "event_count_change" || row.entity === "(project)") {
      single.push(row);
      continue;
    }
    const key = JSON.stringify([labelOf(row), row.first_bad_day, row.last_day, (row.change_pct ?? 0) < 0]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const grouped = [...groups.values()].filter((group) => group.length >= groupFrom);
  single.push(...[...groups.values()].filter((group) => group.length < groupFrom).flat());
  return [...grouped.map(groupEntry), ...single.sort(byWeight).map(entryOf)].sort(
    (a, b) => order.indexOf(a.label) - order.indexOf(b.label),
  );
}

const order: FindingEntry["label"][] = ["Alert", "Warning", "Recovered"];

const labelOf = ({ severity }: ResultRow): FindingEntry["label"] =>
  severity === "alert" ? "Alert" : severity === "warning" ? "Warning" : "Recovered";

const byWeight = (a: ResultRow, b: ResultRow): number =>
  Math.abs(b.change_pct ?? 0) - Math.abs(a.change_pct ?? 0);

const entryOf = (row: ResultRow): FindingEntry => ({
  label: labelOf(row),
  name: oneLine(row.parent === null ? row.entity : `${row.entity} on ${row.parent}`),
  reason: oneLine(row.reason),
  rows: 1,
});

function groupEntry(rows: readonly ResultRow[]): FindingEntry {
  const first = rows[0]!;
  const fell = (first.change_pct ?? 0) < 0;
  const names = rows.slice(0, 3).map(({ entity }) => entity);
  return {
    label: labelOf(first),
    name: `${rows.length} events ${fell ? "fell" : "rose"} together on ${daysText(first)}`,
    reason: oneLine(`${names.join(", ")} and ${rows.length - names.length} more.`),
    rows: rows.length,
  };
}

/** "Oct 16", "Oct 16–17", "Sep 30 – Oct 2". */
function daysText({ first_bad_day: from, last_day: to }: ResultRow): string {
  if (from === null || to === null) return "the days tested";
  const short = (day: string) =>
    new Date(day).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
  if (from === to) return short(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${short(from)}–${Number(to.slice(8))}`
    : `${short(from)} – ${short(to)}`;
}
