import { hoursText } from "../findings/days.js";
import { z } from "zod";
import { instantSchema } from "../common.js";
import { projectDaySchema } from "../results.js";

/** Saved objects of a Mixpanel project that use events and properties, in the order in which counts list them. */
const usedObjectKinds = ["dashboard", "report", "funnel", "retention", "flow", "cohort", "alert"] as const;
export type UsedObjectKind = (typeof usedObjectKinds)[number];

const nouns: Record<UsedObjectKind, readonly [one: string, many: string]> = {
  dashboard: ["dashboard", "dashboards"],
  report: ["report", "reports"],
  funnel: ["funnel", "funnels"],
  retention: ["retention report", "retention reports"],
  flow: ["flow", "flows"],
  cohort: ["cohort", "cohorts"],
  alert: ["alert", "alerts"],
};

/** How many objects of each kind use a name, and their total number of views. */
export const useSummarySchema = z.object({
  counts: z.partialRecord(z.enum(usedObjectKinds), z.number().int()),
  views: z.number().int(),
});
export type UseSummary = z.infer<typeof useSummarySchema>;

/** An event (`property` null), a property of an event, or a user property (`event` null). */
export type UsedName = { event: string | null; property: string | null };

/** "2 dashboards, 1 funnel"; empty if nothing uses it. */
export const usersText = ({ counts }: UseSummary): string =>
  usedObjectKinds
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${counts[kind]!.toLocaleString("en-US")} ${nouns[kind][counts[kind] === 1 ? 0 : 1]}`)
    .join(", ");

/** "2 dashboards, 1 funnel; 340 views"; empty if nothing uses it. */
function usersAndViewsText(summary: UseSummary): string {
  const counts = usersText(summary);
  if (counts === "" || summary.views === 0) return counts;
  return `${counts}; ${summary.views.toLocaleString("en-US")} ${summary.views === 1 ? "view" : "views"}`;
}

/** A name is widely used from this many views in total, or this many objects regardless of views. */
const wideUse = { views: 500, objects: 10 };

/** Whether many people would notice a problem with a name. */
export const isWidelyUsed = ({ counts, views }: UseSummary): boolean =>
  views >= wideUse.views || Object.values(counts).reduce((sum, count) => sum + count, 0) >= wideUse.objects;

/** "Used by 2 dashboards, 1 funnel; 34 views", "Widely used: 2 dashboards, 1 funnel; 340 views". */
export const usedByText = (summary: UseSummary): string =>
  `${isWidelyUsed(summary) ? "Widely used:" : "Used by"} ${usersAndViewsText(summary)}`;

export const usedObjectKindText = (kind: UsedObjectKind): string => nouns[kind][0];

const usedObjectSchema = z.object({
  kind: z.enum(usedObjectKinds),
  name: z.string(),
  owner: z.string().nullable(),
  /** Total views; null where Mixpanel doesn't count them. */
  views: z.number().int().nullable(),
  modifiedAt: instantSchema.nullable(),
  /** The dashboard that contains a report, or the report that an alert watches. */
  parentName: z.string().nullable(),
  /** Link that opens the object in Mixpanel; null where none is known. */
  url: z.string().nullable(),
});

/** At most this many objects are listed; the summary counts all. */
export const mostUsedObjects = 50;

/** What uses one event or property, most viewed first. `readAt` is null if it isn't known yet or Mixpanel doesn't say. */
export const whoUsesSchema = z.object({
  readAt: instantSchema.nullable(),
  /** Whether Mixpanel returned every object that could use it. */
  isComplete: z.boolean(),
  summary: useSummarySchema,
  objects: z.array(usedObjectSchema),
});
export type WhoUses = z.infer<typeof whoUsesSchema>;

const name = z.string().min(1).max(512);
/** An event, a property of an event, or a user property (no event). */
export const whoUsesQuerySchema = z.object({ event: name.optional(), property: name.optional() });

/** Uses of every event and property of a project that at least one saved object uses. */
export const usesSchema = z.object({
  readAt: instantSchema.nullable(),
  isComplete: z.boolean(),
  events: z.array(z.object({ event: z.string(), use: useSummarySchema })),
  /** If `event` is null, the property of any event. */
  eventProperties: z.array(
    z.object({ event: z.string().nullable(), property: z.string(), use: useSummarySchema }),
  ),
  userProperties: z.array(z.object({ property: z.string(), use: useSummarySchema })),
});
export type Uses = z.infer<typeof usesSchema>;

export const changeKinds = ["release", "version", "annotation", "lexicon", "exclusion", "setup"] as const;

/** Something that changed near an incident's first day. It may be unrelated to the incident. */
const nearbyChangeSchema = z.object({
  kind: z.enum(changeKinds),
  /** Project day. */
  day: projectDaySchema,
  /** Days after the first bad day; negative before it. */
  daysAfterOnset: z.number().int(),
  /** Of a release: hours after the problem began, negative before it; null if the hour isn't known. */
  hoursAfterOnset: z.number().int().nullable().default(null),
  /** "Version 4.2.0 released". */
  title: z.string(),
  detail: z.string().nullable(),
  url: z.string().nullable(),
  /** Whether it is a version from the first bad day or earlier that the finding names, and on the platform it names. */
  isMostLikely: z.boolean(),
});
export type NearbyChange = z.infer<typeof nearbyChangeSchema>;

/** Days before and after the first bad day in which changes are listed. */
export const nearbyDays = 2;

export const incidentContextSchema = z.object({
  /** Null for findings that no saved object can refer to, such as the number of profiles. */
  usedBy: whoUsesSchema.nullable(),
  /** Nearest to the first bad day first. */
  changes: z.array(nearbyChangeSchema),
  /** First and last day searched for changes; null without a first bad day. */
  window: z.object({ from: projectDaySchema, to: projectDaySchema }).nullable(),
  /** Link that opens the project's events, or users, in Mixpanel. */
  mixpanelUrl: z.string(),
});
export type IncidentContext = z.infer<typeof incidentContextSchema>;

/** Hours are told up to this many; what is farther away is told in days. */
export const nearbyHours = 12;

/** "on the first bad day", "the day before", "2 days after", "3 hours before the first bad hour". */
export function nearnessText({
  daysAfterOnset,
  hoursAfterOnset: hours,
}: Pick<NearbyChange, "daysAfterOnset" | "hoursAfterOnset">): string {
  if (hours === 0) return "in the first bad hour";
  if (hours !== null && Math.abs(hours) <= nearbyHours)
    return `${hoursText(Math.abs(hours))} ${hours < 0 ? "before" : "after"} the first bad hour`;
  if (daysAfterOnset === 0) return "on the first bad day";
  const days = Math.abs(daysAfterOnset);
  const side = daysAfterOnset < 0 ? "before" : "after";
  return `${days === 1 ? "the day" : `${days} days`} ${side} the first bad day`;
}
