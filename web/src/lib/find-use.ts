import type { UseSummary } from "@contract/integrations/project-context";

/** An event (`property` null), a property of an event, or a user property (`event` null). */
export type UsedName = { event: string | null; property: string | null };

/** Who uses a name; null for nobody, and while it is not known. */
export type FindUse = {
  (name: UsedName): UseSummary | null;
  /** Whether "nobody" means that nobody does. */
  isComplete?: boolean;
};
export const noUse: FindUse = () => null;
