import type { DetectorKey, DetectorSettings } from "../contract/detectors.js";
import type { DraftRow, RunInput } from "./model.js";

/** What a detector must be given; the run worker fetches no more than its setup's detectors need. */
export type DetectorNeed = "counts" | "event-properties" | "profiles";

/**
 * One check. `judge` is pure: the same input gives the same rows, in a backfill as live.
 * It returns one row per entity, normal and inconclusive ones too; what spans detectors
 * (folding to root rows, incident states, order) is applied to all of them afterwards.
 */
export type Detector = {
  key: DetectorKey;
  name: string;
  description: string;
  requiresThreshold: boolean;
  needs: DetectorNeed;
  judge(input: RunInput, settings: DetectorSettings): DraftRow[];
};

export const defineDetector = (detector: Detector): Detector => detector;
