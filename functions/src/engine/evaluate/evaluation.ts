import type { AggregateReader, CountHistory } from "../../aggregates/model.js";
import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import type { DetectorNeed } from "../../contract/detectors/descriptor.js";
import { annotationsText, baselineChange } from "../annotations/annotations.js";
import type { AnnotatedCounts, CountedRows, DraftRow, RunInput, RunOutcome } from "../model.js";
import type { Rename } from "../names/names.js";
import { rules } from "../registry.js";
import type { Check, RuleInput } from "../rule.js";
import { concludeRun, type RunDrafts } from "./conclude-run.js";

/** `RunInput` without the aggregates, which an evaluation gets block by block. */
export type EvaluationInput = Omit<RunInput, "aggregates" | "counts"> & {
  /** Days of the aggregates; null if these were not read. */
  days: RuleInput["days"];
  /** "aggregates": count the events in the aggregates. */
  counts: CountHistory | "aggregates" | null;
};

/** Where a detector's rows go once their block is checked. */
export interface RowStore {
  /** Rows that are shown or can affect other rows. */
  readonly kept: DraftRow[];
  /** Rows that only count. */
  readonly withoutFinding?: CountedRows;
  add(draft: DraftRow): void;
}

/** Keeps all rows as they are. */
export class AllRows implements RowStore {
  readonly kept: DraftRow[] = [];

  add(draft: DraftRow): void {
    this.kept.push(draft);
  }
}

/**
 * Evaluates one run: checks every selected detector on its own, then applies what spans them. It gets the project's
 * events in blocks, which may be one block with all of them: first all blocks through `survey` if `needsSurvey`, then all
 * through `add`, in order of the events. Pure: the same input gives the same outcome, live and on past days.
 */
export class Evaluation {
  readonly #input: RuleInput;
  readonly #checks = new Map<DetectorKey, Check>();
  readonly #rows = new Map<DetectorKey, RowStore>();
  /** Counts read from the aggregates; null if they come from elsewhere. */
  readonly #counted: Map<string, readonly number[]> | null;

  /**
   * @param makeStore creates the store for a detector's rows
   * @param checked rows of detectors that were checked before; these detectors are not checked again
   */
  constructor(
    given: EvaluationInput,
    makeStore: () => RowStore = () => new AllRows(),
    checked: RunDrafts = new Map(),
  ) {
    const { days, annotations } = given;
    const counted = given.counts === "aggregates" && days ? new Map<string, readonly number[]>() : null;
    const history = counted && days ? { days, events: counted } : given.counts;
    const hasCounts = history !== null && history !== "aggregates";
    let counts: AnnotatedCounts | null | undefined;
    this.#counted = counted;
    this.#input = {
      ...given,
      counts: () => (counts ??= hasCounts ? annotateCounts(history, annotations) : null),
    };
    const isRead: Record<DetectorNeed, boolean> = {
      counts: hasCounts,
      "event-properties": days !== null,
      profiles: given.profiles !== null,
    };
    for (const { key, settings } of given.detectors) {
      const { needs, rule } = detectorOf(key);
      if (!isRead[needs]) continue;
      const store = makeStore();
      this.#rows.set(key, store);
      const before = checked.get(key);
      if (before) store.kept.push(...before);
      else this.#checks.set(key, rules[rule](this.#input, key, settings));
    }
  }

  /** Whether all blocks must be surveyed before the first one is checked. */
  get needsSurvey(): boolean {
    return this.#counted !== null || [...this.#checks.values()].some(({ survey }) => survey);
  }

  survey(block: AggregateReader): void {
    if (this.#counted) for (const event of block.events()) this.#counted.set(event, block.rows(event));
    for (const check of this.#checks.values()) check.survey?.(block);
  }

  /** Checks a block and keeps its rows. */
  add(block: AggregateReader): void {
    for (const [key, drafts] of this.check(block))
      for (const draft of drafts) this.#rows.get(key)!.add(draft);
  }

  /** Returns the rows of a block's events that depend on no other block. */
  check(block: AggregateReader): Map<DetectorKey, DraftRow[]> {
    const rows = new Map<DetectorKey, DraftRow[]>();
    for (const [key, check] of this.#checks)
      rows.set(
        key,
        (check.check?.(block) ?? []).map((draft) => appendAnnotations(draft, this.#input)),
      );
    return rows;
  }

  /** @param renames what the aggregates tell about names that stopped */
  conclude(renames: readonly Rename[] = []): RunOutcome {
    for (const [key, check] of this.#checks)
      for (const draft of check.finish?.() ?? [])
        this.#rows.get(key)!.kept.push(appendAnnotations(draft, this.#input));
    const drafts = new Map([...this.#rows].map(([key, { kept }]) => [key, kept]));
    const withoutFinding = new Map(
      [...this.#rows].flatMap(([key, store]) => (store.withoutFinding ? [[key, store.withoutFinding]] : [])),
    );
    return concludeRun(this.#input, drafts, withoutFinding, renames);
  }
}

/** Adds the baselines that annotations change. */
function annotateCounts(counts: CountHistory, annotations: RunInput["annotations"] = []): AnnotatedCounts {
  if (annotations.length === 0) return counts;
  const baselines = new Map(
    annotations.flatMap(({ about }) => {
      if (about.kind !== "event") return [];
      const change = baselineChange(annotations, about);
      return change ? [[about.event, change] as const] : [];
    }),
  );
  return { ...counts, baselines };
}

/** Appends the row's annotations to its reason. */
function appendAnnotations(draft: DraftRow, { annotations }: Pick<RunInput, "annotations">): DraftRow {
  const text = annotations?.length ? annotationsText(annotations, draft.row) : "";
  return text === "" ? draft : { ...draft, row: { ...draft.row, reason: `${draft.row.reason} ${text}` } };
}
