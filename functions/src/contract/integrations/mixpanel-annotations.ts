import { z } from "zod";

/** Why nothing is written. `refused`: Mixpanel doesn't allow it for the service account. */
export const annotationProblems = ["refused"] as const;

/** Annotations that Plumbline writes into a Mixpanel project while incidents are open. */
export const mixpanelAnnotationsSchema = z.object({
  isOn: z.boolean(),
  /** How many there are in Mixpanel. */
  count: z.number().int(),
  problem: z.enum(annotationProblems).nullable(),
});
export type MixpanelAnnotations = z.infer<typeof mixpanelAnnotationsSchema>;

export const switchMixpanelAnnotationsSchema = z.object({ isOn: z.boolean() });
