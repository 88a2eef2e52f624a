import { toInstant } from "../../common/time.js";
import { mixpanelAccess } from "../connections/mixpanel-access.js";
import { isMixpanelError, type MixpanelError } from "../../ports/mixpanel-error.js";
import { requestBudget } from "../../ports/request-budget.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { enqueueProjectContext } from "../connections/enqueue-project-context.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { capInventory, mergeInventory } from "./merge-inventory.js";
import { readInventory } from "./read-inventory.js";

/**
 * A sync's share of the customer's hourly quota: names, at most five for counts, profiles, and room for
 * retries.
 */
const budget = { query: 10, export: 4 };

/** Runs one sync. On failure, stores the reason for the user to see and ends the sync. */
export async function runSync(
  deps: Dependencies,
  { workspaceId, connectionId, syncId }: TaskPayload<"syncSchema">,
): Promise<void> {
  const { schema, connections, clock, logger } = deps;
  const connection = await connections.find(workspaceId, connectionId);
  const { latestSync } = await schema.state(workspaceId, connectionId);
  if (connection === null || latestSync?.id !== syncId || latestSync.status !== "running") return;
  await enqueueProjectContext(deps, workspaceId, connectionId);
  try {
    const access = mixpanelAccess(deps, workspaceId, connection, requestBudget(budget));
    const known = await schema.inventory(workspaceId, connectionId);
    const found = await readInventory(deps, access, connection.capabilities, known);
    await schema.completeSync(
      workspaceId,
      connectionId,
      syncId,
      capInventory(mergeInventory(known, found)),
      toInstant(clock.now()),
    );
  } catch (error) {
    logger.warn("schema sync failed", { workspaceId, connectionId, syncId }, error);
    await schema.failSync(workspaceId, connectionId, syncId, reasonOf(error));
  }
}

const reasonOf = (error: unknown): string =>
  isMixpanelError(error) ? mixpanelReason(error) : "The sync failed unexpectedly. Please try again.";

function mixpanelReason({ kind, retryAfterSeconds }: MixpanelError): string {
  switch (kind) {
    case "credentials":
      return "Mixpanel rejected the service account. Verify the connection again.";
    case "no-access":
    case "bad-project":
    case "not-found":
      return "The service account no longer has access to the project. Verify the connection again.";
    case "plan":
      return "The project's Mixpanel plan does not include raw data export.";
    case "history":
      return "The project's Mixpanel plan does not reach back far enough for a sync.";
    case "hourly-limit":
    case "busy":
    case "budget":
      return `Mixpanel's rate limit for this project is used up. Try again in ${Math.max(1, Math.ceil((retryAfterSeconds ?? 600) / 60))} minutes.`;
    case "invalid":
    case "unavailable":
    case "timeout":
    case "incomplete":
      return "Mixpanel isn't responding properly. Please try again in a few minutes.";
  }
}
