import { isEnded, type ActiveRun, type Run } from "../../contract/runs.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";
import type { Actor } from "../workspaces/actor.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { toRun } from "../runs/run-record.js";

type Deps = Pick<Dependencies, "runs" | "setups">;

/** All runs of the account, newest first. */
export async function listRuns(
  { runs }: Pick<Deps, "runs">,
  workspaceId: WorkspaceId,
  page: PageRequest,
): Promise<Page<Run>> {
  const { items, nextCursor } = await runs.listShown(workspaceId, page);
  return { items: items.map(toRun), nextCursor };
}

/**
 * Runs of one setup, newest first.
 * @throws AppError `not-found` when there is no such setup
 */
export async function listSetupRuns(
  { runs, setups }: Deps,
  workspaceId: WorkspaceId,
  setupId: string,
  page: PageRequest,
): Promise<Page<Run>> {
  await setups.get(workspaceId, setupId);
  const { items, nextCursor } = await runs.listShown(workspaceId, page, setupId);
  return { items: items.map(toRun), nextCursor };
}

/** The active run: none or one. Every open page polls this, so the account is read only if `actor` lacks that id. */
export async function listActiveRuns(
  { runs }: Pick<Deps, "runs">,
  { workspaceId, ...actor }: Pick<Actor, "workspaceId" | "activeRunId">,
): Promise<ActiveRun[]> {
  const { activeRunId = (await runs.account(workspaceId)).activeRunId } = actor;
  const run = activeRunId === null ? null : await runs.find(workspaceId, activeRunId);
  if (!run || isEnded(run)) return [];
  const { id, status, setupId, startedAt, progress } = run;
  return [{ id, status, setupId, startedAt, progress }];
}
