import { MixpanelError } from "./mixpanel-error.js";

export type BudgetKind = "query" | "export";

/** Counts the requests, including retries, that use up a customer's own Mixpanel quota. */
export interface RequestBudget {
  /** Counts a request that is about to be made. @throws MixpanelError of kind `budget` if none is left */
  spend(kind: BudgetKind): void | Promise<void>;
}

export const quotaUsedUp = (kind: BudgetKind): MixpanelError =>
  new MixpanelError("budget", kind, "Plumbline's share of the project's Mixpanel quota is used up.");

/** Creates a budget of `max` requests of each kind. */
export function requestBudget(max: Record<BudgetKind, number>) {
  const left = { ...max };
  return {
    spend: (kind: BudgetKind): void => {
      if (left[kind] === 0) throw quotaUsedUp(kind);
      left[kind] -= 1;
    },
  } satisfies RequestBudget;
}
