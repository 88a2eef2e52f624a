import { detectorKeys, type DetectorKey } from "../../contract/detectors.js";
import { daysBetween } from "../days.js";
import type { Day, DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";

/** From this many on, findings with one root are one finding. */
const fewestMembers = 3;
const longestNamed = 5;

/**
 * One row per root: what a stopped property does to its nulls and its mix is no further finding, a property that
 * broke on several events at once broke once, and a mix that changed in several properties is one change of traffic.
 * Folded rows keep their numbers, lose their severity and say what they went into; root rows are added to the list
 * of their detector and are not analysed rows. Rows folded before stay as they are. Nothing given is changed.
 * @param drafts all rows of a run by detector; only a detector of the setup can hide another one's rows
 */
export function foldPropertyRows(drafts: ReadonlyMap<DetectorKey, DraftRow[]>): Map<DetectorKey, DraftRow[]> {
  const folded = new Map([...drafts].map(([key, rows]) => [key, [...rows]]));
  hideByStrongerFinding(folded, "event_property");
  hideByStrongerFinding(folded, "user_property");
  foldAcrossEvents(folded);
  foldMixes(folded);
  return folded;
}

type Drafts = Map<DetectorKey, DraftRow[]>;
/** Where a row stands, so that it can be replaced. */
type Place = { key: DetectorKey; index: number; draft: DraftRow };

function flaggedOf(drafts: Drafts, keys: readonly DetectorKey[]): Place[] {
  return keys.flatMap((key) =>
    (drafts.get(key) ?? []).flatMap((draft, index) => (isFlagged(draft.row) ? [{ key, index, draft }] : [])),
  );
}

function fold(drafts: Drafts, { key, index, draft }: Place, into: string): void {
  const reason = `${draft.row.reason} Folded into ${into}.`;
  drafts.get(key)![index] = { ...draft, row: { ...draft.row, severity: "normal", state: "folded", reason } };
}

function hideByStrongerFinding(drafts: Drafts, scope: "event_property" | "user_property"): void {
  const order = [`${scope}_stopped`, `${scope}_null_rate`, `${scope}_distribution`] as const;
  const finding = [`that it stopped`, `that its nulls increased`];
  const hiddenBy = new Map<string, string>();
  order.forEach((key, rank) => {
    for (const place of flaggedOf(drafts, [key])) {
      const { entity, parent } = place.draft.row;
      const property = JSON.stringify([parent, entity]);
      const hider = hiddenBy.get(property);
      if (hider) fold(drafts, place, hider);
      else if (finding[rank]) hiddenBy.set(property, `the finding ${finding[rank]}`);
    }
  });
}

const eventPropertyKeys = detectorKeys.filter((key) => key.startsWith("event_property_"));

function foldAcrossEvents(drafts: Drafts): void {
  const byProperty = groupBy(flaggedOf(drafts, eventPropertyKeys), ({ draft }) => draft.row.entity);
  for (const [property, places] of byProperty) {
    let rest = places;
    for (;;) {
      const members = mostOnNeighbouringDays(rest);
      const events = new Set(members.map(({ draft }) => draft.row.parent));
      if (events.size < fewestMembers) break;
      const title = `\`${property}\` on ${events.size} events`;
      addRoot(drafts, members, {
        key: mostCommonKey(members),
        entity: property,
        parent: null,
        title,
        told: `${title} at once`,
        nameOf: (draft) => draft.row.parent ?? "",
      });
      rest = rest.filter((place) => !members.includes(place));
    }
  }
}

function foldMixes(drafts: Drafts): void {
  const flagged = flaggedOf(drafts, ["event_property_distribution"]).filter(
    ({ draft }) => draft.row.parent !== null,
  );
  for (const [event, members] of groupBy(flagged, ({ draft }) => draft.row.parent!)) {
    if (members.length < fewestMembers) continue;
    addRoot(drafts, members, {
      key: "event_property_distribution",
      entity: "(mix)",
      parent: event,
      title: `the mix of \`${event}\``,
      told: "The mix of this event's traffic changed",
      nameOf: (draft) => draft.row.entity,
    });
  }
}

type Root = {
  key: DetectorKey;
  entity: string;
  parent: string | null;
  /** What a folded row calls it. */
  title: string;
  told: string;
  nameOf: (draft: DraftRow) => string;
};

function addRoot(drafts: Drafts, members: readonly Place[], root: Root): void {
  // Columns mean what their detector says, so the numbers come from a member of the root's own.
  const own = members.filter(({ key }) => key === root.key);
  const strongest = own.reduce((best, place) => (isStronger(place.draft, best.draft) ? place : best)).draft;
  const firstBadDay = members.map(({ draft }) => draft.row.first_bad_day).sort(compareDays)[0] ?? null;
  const lastDay = strongest.row.last_day;
  const names = [...new Set(members.map(({ draft }) => root.nameOf(draft)))];
  drafts.get(root.key)!.push({
    ...strongest,
    row: {
      ...strongest.row,
      entity: root.entity,
      parent: root.parent,
      severity: members.some(({ draft }) => draft.row.severity === "alert") ? "alert" : "warning",
      first_bad_day: firstBadDay,
      days: firstBadDay && lastDay ? daysBetween(firstBadDay, lastDay) + 1 : strongest.row.days,
      observed: members.length,
      provisional: members.every(({ draft }) => draft.row.provisional === true),
      cause: null,
      reason: `${root.told}: ${listText(names)}. Strongest on ${root.nameOf(strongest)}: ${strongest.row.reason}`,
    },
    cause: null,
    isAnalysed: false,
  });
  for (const member of members) fold(drafts, member, root.title);
}

/** The largest group of rows whose first bad days are at most a day apart; of equal ones the earliest. */
function mostOnNeighbouringDays(places: readonly Place[]): Place[] {
  let most: Place[] = [];
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

function mostCommonKey(places: readonly Place[]): DetectorKey {
  const counts = groupBy(places, ({ key }) => key);
  return eventPropertyKeys.reduce((best, key) =>
    (counts.get(key)?.length ?? 0) > (counts.get(best)?.length ?? 0) ? key : best,
  );
}

function isStronger(a: DraftRow, b: DraftRow): boolean {
  if (a.row.severity !== b.row.severity) return a.row.severity === "alert";
  return Math.abs(a.row.change_pct ?? 0) > Math.abs(b.row.change_pct ?? 0);
}

function listText(names: readonly string[]): string {
  const shown = names
    .slice(0, longestNamed)
    .map((name) => `\`${name}\``)
    .join(", ");
  return names.length > longestNamed ? `${shown} and ${names.length - longestNamed} more` : shown;
}

const compareDays = (a: Day | null, b: Day | null): number =>
  a === b ? 0 : (a ?? "~") < (b ?? "~") ? -1 : 1;

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
