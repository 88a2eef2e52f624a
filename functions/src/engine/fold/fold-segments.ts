import { segmentsText } from "../../contract/cause-text.js";
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
  const bySegment = groupBy(places, ({ draft }) => segmentEntity(draft.segment!));
  for (const [entity, members] of bySegment)
    for (const group of groupsInTime(members)) foldGroup(drafts, entity, group);
}

function foldGroup(drafts: Drafts, entity: string, members: readonly LocatedDraft[]): void {
  addRoot(drafts, members, {
    key: mostCommonDetector(members),
    entity,
    parent: null,
    title: `the findings inside \`${entity}\``,
    finding: `${members.length} findings inside ${entity} at once`,
    nameOf: ({ row }) => (row.parent === null ? row.entity : `${row.parent} · ${row.entity}`),
    segment: members[0]!.draft.segment!,
  });
}

const segmentEntity = ({ dimension, value }: { dimension: string; value: string }): string =>
  segmentsText(dimension, [value]);

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
