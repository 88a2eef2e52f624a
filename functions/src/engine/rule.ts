import type { AggregateReader } from "../aggregates/model.js";
import type { Day } from "../common/days.js";
import type { DetectorKey, DetectorSettings } from "../contract/detectors.js";
import type { AnnotatedCounts, DraftRow, RunInput } from "./model.js";

/** What a check knows about its run, apart from the aggregates, which it gets block by block. */
export type RuleInput = Omit<RunInput, "aggregates" | "counts"> & {
  /** Days of the aggregates; null if these were not read. */
  days: readonly Day[] | null;
  /** Complete once all blocks were surveyed. */
  counts: () => AnnotatedCounts | null;
};

/**
 * One detector's check of a run. Its rows are one per entity, including normal and inconclusive ones; what spans
 * detectors (folding, states, order) comes later.
 */
export interface Check {
  /** Collects what must be known about all events before the first one is checked. */
  survey?: (block: AggregateReader) => void;
  /** Checks the events of a block and returns their rows, unless these need all blocks. */
  check?: (block: AggregateReader) => readonly DraftRow[];
  /** Returns all rows that `check` didn't return. */
  finish?: () => readonly DraftRow[];
}

/** Starts the check of a detector. Pure: the same input gives the same rows, live and on past days. */
export type Rule = (input: RuleInput, key: DetectorKey, settings: DetectorSettings) => Check;
