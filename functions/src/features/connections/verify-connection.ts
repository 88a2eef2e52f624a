import type { Connection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { AppError, notFound } from "../../common/errors.js";
import { secondMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import {
  type AddressHash,
  addressHash,
  type RateLimitName,
  serviceAccountHash,
} from "../../ports/rate-limiter.js";
import type { Actor } from "../workspaces/actor.js";
import type { ConnectionRecord } from "./connection-repository.js";
import { mailboxOf } from "../mails/mailbox.js";
import { mixpanelAccess } from "./mixpanel-access.js";
import { probeProject } from "./probe-project.js";
import { toConnection } from "./connection-record.js";
import { VerificationFailure } from "./verification-failure.js";

/** Firebase Hosting gives up on a response after 60 seconds. */
const longestMs = 45 * secondMs;

type Deps = Pick<Dependencies, "connections" | "secrets" | "mixpanel" | "rateLimiter" | "clock" | "logger">;

/**
 * Verifies a connection and stores the outcome. If the connection was edited in the meantime, the outcome is
 * dropped and the connection is returned as stored. A temporary Mixpanel problem doesn't unverify a verified
 * connection.
 * @param options.tryOtherRegions also sends the secret to Mixpanel's other regions if the chosen one rejects
 * it
 * @throws AppError `not-found`, `rate-limited`, `verification-failed` with `details.mixpanelStatus`
 */
export async function verifyConnection(
  deps: Deps,
  { workspaceId, email }: Pick<Actor, "workspaceId" | "email">,
  connectionId: string,
  { tryOtherRegions }: { tryOtherRegions: boolean },
): Promise<Connection> {
  const record = await deps.connections.get(workspaceId, connectionId);
  await deps.rateLimiter.use(workspaceId, "verify");
  // Nobody guesses a secret that was right. Otherwise wrong ones that a stranger sends would lock out its owner.
  const isKnown = record.lastVerifiedAt !== null;
  const guesses = isKnown ? null : await countGuess(deps, email, record.serviceUsername);
  let isGuess = false;
  try {
    const access = mixpanelAccess(deps, workspaceId, record);
    const signal = AbortSignal.timeout(longestMs);
    const facts = await probeProject(deps.mixpanel, access, deps.clock.now(), { tryOtherRegions, signal });
    return await store(deps, workspaceId, record, {
      status: "verified",
      verificationError: null,
      lastVerifiedAt: toInstant(deps.clock.now()),
      capabilities: facts.capabilities,
      projectName: record.projectName ?? facts.projectName,
    });
  } catch (error) {
    if (!(error instanceof VerificationFailure)) throw error;
    isGuess = error.mixpanelStatus === 401;
    return await storeFailure(deps, workspaceId, record, error);
  } finally {
    if (!isGuess) await guesses?.giveBack();
  }
}

/**
 * Counts a try as a wrong guess before it is made, so that parallel tries can't exceed the limit. The caller
 * gives it back unless Mixpanel rejects the credentials.
 */
async function countGuess({ rateLimiter }: Deps, email: string, serviceUsername: string) {
  const counted: (() => Promise<void>)[] = [];
  const giveBack = async () => {
    for (const undo of counted) await undo();
  };
  const count = async (owner: AddressHash, limit: RateLimitName) => {
    await rateLimiter.use(owner, limit);
    counted.push(() => rateLimiter.giveBack(owner, limit));
  };
  const countWrong = async (owner: AddressHash) => {
    await count(owner, "wrongSecret");
    await count(owner, "wrongSecretDaily");
  };
  const person = addressHash(mailboxOf(email));
  try {
    await countWrong(person);
    await count(person, "firstWrongSecrets").catch(() => countWrong(serviceAccountHash(serviceUsername)));
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { giveBack };
}

async function storeFailure(
  deps: Deps,
  workspaceId: WorkspaceId,
  record: ConnectionRecord,
  failure: VerificationFailure,
) {
  const { code, mixpanelStatus, userMessage, isTransient, region } = failure;
  deps.logger.info("verification failed", { connectionId: record.id, code, mixpanelStatus });
  if (!(isTransient && record.status === "verified")) {
    const stored = await store(deps, workspaceId, record, ({ status }) =>
      isTransient && status === "verified"
        ? {}
        : { status: "failed", verificationError: { code, message: userMessage, ...(region && { region }) } },
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
