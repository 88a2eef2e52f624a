import { detectorKeys, type DetectorKey, detectorOf, traitsOf } from "../../contract/detectors.js";
import { daysBetween } from "../../common/days.js";
import { subjectKey } from "../../contract/findings/finding.js";
import type { DraftRow } from "../model.js";
import {
  addRoot,
  compareDays,
  type Drafts,
  fewestMembers,
  flaggedOf,
  fold,
  type LocatedDraft,
} from "./root-row.js";
import { groupBy } from "../../common/group-by.js";
import { segmentCell } from "../../contract/findings/csv-row.js";

/**
 * Folds findings with the same root into one row:
 * - A stopped property hides its own nulls and mix.
 * - Findings inside one segment become one root row, as does one property broken on several events.
 * - Several changed mixes of one event become one root row.
 *
 * Folded rows keep their figures, lose their severity and say what they were folded into. Root rows are added to the list
 * of their detector and aren't billed. Rows that are already folded stay as they are. The input isn't changed.
 * @param drafts all rows of a run by detector; only a detector of the setup can hide another one's rows
 */
export function foldPropertyRows(drafts: ReadonlyMap<DetectorKey, DraftRow[]>): Map<DetectorKey, DraftRow[]> {
  const folded = new Map([...drafts].map(([key, rows]) => [key, [...rows]]));
  hideByStrongerFindings(folded);
  foldSegments(folded);
  foldAcrossEvents(folded);
  foldMixes(folded);
  return folded;
}

/** Of several findings on one property, keeps the strongest and folds the others into it. */
function hideByStrongerFindings(drafts: Drafts): void {
  const keptOf = new Map<string, Set<string>>();
  const keys = [...drafts.keys()].sort(
    (a, b) => detectorOf(a).foldsInto.length - detectorOf(b).foldsInto.length,
  );
  for (const key of keys) {
    const { foldsInto, subject } = detectorOf(key);
    if (subject !== "event-properties" && subject !== "user-properties") continue;
    const kept = new Set<string>();
    keptOf.set(key, kept);
    for (const place of flaggedOf(drafts, [key])) {
      const property = subjectKey(place.draft.row.subject);
      const stronger = foldsInto.find((other) => keptOf.get(other)?.has(property));
      if (stronger === undefined) kept.add(property);
      else fold(drafts, place, `the finding ${findingClause(stronger)}`);
    }
  }
}

const findingClause = (key: string): string =>
  traitsOf(key as DetectorKey).stopOf === "property" ? "that it stopped" : "that its nulls increased";

const eventPropertyKeys = detectorKeys.filter((key) => detectorOf(key).subject === "event-properties");

function foldAcrossEvents(drafts: Drafts): void {
  const flagged = flaggedOf(drafts, eventPropertyKeys).filter(({ draft }) => isOnEventProperty(draft));
  for (const [property, places] of groupBy(flagged, ({ draft }) => draft.row.entity)) {
    let rest = places;
    for (;;) {
      const members = largestGroupInTime(rest);
      const events = new Set(members.map(({ draft }) => draft.row.parent));
      if (events.size < fewestMembers) break;
      const title = `\`${property}\` on ${events.size} events`;
      addRoot(drafts, members, {
        key: mostCommonKey(members),
        of: { by: "property", property },
        title,
        finding: `${title} at once`,
        nameOf: (draft) => draft.row.parent ?? "",
      });
      rest = rest.filter((place) => !members.includes(place));
    }
  }
}

function foldMixes(drafts: Drafts): void {
  for (const key of eventPropertyKeys.filter((one) => traitsOf(one).family === "values")) {
    const flagged = flaggedOf(drafts, [key]).filter(({ draft }) => isOnEventProperty(draft));
    for (const [event, members] of groupBy(flagged, ({ draft }) => draft.row.parent!)) {
      if (members.length < fewestMembers) continue;
      addRoot(drafts, members, {
        key,
        of: { by: "event", event },
        title: `the mix of \`${event}\``,
        finding: "The mix of this event's traffic changed",
        nameOf: (draft) => draft.row.entity,
      });
    }
  }
}

const isOnEventProperty = ({ row }: DraftRow): boolean => row.subject.kind === "event-property";

/** The largest group of rows whose first bad days are at most a day apart; among equals, the earliest. */
function largestGroupInTime(places: readonly LocatedDraft[]): LocatedDraft[] {
  let most: LocatedDraft[] = [];
  const firstDays = new Set(places.map(({ draft }) => draft.row.first_bad_day));
  for (const from of [...firstDays].sort(compareDays)) {
    if (from === null) continue;
    const near = places.filter(({ draft: { row } }) => {
      const apart = row.first_bad_day === null ? -1 : daysBetween(from, row.first_bad_day);
      return apart === 0 || apart === 1;
    });
    if (near.length > most.length) most = near;
  }
  return most;
}

function mostCommonKey(places: readonly LocatedDraft[]): DetectorKey {
  const counts = groupBy(places, ({ key }) => key);
  return eventPropertyKeys.reduce((best, key) =>
    (counts.get(key)?.length ?? 0) > (counts.get(best)?.length ?? 0) ? key : best,
  );
}

/** Folds findings of any event or property that began inside one segment at the same time into one row. */
function foldSegments(drafts: Drafts): void {
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
