import { z } from "zod";
import { chosenInstantSchema, instantSchema } from "../common.js";
import { detectorStateSchema } from "../findings/detector-states.js";

/** States that people give an incident. */
const incidentStatuses = ["open", "acknowledged", "muted", "closed"] as const;
export const incidentStatusSchema = z.enum(incidentStatuses);
export type IncidentStatus = z.infer<typeof incidentStatusSchema>;

/**
 * When a mute ends: at a time, when the incident recovers or gets worse, when the next app version reaches 5% of the
 * events, or when a person unmutes it.
 */
export const muteSchema = z.discriminatedUnion("until", [
  z.object({ until: z.literal("time"), at: chosenInstantSchema }),
  z.object({ until: z.enum(["recovered", "worse", "next_version", "unmuted"]) }),
]);
export type Mute = z.infer<typeof muteSchema>;

/** Why a person closed an incident. */
const closeReasons = ["fixed", "expected", "false_alarm"] as const;
export const closeReasonSchema = z.enum(closeReasons);
export type CloseReason = z.infer<typeof closeReasonSchema>;

/** `recovered`: closed automatically, two tested days after it ended. */
const closedAsSchema = z.enum([...closeReasons, "recovered"]);

/**
 * A person's note on the incident's event or property that later runs take into account: these days are left out of the
 * baseline (`to` is null while the incident lasts), the baseline starts at the new level, or the check's threshold is higher.
 */
export const annotationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("leave_out"), from: z.string(), to: z.string().nullable() }),
  z.object({ kind: z.literal("new_level"), from: z.string() }),
  z.object({ kind: z.literal("limit"), percent: z.number() }),
]);

/** An annotation as requested, without days: those come from the incident. */
export const newAnnotationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["leave_out", "new_level"]) }),
  z.object({ kind: z.literal("limit"), percent: z.number().min(1).max(100) }),
]);
export type NewAnnotation = z.infer<typeof newAnnotationSchema>;

export const personSchema = z.object({ uid: z.string(), name: z.string() });

/** The last status that a person gave an incident. It is kept when a run reopens the incident. */
const decisionSchema = z.object({ status: incidentStatusSchema, by: personSchema, at: instantSchema });

/** An incident's two states and who is handling it. */
export const incidentStandingSchema = z.object({
  detectorState: detectorStateSchema,
  status: incidentStatusSchema,
  assignee: personSchema.nullable(),
  mute: muteSchema.nullable(),
  closedAs: closedAsSchema.nullable(),
  /** Null while nobody has decided anything, and for decisions made before this was stored. */
  decision: decisionSchema.nullable().default(null),
  /** Tested day on which the incident was found to be over; null while it lasts. */
  recoveredOn: z.string().nullable().default(null),
});
export type IncidentStanding = z.infer<typeof incidentStandingSchema>;
