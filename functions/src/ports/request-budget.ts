import { MixpanelError } from "./mixpanel-error.js";

export type BudgetKind = "query" | "export";

/** Counts requests, tries included, that a customer's own Mixpanel quota pays for. */
export interface RequestBudget {
  /** @throws MixpanelError of kind `budget` when there is none left */
  spend(kind: BudgetKind): void;
}

/** A budget of so many requests of each kind. */
export function requestBudget(max: Record<BudgetKind, number>): RequestBudget {
  const left = { ...max };
  return {
    spend: (kind) => {
      if (left[kind] === 0)
        throw new MixpanelError(
          "budget",
          kind,
          "Plumbline's share of the project's Mixpanel quota is used up.",
        );
      left[kind] -= 1;
    },
  };
}
