import type { UsedName, UseSummary } from "@contract/integrations/project-context";
import { createContext, use } from "react";

/** Returns what uses a name; null if nothing does, or while that is unknown. */
export type FindUse = {
  (name: UsedName): UseSummary | null;
  /** Whether null reliably means that nothing uses the name. */
  isComplete?: boolean;
};
export const noUse: FindUse = () => null;

/** What uses the names of the connection that a report is about. */
export const UsesContext = createContext<FindUse>(noUse);
export const useFindUse = (): FindUse => use(UsesContext);
