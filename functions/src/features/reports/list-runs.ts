import { outcomeOf } from "../../contract/run-summary.js";
import {
  hasOutcome,
  isEnded,
  shownOutcomes,
  type ActiveRun,
  type Run,
  type SetupResults,
} from "../../contract/runs.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { allItems, matchingPage, type Page, type PageRequest } from "../../common/page.js";
import type { Actor } from "../workspaces/actor.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { toRun, type ShownRun } from "../runs/run-record.js";

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

/**
 * How the latest runs of every setup ended, however long ago. They are read from the runs themselves, so that deleted ones
 * are gone and nothing has to be kept up to date: at most about 20 documents a setup.
 */
export async function listSetupResults(
  { runs, setups }: Deps,
  workspaceId: WorkspaceId,
): Promise<SetupResults[]> {
  const all = await allItems((page) => setups.list(workspaceId, page));
  return Promise.all(
    all.map(async ({ id: setupId }) => {
      const { items } = await matchingPage<ShownRun>(
        (page) => runs.listShown(workspaceId, page, setupId),
        { limit: shownOutcomes },
        hasOutcome,
        // A few more than are shown: canceled runs have no outcome.
        shownOutcomes + 6,
      );
      const [last] = items;
      return {
        setupId,
        last: last
          ? {
              id: last.id,
              status: last.status,
              finishedAt: last.finishedAt,
              summary: last.summary,
              error: last.error,
            }
          : null,
        outcomes: items.map(outcomeOf),
      };
    }),
  );
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
