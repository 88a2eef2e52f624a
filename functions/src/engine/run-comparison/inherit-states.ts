import { hasEnded } from "../../contract/findings/detector-states.js";
import type { ResultRow } from "../../contract/results.js";
import type { DraftRow, PreviousRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import { groupBy } from "../../common/group-by.js";
import { directionOf, entityKey } from "../row-key.js";
import { isSameProblem, previousRowOf } from "./same-problem.js";

/**
 * Sets the states of a run whose last tested day isn't later than that of an earlier run. A finding that the
 * earlier run reported keeps its state, any other finding is new, and findings that ended stay ended.
 * @param drafts one detector's rows
 * @param earlier rows of the earlier run, with their states
 */
export function inheritStates(drafts: readonly DraftRow[], earlier: readonly PreviousRow[]): DraftRow[] {
  const byEntity = groupBy(earlier, entityKey);
  return drafts.map((draft) => {
    const before = byEntity.get(entityKey(draft.row)) ?? [];
    if (isFlagged(draft.row)) {
      const now = previousRowOf(draft);
      const same = before.filter((row) => isSameProblem(row, now, directionOf(draft.row)));
      const ended = same.find(isEnd);
      if (ended && !draft.isOpen)
        return { ...draft, row: { ...draft.row, severity: "normal", state: ended.state } };
      return { ...draft, row: { ...draft.row, state: same.find(isFlagged)?.state ?? "new" } };
    }
    const ended = draft.row.state === null ? before.findLast(isEnd) : undefined;
    if (!ended) return draft;
    const { segment, causeDetail: _cause, version, ...row } = ended;
    return { ...draft, row, ...(segment && { segment }), ...(version && { version }) };
  });
}

const isEnd = (row: ResultRow): boolean => !isFlagged(row) && hasEnded(row.state);
