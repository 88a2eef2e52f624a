import type { z } from "zod";
import type { createSetupSchema, Setup } from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { nextRunOf } from "./schedule-fields.js";
import { toSetup } from "./to-setup.js";

/**
 * Creates a setup on a verified connection.
 * @throws AppError `invalid-request` (schedule), `not-found` (connection), `connection-not-verified`, `id-taken`,
 * `limit-reached`
 */
export async function createSetup(
  deps: Pick<Dependencies, "setups" | "connections" | "ids" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  { id = deps.ids.next(), status = "active", ...input }: z.output<typeof createSetupSchema>,
  fromFile = false,
): Promise<Setup> {
  const now = deps.clock.now();
  const record = {
    ...input,
    id,
    status,
    createdAt: toInstant(now),
    refusal: null,
    tested: null,
    nextRunAt: nextRunOf(input, status, now),
    revision: 1,
    fileRevision: fromFile ? 1 : null,
  };
  await deps.setups.create(workspaceId, record);
  return toSetup(deps, workspaceId, record);
}
