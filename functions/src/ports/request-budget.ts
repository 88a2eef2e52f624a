import { MixpanelError } from "./mixpanel-error.js";

export type BudgetKind = "query" | "export";

/** Counts requests, tries included, that a customer's own Mixpanel quota pays for. */
export interface RequestBudget {
  /** Counts a request about to be made. @throws MixpanelError of kind `budget` when there is none left */
  spend(kind: BudgetKind): void | Promise<void>;
}

export const quotaUsedUp = (kind: BudgetKind): MixpanelError =>
  new MixpanelError("budget", kind, "Plumbline's share of the project's Mixpanel quota is used up.");

/** A budget of so many requests of each kind. */
export function requestBudget(max: Record<BudgetKind, number>) {
  const left = { ...max };
  return {
    spend: (kind: BudgetKind): void => {
      if (left[kind] === 0) throw quotaUsedUp(kind);
      left[kind] -= 1;
    },
  } satisfies RequestBudget;
}
