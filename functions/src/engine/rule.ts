import type { DetectorKey, DetectorSettings } from "../contract/detectors.js";
import type { DraftRow, RunInput } from "./model.js";

/**
 * Decides for detectors of one kind. Returns one row per entity, including normal and inconclusive ones; what spans
 * detectors (folding, incident states, order) comes later. Pure: the same input gives the same rows, live and on past
 * days.
 */
export type Rule = (input: RunInput, key: DetectorKey, settings: DetectorSettings) => DraftRow[];
