import { type DetectorKey, detectorOf, type SelectedDetector } from "../../contract/detectors.js";
import { annotated, concludeRun, judgeRun, withBaselines } from "./evaluate-run.js";
import { entityKey } from "../row-key.js";
import type { AggregateBlocks, AggregateReader, CountHistory } from "../../aggregates/model.js";
import type { DraftRow, PreviousRun, RunInput, RunOutcome } from "../model.js";
import { isFlagged } from "../result-row.js";
import { CountChanges, countSegments } from "../detectors/count/count-change.js";
import { type VersionArrival, VersionArrivals } from "../segments/versions/version-arrivals.js";
import { OrdinaryRows } from "./ordinary-rows.js";
import { packed, unpacked } from "./packed.js";

/** `RunInput` with aggregates that are not all in memory at once. */
export type BlocksInput = Omit<RunInput, "aggregates" | "counts"> & {
  aggregates: AggregateBlocks | null;
  /** "aggregates": count the events' rows in the aggregates. */
  counts: CountHistory | "aggregates" | null;
};

export type BlocksOutcome = RunOutcome & {
  /** App versions that reached 5% of the events; empty without aggregates. */
  versions: readonly VersionArrival[];
};

/**
 * `evaluateRun` for projects of any size: gives the same outcome, but judges one block of events at a time. Findings are
 * kept as they are, all other rows are packed, and nothing else of a finished block is kept. Blocks are read twice if
 * count detectors first need something from all of them.
 */
export async function evaluateBlocks(given: BlocksInput): Promise<BlocksOutcome> {
  const blocks = given.aggregates && readOnce(given.aggregates);
  const { counts, segments } = await survey(given, blocks);
  const input = withBaselines({ ...given, counts, aggregates: null });
  const changes = new Map(
    given.detectors
      .filter(judgesCountChange)
      .flatMap(({ key, settings }) =>
        input.counts
          ? [
              [
                key,
                new CountChanges(
                  { ...input, counts: input.counts },
                  key,
                  settings,
                  segments.get(key)?.findings(),
                ),
              ],
            ]
          : [],
      ),
  );
  segments.clear();
  const properties = given.detectors.filter(judgesEventProperties);
  const sorted = new Map(blocks ? properties.map(({ key }) => [key, new SortedDrafts(input.previous)]) : []);
  const versions = blocks && new VersionArrivals(blocks.days);
  for await (const block of blocks?.blocks() ?? []) {
    for (const one of changes.values()) one.explain(block);
    const judged = judgeRun({
      ...input,
      counts: null,
      profiles: null,
      aggregates: block,
      detectors: properties,
    });
    for (const [key, drafts] of judged) for (const draft of drafts) sorted.get(key)!.add(draft);
    versions!.add(block);
  }
  const others = given.detectors.filter((one) => !judgesCountChange(one) && !judgesEventProperties(one));
  const rest = judgeRun({ ...input, detectors: others });
  const draftsOf = (key: DetectorKey): readonly DraftRow[] | undefined =>
    sorted.get(key)?.kept ??
    changes
      .get(key)
      ?.rows()
      .map((draft) => annotated(draft, input)) ??
    rest.get(key);
  const drafts = given.detectors.flatMap(({ key }) => {
    const rows = draftsOf(key);
    return rows ? [[key, rows] as const] : [];
  });
  const ordinary = new Map([...sorted].map(([key, one]) => [key, one.ordinary]));
  return { ...concludeRun(input, new Map(drafts), ordinary), versions: versions?.arrivals() ?? [] };
}

const judgesCountChange = ({ key }: SelectedDetector): boolean => detectorOf(key).rule === "count-change";

const judgesEventProperties = ({ key }: SelectedDetector): boolean =>
  detectorOf(key).needs === "event-properties";

/** Collects what must be known about all events before any of them is judged. */
async function survey(given: BlocksInput, blocks: AggregateBlocks | null) {
  const detectors = given.detectors.filter(judgesCountChange);
  const segments = new Map(
    blocks
      ? detectors.map(({ key, settings }) => [key, countSegments(given, blocks.days, key, settings)])
      : [],
  );
  if (given.counts !== "aggregates" && segments.size === 0) return { counts: given.counts, segments };
  const events = new Map<string, readonly number[]>();
  for await (const block of blocks?.blocks() ?? []) {
    for (const event of block.events()) events.set(event, block.rows(event));
    for (const one of segments.values()) one.add(block);
  }
  const ofAggregates = blocks ? { days: blocks.days, events } : null;
  return { counts: given.counts === "aggregates" ? ofAggregates : given.counts, segments };
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

/** The rows of one detector: `kept` if they are shown or can affect other rows, `ordinary` otherwise. */
class SortedDrafts {
  readonly kept: DraftRow[] = [];
  readonly ordinary = new OrdinaryRows();
  readonly #before: ReadonlySet<string>;

  constructor(previous: PreviousRun | null) {
    this.#before = new Set(previous?.rows.map(entityKey));
  }

  add(draft: DraftRow): void {
    if (this.#isOrdinary(draft)) this.ordinary.add(draft);
    else this.kept.push(detachFromBlock(draft));
  }

  /** The first row is always kept, since it can give the reason why the detector as a whole is inconclusive. */
  #isOrdinary({ row, segment, recorded }: DraftRow): boolean {
    const isFound = isFlagged(row) || row.state !== null || segment !== undefined || recorded !== undefined;
    return !isFound && this.kept.length > 0 && !this.#before.has(entityKey(row));
  }
}

/** Computes the row's chart and breakdown now, so that the row does not keep their block in memory. */
function detachFromBlock(draft: DraftRow): DraftRow {
  const { breakdown } = draft;
  return {
    ...draft,
    series: packedResult(draft.series),
    ...(breakdown && { breakdown: packedResult(breakdown) }),
  };
}

function packedResult<T>(read: () => T): () => T {
  const result = read();
  if (result === null) return () => result;
  const bytes = packed(result);
  // The same value that was packed above.
  return () => unpacked(bytes) as T;
}
