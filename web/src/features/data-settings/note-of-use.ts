import { usersText, type UsedName } from "@contract/integrations/project-context";
import type { FindUse } from "@/lib/find-use";

/** "used by 2 dashboards", "unused" if nobody does; empty while unknown. */
export function noteOfUse(findUse: FindUse, name: UsedName): string {
  const use = findUse(name);
  if (use) return `used by ${usersText(use)}`;
  return findUse.isComplete ? "unused" : "";
}
