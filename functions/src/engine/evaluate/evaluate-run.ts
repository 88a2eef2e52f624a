import type { AggregateBlocks, AggregateReader } from "../../aggregates/model.js";
import type { RunInput, RunOutcome } from "../model.js";
import { NameObserver } from "../names/name-observer.js";
import type { NamesInRun, Rename } from "../names/names.js";
import { type VersionArrival, VersionArrivals } from "../segments/versions/version-arrivals.js";
import type { RunDrafts } from "./conclude-run.js";
import { AllRows, Evaluation, type EvaluationInput } from "./evaluation.js";
import { FindingsAndPackedRows } from "./packed-rows.js";

/**
 * Evaluates a run whose aggregates are in memory: one block with all events.
 * @param checked rows of detectors that were checked before, block by block
 * @param renames what its findings are explained with, see `renamesIn`
 */
export function evaluateRun(
  input: RunInput,
  checked?: RunDrafts,
  renames: readonly Rename[] = [],
): RunOutcome {
  const { aggregates } = input;
  const evaluation = new Evaluation(
    { ...input, days: aggregates?.days ?? null },
    () => new AllRows(),
    checked,
  );
  if (aggregates) {
    evaluation.survey(aggregates);
    evaluation.add(aggregates);
  }
  return evaluation.conclude(renames);
}

/** The names that took over from others in the aggregates. */
export function renamesIn(aggregates: AggregateReader): readonly Rename[] {
  const names = new NameObserver(aggregates.days);
  names.add(aggregates);
  return names.observed().renames;
}

/** `RunInput` with aggregates that are not all in memory at once. */
export type BlocksInput = Omit<EvaluationInput, "days"> & { aggregates: AggregateBlocks | null };

export type BlocksOutcome = RunOutcome & {
  /** App versions that reached 5% of the events; empty without aggregates. */
  versions: readonly VersionArrival[];
  /** Null without aggregates. */
  names: NamesInRun | null;
};

/**
 * Evaluates a run of a project of any size. Keeps findings as they are, compresses all other rows, and keeps nothing else
 * of a block. Blocks are read twice if something must first be known about all of them.
 */
export async function evaluateBlocks(given: BlocksInput): Promise<BlocksOutcome> {
  const blocks = given.aggregates && readOnce(given.aggregates);
  const evaluation = new Evaluation(
    { ...given, days: blocks?.days ?? null },
    () => new FindingsAndPackedRows(given.previous),
  );
  if (blocks && evaluation.needsSurvey) for await (const block of blocks.blocks()) evaluation.survey(block);
  const versions = blocks && new VersionArrivals(blocks.days);
  const names = blocks && new NameObserver(blocks.days);
  for await (const block of blocks?.blocks() ?? []) {
    evaluation.add(block);
    versions!.add(block);
    names!.add(block);
  }
  const observed = names?.observed(given.profiles?.seen.properties()) ?? null;
  return {
    ...evaluation.conclude(observed?.renames),
    versions: versions?.arrivals() ?? [],
    names: observed,
  };
}

/** Keeps the block of a project that has only one, so that it is read only once. */
function readOnce(given: AggregateBlocks): AggregateBlocks {
  let only: AggregateReader | null = null;
  return {
    days: given.days,
    async *blocks() {
      if (only) {
        yield only;
        return;
      }
      let count = 0;
      for await (const block of given.blocks()) {
        count++;
        only = count === 1 ? block : null;
        yield block;
      }
    },
  };
}
