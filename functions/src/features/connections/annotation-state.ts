import { z } from "zod";
import { instantSchema } from "../../contract/common.js";
import { annotationProblems } from "../../contract/integrations/mixpanel-annotations.js";
import { projectDaySchema } from "../../contract/results.js";

/**
 * The state of the annotations that Plumbline writes into a Mixpanel project if someone has turned them on.
 */
export const annotationStateSchema = z.object({
  isOn: z.boolean(),
  /** The annotations that exist in Mixpanel, one for each first bad day. */
  written: z.array(z.object({ day: projectDaySchema, id: z.string(), text: z.string() })),
  /** Days whose annotation someone deleted in Mixpanel; it is not written again. */
  dismissed: z.array(projectDaySchema),
  /** Until when a worker has claimed the writing; null if none has. */
  claimedUntil: instantSchema.nullable(),
  /** The outcome of a request to create one is unknown: Mixpanel's list must be read before the next. */
  isUnsure: z.boolean(),
  problem: z.enum(annotationProblems).nullable(),
  /** App API requests on a UTC day, not counting those that a person triggered. */
  requests: z.object({ day: z.string(), count: z.number().int() }),
});
export type AnnotationState = z.infer<typeof annotationStateSchema>;

export const noAnnotations: AnnotationState = {
  isOn: false,
  written: [],
  dismissed: [],
  claimedUntil: null,
  isUnsure: false,
  problem: null,
  requests: { day: "", count: 0 },
};
