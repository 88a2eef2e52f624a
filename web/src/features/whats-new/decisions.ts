import type { NewName, NoticeState } from "@contract/names/names";

export type Decision = NoticeState;

/** What people decided, in the order of the filter. */
export const stateNames: Record<NoticeState, string> = {
  new: "New",
  approved: "Approved",
  ignored: "Ignored",
  excluded: "Excluded",
};
export const noticeStates = Object.keys(stateNames) as NoticeState[];

/** What can happen to a name, in the order of the filter. */
export const kindNames: Record<NewName["kind"], string> = {
  new: "New",
  renamed: "Renamed or split",
  near_duplicate: "Near-duplicate",
  self_changing: "Self-changing",
  personal_data: "Personal data",
  type_changed: "Type changed",
  silent: "Silent",
};

export const decisionLabels: Record<Decision, string> = {
  new: "Undo",
  approved: "Approve",
  ignored: "Ignore",
  excluded: "Exclude",
};

/** What can be decided about a name, the usual choice first. There is nothing to approve about a changed type or silence. */
export function decisionsFor({ kind }: Pick<NewName, "kind">, state: NoticeState): readonly Decision[] {
  if (state !== "new") return ["new"];
  if (kind === "type_changed" || kind === "silent" || kind === "personal_data")
    return ["ignored", "excluded"];
  return kind === "self_changing" ? ["approved", "ignored"] : ["approved", "ignored", "excluded"];
}

/** Those of the names that the decision can be about. */
export const decidable = (names: readonly NewName[], state: NoticeState, decision: Decision): NewName[] =>
  names.filter((name) => decisionsFor(name, state).includes(decision));
