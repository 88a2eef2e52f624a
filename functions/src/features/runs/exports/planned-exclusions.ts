import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { ProjectName } from "../../../common/object-paths.js";
import { AggregateStore } from "./aggregate-store.js";
import type { RunPlan } from "../run-record.js";

/** The exclusions as they were when the run was planned, whatever the user changed since. */
export async function plannedExclusions(
  { objects }: Pick<Dependencies, "objects">,
  workspaceId: WorkspaceId,
  project: ProjectName,
  { exclusionsKey }: Pick<RunPlan, "exclusionsKey">,
): Promise<Exclusions> {
  const exclusions = await new AggregateStore(objects).exclusions(workspaceId, project, exclusionsKey);
  if (!exclusions) throw new Error("the run's exclusions are missing");
  return exclusions;
}
