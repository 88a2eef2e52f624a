import type { Exclusions } from "../data-settings/schema-repository.js";
import type { Dependencies } from "../dependencies.js";
import type { ProjectName } from "../objects/object-paths.js";
import { DayStore } from "./day-store.js";
import type { RunPlan } from "./run-record.js";

/** What the run leaves out: as it was when the run was planned, whatever switches were moved since. */
export async function plannedExclusions(
  { objects }: Pick<Dependencies, "objects">,
  uid: string,
  project: ProjectName,
  { exclusionsKey }: Pick<RunPlan, "exclusionsKey">,
): Promise<Exclusions> {
  const exclusions = await new DayStore(objects).exclusions(uid, project, exclusionsKey);
  if (!exclusions) throw new Error("the run's exclusions are missing");
  return exclusions;
}
