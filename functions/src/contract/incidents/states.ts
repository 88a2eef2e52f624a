import { z } from "zod";
import { instantSchema } from "../common.js";

/** What the checks say of an incident. */
const detectorStates = ["new", "ongoing", "escalating", "regressed", "recovered", "new_level"] as const;
const detectorStateSchema = z.enum(detectorStates);
export type DetectorState = z.infer<typeof detectorStateSchema>;

/** What people have done about it. */
const incidentStatuses = ["open", "acknowledged", "muted", "closed"] as const;
export const incidentStatusSchema = z.enum(incidentStatuses);
export type IncidentStatus = z.infer<typeof incidentStatusSchema>;

/**
 * How a mute ends: at a time, when the incident recovers, when it gets worse, when the
 * next app version reaches 5% of the events, or by hand.
 */
export const muteSchema = z.discriminatedUnion("until", [
  z.object({ until: z.literal("time"), at: instantSchema }),
  z.object({ until: z.enum(["recovered", "worse", "next_version", "unmuted"]) }),
]);
export type Mute = z.infer<typeof muteSchema>;

/** Why a person closed it. */
const closeReasons = ["fixed", "expected", "false_alarm"] as const;
export const closeReasonSchema = z.enum(closeReasons);
export type CloseReason = z.infer<typeof closeReasonSchema>;

/** `recovered`: it was closed by itself two tested days after it had ended. */
const closedAsSchema = z.enum([...closeReasons, "recovered"]);

/**
 * What a person has said of the incident's event or property, which later runs heed: these days are not in the baseline
 * (`to` is null while the incident lasts), the baseline begins with the new level, or the check's threshold is higher.
 */
export const annotationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("leave_out"), from: z.string(), to: z.string().nullable() }),
  z.object({ kind: z.literal("new_level"), from: z.string() }),
  z.object({ kind: z.literal("limit"), percent: z.number() }),
]);

/** The same as it is asked for: the days are the incident's. */
export const newAnnotationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["leave_out", "new_level"]) }),
  z.object({ kind: z.literal("limit"), percent: z.number().min(1).max(100) }),
]);
export type NewAnnotation = z.infer<typeof newAnnotationSchema>;

export const personSchema = z.object({ uid: z.string(), name: z.string() });

/** What a person last made of an incident's status. A run that opens it again keeps it. */
const decisionSchema = z.object({ status: incidentStatusSchema, by: personSchema, at: instantSchema });

/** The two states of an incident and who deals with it. */
export const incidentStandingSchema = z.object({
  detectorState: detectorStateSchema,
  status: incidentStatusSchema,
  assignee: personSchema.nullable(),
  mute: muteSchema.nullable(),
  closedAs: closedAsSchema.nullable(),
  /** Null while nobody has decided anything, and in those decided before this was stored. */
  decision: decisionSchema.nullable().default(null),
  /** Tested day on which it was found to be over; null while it lasts. */
  recoveredOn: z.string().nullable().default(null),
});
export type IncidentStanding = z.infer<typeof incidentStandingSchema>;
