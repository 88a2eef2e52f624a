import type { ActiveRun, Run } from "../../contract/runs.js";
import type { Page, PageRequest } from "../../shared/page.js";
import type { Dependencies } from "../dependencies.js";
import { isEnded, toRun } from "./run-record.js";

type Parts = Pick<Dependencies, "runs" | "setups">;

/** All runs of the account, newest first. */
export async function listRuns(
  { runs }: Pick<Parts, "runs">,
  uid: string,
  page: PageRequest,
): Promise<Page<Run>> {
  const { items, nextCursor } = await runs.list(uid, page);
  return { items: items.map(toRun), nextCursor };
}

/**
 * Runs of one setup, newest first.
 * @throws AppError `not-found` when there is no such setup
 */
export async function listSetupRuns(
  { runs, setups }: Parts,
  uid: string,
  setupId: string,
  page: PageRequest,
): Promise<Page<Run>> {
  await setups.get(uid, setupId);
  const { items, nextCursor } = await runs.list(uid, page, setupId);
  return { items: items.map(toRun), nextCursor };
}

/** The run in flight, if any: none or one. */
export async function listActiveRuns({ runs }: Pick<Parts, "runs">, uid: string): Promise<ActiveRun[]> {
  const { activeRunId } = await runs.account(uid);
  const run = activeRunId === null ? null : await runs.find(uid, activeRunId);
  if (!run || isEnded(run)) return [];
  const { id, status, setupId, startedAt, progress } = run;
  return [{ id, status, setupId, startedAt, progress }];
}
