import type { UsedName, UseSummary } from "@contract/integrations/project-context";

/** Who uses a name; null for nobody, and while it is not known. */
export type FindUse = {
  (name: UsedName): UseSummary | null;
  /** Whether "nobody" means that nobody does. */
  isComplete?: boolean;
};
export const noUse: FindUse = () => null;
