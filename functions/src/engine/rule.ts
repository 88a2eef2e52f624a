import type { DetectorKey, DetectorSettings } from "../contract/detectors.js";
import type { DraftRow, RunInput } from "./model.js";

/**
 * How detectors of one kind decide. Pure: the same input gives the same rows, on past days as live. Returns one row per
 * entity, normal and inconclusive ones too; what spans detectors (folding, incident states, order) comes afterwards.
 */
export type Rule = (input: RunInput, key: DetectorKey, settings: DetectorSettings) => DraftRow[];
