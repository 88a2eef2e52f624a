import { z } from "zod";
import { hoursText, shortDay } from "../findings/days.js";
import { type Finding, onsetOf, projectDaySchema, segmentSchema, type Segment } from "../findings/finding.js";

/** An annotation in Mixpanel or a release on the day on which a problem began, which may be a coincidence. */
export const sameDayChangeSchema = z.object({
  kind: z.enum(["annotation", "release"]),
  name: z.string(),
  /** Of a release: whole hours from it to the hour in which the problem began, if that is known. */
  hoursBefore: z.number().int().optional(),
});
export type SameDayChange = z.infer<typeof sameDayChangeSchema>;

/** What problems that began together share. `segment` is null unless all of them share it. */
export const beganSchema = z.object({
  connectionId: z.string(),
  day: projectDaySchema,
  change: sameDayChangeSchema.nullable(),
  segment: segmentSchema.nullable(),
});
export type Began = z.infer<typeof beganSchema>;
/** When and where a problem began. `day` is null if its first day is unknown. */
export const beginningSchema = beganSchema.extend({ day: projectDaySchema.nullable() });
export type Beginning = z.infer<typeof beginningSchema>;

export type BeganGroup<T> = {
  /** Stays the same while its items change. */
  key: string;
  /** Null for one item that stands alone. */
  began: Began | null;
  items: T[];
};

/**
 * Groups problems of one connection that began on one day. A group is where its first item is in the list.
 * @param kept keys of groups that stay groups even with one item
 */
export function beganTogether<T>(
  items: readonly T[],
  beginningOf: (item: T) => Beginning,
  kept: ReadonlySet<string> = new Set(),
): BeganGroup<T>[] {
  const groups = new Map<string, { key: string; began: Beginning; items: T[] }>();
  for (const [place, item] of items.entries()) {
    const began = beginningOf(item);
    const { connectionId, day } = began;
    const key = day === null ? `${connectionId} unknown ${place}` : `${connectionId} ${day}`;
    const group = groups.get(key);
    if (!group) groups.set(key, { key, began, items: [item] });
    else {
      group.began = shared(group.began, began);
      group.items.push(item);
    }
  }
  return [...groups.values()].map(({ key, began: { day, ...began }, items: of }) => ({
    key,
    began: day !== null && (of.length > 1 || kept.has(key)) ? { ...began, day } : null,
    items: of,
  }));
}

/** The groups, with those in a row that stand alone as one. */
export function joinAlone<T>(groups: readonly BeganGroup<T>[]): BeganGroup<T>[] {
  const joined: BeganGroup<T>[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (group.began || !last || last.began) joined.push({ ...group });
    else last.items = [...last.items, ...group.items];
  }
  return joined;
}

const shared = (group: Beginning, one: Beginning): Beginning => ({
  ...group,
  change: sharedChange(group.change, one.change),
  segment:
    group.segment && one.segment && segmentName(group.segment) === segmentName(one.segment)
      ? group.segment
      : null,
});

/** The closest change before the first of them: a group began when its first problem did. */
function sharedChange(group: SameDayChange | null, one: SameDayChange | null): SameDayChange | null {
  if (!group || !one) return group ?? one;
  return distance(one) < distance(group) ? one : group;
}

/** Orders changes: an annotation says most, then a release somewhere in that day, then hours after one. */
const distance = ({ kind, hoursBefore = -1 }: SameDayChange): number =>
  kind === "annotation" ? -2 : hoursBefore;

/** "Began Nov 21, the day of “Checkout v2 live”", "Began Nov 22, with signup_channel = referral", "Began Nov 20". */
export const beganText = (began: Began): string =>
  [`Began ${shortDay(began.day)}`, sharedText(began)].filter(Boolean).join(", ");

/** "the day of “Checkout v2 live”", "the day 3.8.0 was released", "with signup_channel = referral"; empty for nothing. */
export function sharedText({ change, segment }: Pick<Began, "change" | "segment">): string {
  if (change?.hoursBefore !== undefined) return afterReleaseText(change);
  if (change)
    return `the day ${change.kind === "annotation" ? `of “${change.name}”` : `${change.name} was released`}`;
  return segment ? `with ${segmentName(segment)}` : "";
}

/** Adds "It began the day of “Checkout v2 live”." to a sentence, if something changed that day. */
export const withChange = (sentence: string, change: SameDayChange | null): string =>
  change ? `${sentence} It began ${sharedText({ change, segment: null })}.` : sentence;

type Incident = {
  connectionId: string;
  segment: Segment | null;
  finding: {
    found: Finding;
    firstBadDay: string | null;
    causeSegment: Segment | null;
    sameDayChange: SameDayChange | null;
  };
};

/** When and where an incident began: on the day that its headline names. */
export const beginningOfIncident = (incident: Incident): Beginning => ({
  connectionId: incident.connectionId,
  day: onsetOf(incident.finding.found)?.day ?? incident.finding.firstBadDay,
  change: incident.finding.sameDayChange,
  segment: segmentOfIncident(incident),
});

/** The segment an incident was found in, else the one that is its likely cause. */
export function segmentOfIncident({
  segment,
  finding: { causeSegment },
}: {
  segment: Segment | null;
  finding: Pick<Incident["finding"], "causeSegment">;
}): Segment | null {
  const found = segment ?? causeSegment;
  return found && { dimension: found.dimension, value: found.value };
}

/** "$os = Android". */
export const segmentName = ({ dimension, value }: Segment): string => `${dimension} = ${value}`;

/** "3 hours after 4.2.0"; "in the hour of 4.2.0". Only for a release whose hours are known. */
const afterReleaseText = ({ name, hoursBefore = 0 }: SameDayChange): string =>
  hoursBefore === 0 ? `in the hour of ${name}` : `${hoursText(hoursBefore)} after ${name}`;
