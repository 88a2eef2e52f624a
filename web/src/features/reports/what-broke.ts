import type { DetailedRow } from "@contract/results";
import type { ReportCheck } from "./report-checks";
import { entityName, isFlaggedRow, isProjectRow } from "./row-text";

/** A flagged row with its place in its detector's list, which is what links to it carry. */
export type BrokenRow = { row: DetailedRow; index: number };

/** What a branch of the project stands for: an event, or all user profiles. */
export type BrokenBranch = {
  name: string;
  /** What is wrong with it as a whole. */
  own: BrokenRow[];
  /** What is wrong with its properties. */
  properties: BrokenRow[];
};

export type WhatBroke = {
  project: BrokenRow[];
  events: BrokenBranch[];
  profiles: BrokenBranch | null;
};

/**
 * The flagged rows of a report by what they are about: project ▸ event ▸ property, and user profiles ▸
 * property. What is worst comes first: alerts before warnings, then where more is wrong, then by name.
 */
export function whatBroke(checks: readonly ReportCheck[]): WhatBroke {
  const project: BrokenRow[] = [];
  const branches = new Map<string, BrokenBranch>();
  const branch = (name: string) => {
    const found = branches.get(name) ?? { name, own: [], properties: [] };
    branches.set(name, found);
    return found;
  };
  for (const { rows } of checks)
    for (const [index, row] of rows.entries()) {
      if (!isFlaggedRow(row)) continue;
      if (isProjectRow(row)) project.push({ row, index });
      else if (row.detector.startsWith("user_"))
        branch(profilesName)[row.detector === "user_profile_count_change" ? "own" : "properties"].push({
          row,
          index,
        });
      else if (row.detector.startsWith("event_property"))
        branch(row.parent ?? severalName).properties.push({ row, index });
      else branch(entityName(row)).own.push({ row, index });
    }
  const profiles = branches.get(profilesName) ?? null;
  branches.delete(profilesName);
  for (const entry of [...branches.values(), ...(profiles ? [profiles] : [])]) entry.properties.sort(byRow);
  return { project, events: [...branches.values()].sort(byBranch), profiles };
}

export const isSomethingBroken = ({ project, events, profiles }: WhatBroke): boolean =>
  project.length > 0 || events.length > 0 || profiles !== null;

/** A property of several events that moved together has none of its own. */
const severalName = "Several events";
const profilesName = "User profiles";

const rowsOf = ({ own, properties }: BrokenBranch): BrokenRow[] => [...own, ...properties];
const alertsOf = (branch: BrokenBranch): number =>
  rowsOf(branch).filter(({ row }) => row.severity === "alert").length;

const byBranch = (a: BrokenBranch, b: BrokenBranch): number =>
  Math.sign(alertsOf(b)) - Math.sign(alertsOf(a)) ||
  Math.sign(b.own.length) - Math.sign(a.own.length) ||
  rowsOf(b).length - rowsOf(a).length ||
  a.name.localeCompare(b.name);

const byRow = ({ row: a }: BrokenRow, { row: b }: BrokenRow): number =>
  Number(b.severity === "alert") - Number(a.severity === "alert") || a.entity.localeCompare(b.entity);
