import { segmentCell } from "../../contract/findings/csv-row.js";
import { type DetectorKey, detectorKeys } from "../../contract/detectors.js";
import { daysBetween } from "../../common/days.js";
import {
  addRoot,
  compareDays,
  type Drafts,
  fewestMembers,
  flaggedOf,
  type LocatedDraft,
} from "./root-row.js";
import { groupBy } from "../../common/group-by.js";

/** Folds findings of any event or property that began inside one segment at the same time into one row. */
export function foldSegments(drafts: Drafts): void {
  const places = flaggedOf(drafts, detectorKeys).filter(({ draft }) => draft.segment !== undefined);
  const bySegment = groupBy(places, ({ draft }) => segmentCell(draft.segment!));
  for (const [name, members] of bySegment)
    for (const group of groupsInTime(members)) foldGroup(drafts, name, group);
}

function foldGroup(drafts: Drafts, name: string, members: readonly LocatedDraft[]): void {
  addRoot(drafts, members, {
    key: mostCommonDetector(members),
    of: { by: "segment", segment: members[0]!.draft.segment! },
    title: `the findings inside \`${name}\``,
    finding: `${members.length} findings inside ${name} at once`,
    nameOf: ({ row }) => (row.parent === null ? row.entity : `${row.parent} · ${row.entity}`),
  });
}

/** Groups of at least 3 rows whose first bad days are at most a day after the earliest of the group. */
function groupsInTime(places: readonly LocatedDraft[]): LocatedDraft[][] {
  let rest = [...places].sort((a, b) => compareDays(a.draft.row.first_bad_day, b.draft.row.first_bad_day));
  const groups: LocatedDraft[][] = [];
  while (rest.length >= fewestMembers) {
    const from = rest[0]!.draft.row.first_bad_day!;
    const group = rest.filter(({ draft }) => daysBetween(from, draft.row.first_bad_day!) <= 1);
    if (group.length >= fewestMembers) groups.push(group);
    rest = rest.slice(group.length >= fewestMembers ? group.length : 1);
  }
  return groups;
}

function mostCommonDetector(places: readonly LocatedDraft[]): DetectorKey {
  const counts = groupBy(places, ({ key }) => key);
  return [...counts].reduce((best, one) => (one[1].length > best[1].length ? one : best))[0];
}
