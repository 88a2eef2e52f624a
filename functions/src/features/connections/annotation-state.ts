import { z } from "zod";
import { instantSchema } from "../../contract/common.js";
import { annotationProblems } from "../../contract/integrations/mixpanel-annotations.js";
import { projectDaySchema } from "../../contract/results.js";

/** What Plumbline writes into a Mixpanel project, where somebody has asked for it. */
export const annotationStateSchema = z.object({
  isOn: z.boolean(),
  /** What stands in Mixpanel, one for each first bad day. */
  written: z.array(z.object({ day: projectDaySchema, id: z.string(), text: z.string() })),
  /** Days whose annotation somebody has deleted in Mixpanel: it is not written again. */
  dismissed: z.array(projectDaySchema),
  /** A worker may write until then; null when none does. */
  claimedUntil: instantSchema.nullable(),
  /** A request to create one may have had an effect: Mixpanel's list is read before the next. */
  isUnsure: z.boolean(),
  problem: z.enum(annotationProblems).nullable(),
  /** Requests of the App API on a UTC day that nobody asked for in person. */
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
