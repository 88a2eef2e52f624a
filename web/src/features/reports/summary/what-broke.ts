import { segmentText } from "@contract/findings/cause-text";
import { detectorOf } from "@contract/detectors";
import type { DetailedRow } from "@contract/results";
import type { PlacedFinding } from "../findings/group-findings";
import type { CauseGroup } from "./cause-groups";
import type { ReportCheck } from "../findings/report-checks";
import { entityName, isOpenFinding, isProjectFinding } from "../text/finding-text";

/** A likely cause of several findings, an event, or all user profiles. */
export type BrokenBranch = {
  name: string;
  /** Findings about the event or the profiles as a whole. */
  own: PlacedFinding[];
  /** Findings about its properties. */
  properties: PlacedFinding[];
};

export type WhatBroke = {
  project: PlacedFinding[];
  /** Causes that several findings share, most important first. Their findings are in no other branch. */
  causes: BrokenBranch[];
  events: BrokenBranch[];
  profiles: BrokenBranch | null;
};

/**
 * Open findings of a report as a tree: project ▸ shared cause, project ▸ event ▸ property, and user profiles ▸
 * property. Events are sorted by severity, then by number of findings, then by name.
 */
export function whatBroke(checks: readonly ReportCheck[], groups: readonly CauseGroup[]): WhatBroke {
  const shared = groups.filter(({ cause, findings }) => cause !== null && findings.length > 1);
  const grouped = new Set(shared.flatMap(({ findings }) => findings.map(({ row }) => row)));
  const project: PlacedFinding[] = [];
  const branches = new Map<string, BrokenBranch>();
  const branch = (name: string) => {
    const found = branches.get(name) ?? { name, own: [], properties: [] };
    branches.set(name, found);
    return found;
  };
  for (const { rows } of checks)
    for (const [index, row] of rows.entries()) {
      if (!isOpenFinding(row) || grouped.has(row)) continue;
      if (isProjectFinding(row)) project.push({ row, index });
      else placeOf(row, branch).push({ row, index });
    }
  const profiles = branches.get(profilesName) ?? null;
  branches.delete(profilesName);
  for (const entry of [...branches.values(), ...(profiles ? [profiles] : [])]) entry.properties.sort(byRow);
  const causes = shared.map(({ cause, findings }) => ({
    name: cause ? segmentText(cause) : "",
    own: [],
    properties: [...findings],
  }));
  return { project, causes, events: [...branches.values()].sort(byBranch), profiles };
}

/** The list that a finding belongs to: its event's or the user profiles'. */
function placeOf(row: DetailedRow, branch: (name: string) => BrokenBranch): PlacedFinding[] {
  switch (detectorOf(row.detector).subject) {
    case "events":
      return branch(entityName(row)).own;
    case "event-properties":
      return branch(row.parent ?? severalName).properties;
    case "user-properties":
      return branch(profilesName).properties;
    case "user-profiles":
      return branch(profilesName).own;
  }
}

export const isSomethingBroken = ({ project, causes, events, profiles }: WhatBroke): boolean =>
  project.length > 0 || causes.length > 0 || events.length > 0 || profiles !== null;

/** Branch for a property that changed on several events at once. */
const severalName = "Several events";
const profilesName = "User profiles";

const rowsOf = ({ own, properties }: BrokenBranch): PlacedFinding[] => [...own, ...properties];
const alertsOf = (branch: BrokenBranch): number =>
  rowsOf(branch).filter(({ row }) => row.severity === "alert").length;

const byBranch = (a: BrokenBranch, b: BrokenBranch): number =>
  Math.sign(alertsOf(b)) - Math.sign(alertsOf(a)) ||
  Math.sign(b.own.length) - Math.sign(a.own.length) ||
  rowsOf(b).length - rowsOf(a).length ||
  a.name.localeCompare(b.name);

const byRow = ({ row: a }: PlacedFinding, { row: b }: PlacedFinding): number =>
  Number(b.severity === "alert") - Number(a.severity === "alert") || a.entity.localeCompare(b.entity);
