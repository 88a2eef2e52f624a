import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { deleteOtherProjectsData } from "../connections/delete-project-data.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isMixpanelError } from "../../ports/mixpanel-error.js";
import {
  connectionChanged,
  connectionDeleted,
  classifyFailure,
  RunFailedError,
  StaleConnectionError,
} from "./run-failure.js";
import type { RunRecord } from "./run-record.js";

type Deps = Pick<Dependencies, "connections" | "objects">;
type Run = Pick<RunRecord, "setup" | "plan">;

/**
 * Loads the run's connection. Each step calls this before it reads from Mixpanel, and again after it has stored
 * something. If the connection was deleted or pointed to another project in the meantime, this deletes the previous
 * project's data.
 * @throws RunFailedError when the connection is gone or points to another project than at the run's start
 */
export async function loadRunConnection(
  deps: Deps,
  workspaceId: WorkspaceId,
  run: Run,
): Promise<ConnectionRecord> {
  const { id } = run.setup.connection;
  const connection = await deps.connections.find(workspaceId, id);
  if (isOfRun(run, connection)) return connection;
  await deleteOtherProjectsData(deps.objects, workspaceId, id, connection);
  throw new RunFailedError(connection ? connectionChanged : connectionDeleted);
}

/** Deletes the previous project's data if the connection was deleted or changed. Called when the run is over. */
export async function deletePreviousProjectData(
  deps: Deps,
  workspaceId: WorkspaceId,
  run: Run,
): Promise<void> {
  try {
    await loadRunConnection(deps, workspaceId, run);
  } catch (error) {
    if (!(error instanceof RunFailedError)) throw error;
  }
}

/** Checks a connection that was read in a transaction. @throws RunFailedError as in `loadRunConnection` */
export function assertConnectionUnchanged(run: Run, connection: ConnectionRecord | null): void {
  if (!isOfRun(run, connection)) throw new RunFailedError(connection ? connectionChanged : connectionDeleted);
}

/**
 * Turns a refusal by Mixpanel into a retry if the connection was edited in the meantime: Mixpanel refused the old
 * secret or region, and the new one deserves an attempt.
 * @param used the connection that the request was made with
 */
export async function reclassifyAfterConnectionEdit(
  deps: Deps,
  workspaceId: WorkspaceId,
  run: Run,
  used: ConnectionRecord,
  error: unknown,
): Promise<unknown> {
  if (!isMixpanelError(error)) return error;
  const disposition = classifyFailure(error);
  if (disposition.kind !== "failed") return error;
  try {
    const { revision } = await loadRunConnection(deps, workspaceId, run);
    return revision === used.revision
      ? error
      : new StaleConnectionError(disposition.failure, { cause: error });
  } catch (failure) {
    return failure instanceof RunFailedError ? failure : error;
  }
}

/**
 * If a refusal says how far back the Mixpanel plan reaches, stores that with the connection, so that later runs don't
 * ask for more.
 */
export async function rememberHistory(
  { connections }: Pick<Deps, "connections">,
  workspaceId: WorkspaceId,
  { id, revision }: ConnectionRecord,
  error: unknown,
): Promise<void> {
  const historyDays = isMixpanelError(error) ? error.historyDays : null;
  if (historyDays === null) return;
  await connections.applyVerification(workspaceId, id, revision, ({ capabilities }) => ({
    capabilities: capabilities && { ...capabilities, historyDays },
  }));
}

/** Whether a connection still points to the project that the run read. */
export const isOfRun = (
  { setup, plan }: Run,
  connection: ConnectionRecord | null,
): connection is ConnectionRecord =>
  connection !== null &&
  connection.projectId === setup.connection.projectId &&
  (!plan || plan.region === connection.region);
