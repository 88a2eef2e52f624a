import type { ResultRow } from "../../contract/results.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import { directionOf, entityKey } from "./incident-key.js";

/**
 * States of a run whose last tested day is not later than an earlier run's: what that run reported keeps its state, what
 * it did not have is new, what had ended has ended.
 * @param drafts one detector's rows
 * @param earlier rows of the earlier run, with their states
 */
export function inheritStates(drafts: readonly DraftRow[], earlier: readonly ResultRow[]): DraftRow[] {
  const flaggedBefore = new Map(earlier.filter(isFlagged).map((row) => [keyOf(row), row]));
  const endedBefore = new Map(earlier.filter(hasEnded).map((row) => [keyOf(row), row]));
  const endedOfEntity = new Map([...endedBefore.values()].map((row) => [entityKey(row), row]));
  return drafts.map((draft) => {
    if (isFlagged(draft.row)) {
      const key = keyOf(draft.row);
      const ended = endedBefore.get(key);
      if (ended && !draft.isOpen)
        return { ...draft, row: { ...draft.row, severity: "normal", state: ended.state } };
      return { ...draft, row: { ...draft.row, state: flaggedBefore.get(key)?.state ?? "new" } };
    }
    const ended = draft.row.state === null ? endedOfEntity.get(entityKey(draft.row)) : undefined;
    return ended ? { ...draft, row: ended } : draft;
  });
}

const hasEnded = ({ state }: ResultRow): boolean => state === "recovered" || state === "new_level";

const keyOf = (row: ResultRow): string => `${entityKey(row)} ${directionOf(row)}`;
