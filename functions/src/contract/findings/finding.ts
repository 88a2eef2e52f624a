import { z } from "zod";
import { detectorKeySchema } from "../detectors.js";
import { detectorStates } from "./detector-states.js";
import { sizesSchema } from "./sizes.js";

/** A project day, `YYYY-MM-DD` in the Mixpanel project's time zone. */
export const projectDaySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** One value of a property, used as a slice of events: `$os = Android`. */
export const segmentSchema = z.object({ dimension: z.string(), value: z.string() });
export type Segment = z.infer<typeof segmentSchema>;

/** One thing that a check looks at. */
const singleSubjectSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), event: z.string() }),
  z.object({ kind: z.literal("event-property"), event: z.string(), property: z.string() }),
  z.object({ kind: z.literal("user-property"), property: z.string() }),
  /** Profiles created per day, or all that exist. */
  z.object({ kind: z.literal("profiles"), which: z.enum(["new", "all"]) }),
]);
export type SingleSubject = z.infer<typeof singleSubjectSchema>;

/** What the findings of a group have in common: one segment, one property on several events, or one event's mixes. */
const commonSchema = z.discriminatedUnion("by", [
  z.object({ by: z.literal("segment"), segment: segmentSchema }),
  z.object({ by: z.literal("property"), property: z.string() }),
  z.object({ by: z.literal("event"), event: z.string() }),
]);

/** How many members of a group are listed. */
export const listedMembers = 20;

/** What a finding is about. `size` is the number of findings in a group; the first ones are listed as `members`. */
export const subjectSchema = z.discriminatedUnion("kind", [
  ...singleSubjectSchema.options,
  /** All events together. */
  z.object({ kind: z.literal("project") }),
  z.object({
    kind: z.literal("group"),
    of: commonSchema,
    members: z.array(singleSubjectSchema).max(listedMembers),
    size: z.number().int(),
  }),
]);
export type Subject = z.infer<typeof subjectSchema>;
export type Group = Extract<Subject, { kind: "group" }>;

/** Identifies a subject. A group is identified by what its findings have in common, since its members change. */
export const subjectKey = (subject: Subject): string =>
  JSON.stringify(subject.kind === "group" ? [subject.kind, subject.of] : subject);

/** The event, property, or event and property that a subject names; nulls if it names neither. */
export function namesOf(subject: Subject): { event: string | null; property: string | null } {
  switch (subject.kind) {
    case "event":
      return { event: subject.event, property: null };
    case "event-property":
      return { event: subject.event, property: subject.property };
    case "user-property":
      return { event: null, property: subject.property };
    case "profiles":
    case "project":
      return { event: null, property: null };
    case "group":
      return {
        event: subject.of.by === "event" ? subject.of.event : null,
        property: subject.of.by === "property" ? subject.of.property : null,
      };
  }
}

/** Whether it is a single event or property: one that can be excluded, annotated and looked up in Mixpanel. */
export const isNamed = (
  subject: Subject,
): subject is Extract<Subject, { kind: "event" | "event-property" | "user-property" }> =>
  subject.kind === "event" || subject.kind === "event-property" || subject.kind === "user-property";

/**
 * Values that a change comes from. `part` and `usual` are shares in 0–1: for a count, of its change and of normal events;
 * for a property, of the missing (or shifted) values and of all events. For a property, `before` and `after` are the
 * share among events with these values.
 */
const causeSharesSchema = z.object({
  part: z.number(),
  usual: z.number(),
  before: z.number().optional(),
  after: z.number().optional(),
});
const causeValueSchema = causeSharesSchema.extend({ value: z.string() });
const causePropertySchema = causeSharesSchema.extend({
  property: z.string(),
  values: z.array(causeValueSchema),
});
/** Where a change comes from. `others` are up to two more properties that also explain a count's change. */
export const causeSchema = causePropertySchema.extend({ others: z.array(causePropertySchema) });
export type CauseProperty = z.infer<typeof causePropertySchema>;
export type Cause = z.infer<typeof causeSchema>;

/** An app version that lost a property, on one platform if the event comes from several. */
export const namedVersionSchema = z.object({ segment: segmentSchema, platform: segmentSchema.nullable() });
export type NamedVersion = z.infer<typeof namedVersionSchema>;

/** The names that took over from an event or property that stopped or became rarer. */
export const successorSchema = z.object({
  names: z.array(z.string()),
  /** Their first day. */
  since: projectDaySchema,
  /** Their volume divided by the volume that is missing. */
  volume: z.number(),
});
export type Successor = z.infer<typeof successorSchema>;

/**
 * Events of the bad days that are copies: same user, same second, as from code that sends an event twice. `count` are
 * those above what is usual. They explain a rise, or, if `isRise` is false, the count is as expected and they are the finding.
 */
const copiesSchema = z.object({
  count: z.number(),
  /** Share of all events, in percent. */
  nowPct: z.number(),
  beforePct: z.number(),
  isRise: z.boolean(),
});
export type Copies = z.infer<typeof copiesSchema>;

/** The hour in which a change of counts began: a project day and its local hour, "14:00". */
export const onsetSchema = z.object({ day: projectDaySchema, hour: z.string() });
export type Onset = z.infer<typeof onsetSchema>;

/** How clearly a finding stands out, and what was needed for an alert; null where that isn't how the check decides. */
const scoreSchema = { z: z.number().nullable(), zNeeded: z.number().nullable() };

/** A count of events or profiles over the bad days. */
const countFigures = {
  observed: z.number(),
  expected: z.number(),
  /** Change in percent; of the typical event for a whole project. Null if nothing was expected. */
  changePct: z.number().nullable(),
  /** The change that remains after subtracting the project trend; null if there is none to subtract. */
  netChangePct: z.number().nullable(),
  range: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** By how much a day usually differs from expected, in percent. */
  normalVariationPct: z.number().nullable(),
  thresholdPct: z.number(),
  ...scoreSchema,
};

/** Values of a property, in percent of its events or profiles. */
const shareFigures = {
  /** The smallest effect over several baselines, in percent. */
  effectPct: z.number(),
  /** The largest change of the past weeks, in percent. */
  largestPastChangePct: z.number().nullable(),
  thresholdPct: z.number(),
  ...scoreSchema,
};

/** Events in the hours of a day, and what is expected of each: the middle and the ends of its normal range. */
export const hoursOfDaySchema = z.object({
  observed: z.array(z.number()),
  expected: z.array(z.number()),
  low: z.array(z.number()),
  high: z.array(z.number()),
  /** The hours that the clock shows, on a day of 23 or 25 hours. */
  clock: z.array(z.number().int()).optional(),
});
export type HoursOfDay = z.infer<typeof hoursOfDaySchema>;

/** What the chart of hours shows: a day and the day before, and how many of its last tested hours are off. */
const hoursShown = {
  hours: z.number().int(),
  /** Local end of the last tested hour, "18:00". */
  untilHour: z.string(),
  ofDay: hoursOfDaySchema,
  ofDayBefore: hoursOfDaySchema,
  /** Events so far in the hours after the tested ones that are over, too. They may still arrive. */
  arriving: z.array(z.number()),
};
/** Those of the day on which a finding of whole days began. `hours` is 0 if no hour stands out. */
export const onsetHoursSchema = z.object({ day: projectDaySchema, ...hoursShown });
export type OnsetHours = z.infer<typeof onsetHoursSchema>;
export type HoursShown = Omit<OnsetHours, "day">;

/**
 * Events in some hours of a day that isn't over, or whose whole has not been checked yet. `fromHour`
 * ("14:00", local time of the project) is on the finding's first day; the hours shown are of its last day.
 */
const hoursFigures = { observed: z.number(), expected: z.number(), fromHour: z.string(), ...hoursShown };

/** What was found, by the rule that found it. Counts are rounded to one decimal, percentages too. */
export const figuresSchema = z.discriminatedUnion("rule", [
  z.object({ rule: z.literal("count-change"), ...countFigures }),
  z.object({ rule: z.literal("profile-count"), ...countFigures }),
  /** Events since it stopped, and how many were expected. */
  z.object({ rule: z.literal("silence"), observed: z.number(), expected: z.number() }),
  z.object({ rule: z.literal("hours"), ...hoursFigures }),
  /** Values since it stopped, and how many were expected. */
  z.object({ rule: z.literal("property-silence"), observed: z.number(), expected: z.number() }),
  z.object({
    rule: z.literal("null-rate"),
    missingPct: z.number(),
    missingBeforePct: z.number(),
    ...shareFigures,
  }),
  z.object({
    rule: z.literal("distribution"),
    shiftedPct: z.number(),
    /** What chance alone would shift. */
    byChancePct: z.number(),
    /** The values whose share changed most, in percent; empty inside a segment. */
    movers: z.array(z.object({ label: z.string(), beforePct: z.number(), nowPct: z.number() })),
    /** Only if numbers were multiplied. */
    sizes: sizesSchema.optional(),
    ...shareFigures,
  }),
]);
export type Figures = z.infer<typeof figuresSchema>;
export type FiguresOf<Rule extends Figures["rule"]> = Extract<Figures, { rule: Rule }>;

type OfHours = { figures: Extract<Figures, { fromHour: string }> };

/** Whether a finding is about hours. The finding of the whole day replaces it on the next day. */
export const isOfHours = <F extends { figures: Figures }>(finding: F): finding is F & OfHours =>
  "fromHour" in finding.figures;

/** The state of a finding after its run: its incident's, or `folded` for one that is part of another finding. */
export const comparisonSchema = z.enum([...detectorStates, "folded"]);

/**
 * A problem that a run found, or one that has ended (`severity: "normal"`). A group has the figures of its strongest
 * member.
 */
export const findingSchema = z.object({
  detector: detectorKeySchema,
  subject: subjectSchema,
  /** Limits the finding, and its figures, to one segment. */
  segment: segmentSchema.nullable(),
  severity: z.enum(["alert", "warning", "normal"]),
  comparedWithLastRun: comparisonSchema.nullable(),
  /** First and last bad day. */
  since: projectDaySchema,
  until: projectDaySchema,
  days: z.number().int(),
  /** Whether it rests on the newest day alone, for which late data may still arrive. */
  isProvisional: z.boolean(),
  figures: figuresSchema,
  cause: causeSchema.nullable(),
  /** Missing if there are no more than usual. */
  copies: copiesSchema.optional(),
  version: namedVersionSchema.nullable(),
  /** What it was renamed to, if that is why it stopped or became rarer. */
  renamedTo: successorSchema.nullable(),
  /** Of a finding of whole days; null if it began with its first day, or the hour is unknown. */
  onset: onsetSchema.nullable(),
  /** First day of the problem, if earlier runs saw it begin before `since`; otherwise null. */
  began: projectDaySchema.nullable(),
  baseline: z.object({ from: projectDaySchema, to: projectDaySchema, days: z.number().int() }).nullable(),
});
export type Finding = z.infer<typeof findingSchema>;
export type FindingOfHours = Finding & OfHours;

/** The hour in which it began; null if unknown, or if earlier runs saw it begin on a day before that hour's. */
export function onsetOf(finding: Finding): Onset | null {
  const { since, began, onset } = finding;
  if (isOfHours(finding)) return began === null ? { day: since, hour: finding.figures.fromHour } : null;
  return onset && onset.day <= (began ?? since) ? onset : null;
}

/** The day on which it began: an event may have stopped on the evening before its first bad day. */
export const dayBegan = (finding: Finding): string => onsetOf(finding)?.day ?? finding.began ?? finding.since;
