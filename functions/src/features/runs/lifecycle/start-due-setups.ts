import { toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { forEachTenantRecord } from "../../../common/tenant-records.js";
import { startScheduledRun } from "./start-scheduled-run.js";

const pageSize = 200;
const concurrency = 20;

/**
 * Starts the setups that are due, taking turns among workspaces. A setup that can't be started or read is logged, stays
 * due for the next tick and doesn't delay the others.
 * @returns how many due setups were handled
 */
export async function startDueSetups(deps: Dependencies, until: Date): Promise<number> {
  const lookedUp = new Set<WorkspaceId>();
  const unmanaged = new Set<WorkspaceId>();
  const lookUp = async function* (pages: ReturnType<Dependencies["runs"]["dueSetups"]>) {
    for await (const page of pages) {
      const unknown = new Set(
        page.items.map(({ workspaceId }) => workspaceId).filter((id) => !lookedUp.has(id)),
      );
      for (const id of unknown) lookedUp.add(id);
      for (const id of await unmanagedOf(deps, [...unknown])) unmanaged.add(id);
      yield page;
    }
  };
  const { done, failed, unreadable } = await forEachTenantRecord(
    lookUp(deps.runs.dueSetups(toInstant(deps.clock.now()), pageSize)),
    concurrency,
    () => deps.clock.now() >= until,
    ({ workspaceId, record }) =>
      startScheduledRun(deps, workspaceId, record, { isUnmanaged: unmanaged.has(workspaceId) }),
    ({ workspaceId, record }, error) =>
      deps.logger.error("scheduled start failed", { workspaceId, setupId: record.id }, error),
  );
  if (failed + unreadable.length > 0)
    deps.logger.error("setups not started", { failed, unreadable: unreadable.length });
  return done;
}

/** If the identity provider doesn't answer, no workspace counts as unmanaged, so that no schedule stops because of it. */
async function unmanagedOf(
  { managers, logger }: Dependencies,
  workspaces: readonly WorkspaceId[],
): Promise<Set<WorkspaceId>> {
  if (workspaces.length === 0) return new Set();
  try {
    return await managers.unmanaged(workspaces);
  } catch (error) {
    logger.error("managers not looked up", { workspaces: workspaces.length }, error);
    return new Set();
  }
}
