import type { ConnectionRecord } from "../connections/connection-repository.js";
import { forgetOtherProjects } from "../connections/forget-project.js";
import type { Dependencies } from "../dependencies.js";
import { isMixpanelError } from "../mixpanel/mixpanel-error.js";
import {
  connectionChanged,
  connectionDeleted,
  dispositionOf,
  RunFailedError,
  StaleConnectionError,
} from "./run-failure.js";
import type { RunRecord } from "./run-record.js";

type Parts = Pick<Dependencies, "connections" | "objects">;
type Run = Pick<RunRecord, "setup" | "plan">;

/**
 * The connection that a run reads by, as it is now. To be asked for before something is read through it, and again
 * after something learnt was stored: a connection that was deleted or pointed to another project meanwhile leaves
 * nothing of the former project behind.
 * @throws RunFailedError when it is gone, or points to another project than the run began with
 */
export async function connectionOf(deps: Parts, uid: string, run: Run): Promise<ConnectionRecord> {
  const { id } = run.setup.connection;
  const connection = await deps.connections.find(uid, id);
  if (isOfRun(run, connection)) return connection;
  await forgetOtherProjects(deps.objects, uid, id, connection);
  throw new RunFailedError(connection ? connectionChanged : connectionDeleted);
}

/** For whoever leaves a run that is over: `connectionOf` without its complaint. */
export async function forgetFormerProject(deps: Parts, uid: string, run: Run): Promise<void> {
  try {
    await connectionOf(deps, uid, run);
  } catch (error) {
    if (!(error instanceof RunFailedError)) throw error;
  }
}

/** @throws RunFailedError as `connectionOf`, for a connection read in a transaction */
export function assertOfRun(run: Run, connection: ConnectionRecord | null): void {
  if (!isOfRun(run, connection)) throw new RunFailedError(connection ? connectionChanged : connectionDeleted);
}

/**
 * What an error means that came up while working through a connection. When its owner changed it meanwhile, a refusal
 * was meant for what it was before, and what it is now deserves a try.
 * @param used the connection as the work had it
 */
export async function inLightOfChanges(
  deps: Parts,
  uid: string,
  run: Run,
  used: ConnectionRecord,
  error: unknown,
): Promise<unknown> {
  if (!isMixpanelError(error)) return error;
  const disposition = dispositionOf(error);
  if (disposition.kind !== "failed") return error;
  try {
    const { revision } = await connectionOf(deps, uid, run);
    return revision === used.revision
      ? error
      : new StaleConnectionError(disposition.failure, { cause: error });
  } catch (failure) {
    return failure instanceof RunFailedError ? failure : error;
  }
}

const isOfRun = ({ setup, plan }: Run, connection: ConnectionRecord | null): connection is ConnectionRecord =>
  connection !== null &&
  connection.projectId === setup.connection.projectId &&
  (!plan?.region || plan.region === connection.region);
