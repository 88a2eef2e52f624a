import type { Connection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { AppError, notFound } from "../../common/errors.js";
import { secondMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "./connection-repository.js";
import { mixpanelAccess } from "./mixpanel-access.js";
import { probeProject } from "./probe-project.js";
import { toConnection } from "./connection-record.js";
import { VerificationFailure } from "./verification-failure.js";

/** Hosting gives an answer up after 60 seconds. */
const longestMs = 45 * secondMs;

type Deps = Pick<Dependencies, "connections" | "secrets" | "mixpanel" | "rateLimiter" | "clock" | "logger">;

/**
 * Tries a connection and stores the outcome. When its owner changed it meanwhile, the outcome is dropped and the
 * connection is returned as it stands. A temporary problem of Mixpanel's does not unverify a verified connection.
 * @throws AppError `not-found`, `rate-limited`, `verification-failed` with `details.mixpanelStatus`
 */
export async function verifyConnection(
  deps: Deps,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<Connection> {
  const record = await deps.connections.get(workspaceId, connectionId);
  await deps.rateLimiter.use(workspaceId, "verify");
  try {
    const access = mixpanelAccess(deps, workspaceId, record);
    const signal = AbortSignal.timeout(longestMs);
    const facts = await probeProject(deps.mixpanel, access, deps.clock.now(), signal);
    return await store(deps, workspaceId, record, {
      status: "verified",
      verificationError: null,
      lastVerifiedAt: toInstant(deps.clock.now()),
      capabilities: facts.capabilities,
      projectName: record.projectName ?? facts.projectName,
    });
  } catch (error) {
    if (!(error instanceof VerificationFailure)) throw error;
    return await storeFailure(deps, workspaceId, record, error);
  }
}

async function storeFailure(
  deps: Deps,
  workspaceId: WorkspaceId,
  record: ConnectionRecord,
  failure: VerificationFailure,
) {
  const { code, mixpanelStatus, userMessage, isTransient } = failure;
  deps.logger.info("verification failed", { connectionId: record.id, code, mixpanelStatus });
  if (!(isTransient && record.status === "verified")) {
    const stored = await store(deps, workspaceId, record, ({ status }) =>
      isTransient && status === "verified"
        ? {}
        : { status: "failed", verificationError: { code, message: userMessage } },
    );
    if (stored.status !== "failed") return stored;
  }
  throw new AppError("verification-failed", `Verification failed: ${code}.`, {
    userMessage,
    details: { mixpanelStatus, reason: code },
    cause: failure,
  });
}

async function store(
  { connections }: Deps,
  workspaceId: WorkspaceId,
  { id, revision }: ConnectionRecord,
  outcome: Parameters<Deps["connections"]["applyVerification"]>[3],
): Promise<Connection> {
  const stored = await connections.applyVerification(workspaceId, id, revision, outcome);
  if (stored === null) throw notFound("connection");
  return toConnection(stored);
}
