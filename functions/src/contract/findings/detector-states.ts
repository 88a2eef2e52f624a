import { z } from "zod";

/** States that the checks give an incident. */
export const detectorStates = [
  "new",
  "ongoing",
  "escalating",
  "regressed",
  "recovered",
  "new_level",
] as const;
export const detectorStateSchema = z.enum(detectorStates);
export type DetectorState = z.infer<typeof detectorStateSchema>;

/** Whether the checks no longer find it. */
export const hasEnded = (state: string | null): boolean => state === "recovered" || state === "new_level";
