import type { Setup, SetupInput } from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { nextRunOf } from "./schedule-fields.js";
import { toSetup } from "./to-setup.js";

/**
 * Creates an active setup on a verified connection.
 * @throws AppError `invalid-request` (schedule), `not-found` (connection), `connection-not-verified`, `limit-reached`
 */
export async function createSetup(
  deps: Pick<Dependencies, "setups" | "connections" | "ids" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  input: SetupInput,
): Promise<Setup> {
  const now = deps.clock.now();
  const record = {
    ...input,
    id: deps.ids.next(),
    status: "active" as const,
    createdAt: toInstant(now),
    refusal: null,
    nextRunAt: nextRunOf(input, "active", now),
  };
  await deps.setups.create(workspaceId, record);
  return toSetup(deps, workspaceId, record);
}
