import type { NewName, NoticeState } from "@contract/names/names";

export type Decision = NoticeState;

export const decisionLabels: Record<Decision, string> = {
  new: "Undo",
  approved: "Approve",
  ignored: "Ignore",
  excluded: "Exclude",
};

/** What can be decided about a name, the usual choice first. There is nothing to approve about a changed type or silence. */
export function decisionsFor(
  { kind }: Pick<NewName, "kind">,
  state: NoticeState,
): { decision: Decision; label: string }[] {
  const decisions: Decision[] =
    state === "new"
      ? kind === "type_changed" || kind === "silent"
        ? ["ignored", "excluded"]
        : kind === "self_changing"
          ? ["approved", "ignored"]
          : ["approved", "ignored", "excluded"]
      : ["new"];
  return decisions.map((decision) => ({ decision, label: decisionLabels[decision] }));
}
