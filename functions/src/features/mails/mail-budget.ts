import { isAppError } from "../../common/errors.js";
import { addMs, minuteMs, secondMs } from "../../common/time.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash, type RateLimiter } from "../../ports/rate-limiter.js";
import { taskId } from "../../common/task-id.js";
import type { UserRecord } from "../users/user-repository.js";

type Deps = Pick<Dependencies, "queue" | "clock" | "rateLimiter">;

/** Due times computed for the same window's digest differ by less than this. */
const windowPrecisionMs = 10 * minuteMs;

/**
 * Counts an email to an account's own address: a password reset, which anyone who knows the address can trigger, or one
 * that the account's owner asks for.
 * @throws AppError `rate-limited`
 */
export async function countAccountMail(
  rateLimiter: RateLimiter,
  limit: "passwordReset" | "accountMail",
  email: string,
): Promise<void> {
  await rateLimiter.use(addressHash(email), limit);
  await rateLimiter.use(addressHash(email), `${limit}Daily`);
}

/**
 * Whether a failure may be emailed individually: at most five per workspace and day. Later ones go into one
 * digest, which is sent when the day is over.
 */
export async function mayMailFailure(deps: Deps, workspaceId: WorkspaceId, runId: string): Promise<boolean> {
  const dueAt = await fullUntil(deps, () => deps.rateLimiter.use(workspaceId, "failureMail"));
  if (dueAt === null) return true;
  await deps.queue.enqueue(
    "sendNotification",
    { workspaceId, runId, about: "failures" },
    { id: taskId("failureDigest", workspaceId, windowOf(dueAt)), notBefore: dueAt },
  );
  return false;
}

/**
 * Whether a person may get another email about runs today, across all workspaces. Later ones go into one
 * digest, which is sent when the day is over.
 */
export async function mayMailPerson(
  deps: Deps,
  { uid, email }: UserRecord,
  { workspaceId, runId }: { workspaceId: WorkspaceId; runId: string },
): Promise<boolean> {
  const dueAt = await fullUntil(deps, () => deps.rateLimiter.use(addressHash(email), "personMail"));
  if (dueAt === null) return true;
  await deps.queue.enqueue(
    "sendNotification",
    { workspaceId, runId, about: "held", uid },
    { id: taskId("heldDigest", uid, windowOf(dueAt)), notBefore: dueAt },
  );
  return false;
}

/** Uncounts an email that could not be sent. */
export const giveBackMail = (
  { rateLimiter }: Pick<Deps, "rateLimiter">,
  { email }: UserRecord,
): Promise<void> => rateLimiter.giveBack(addressHash(email), "personMail");

/**
 * Counts one use against a limit.
 * @returns when the limit's window ends; null if the use was within the limit
 */
async function fullUntil({ clock }: Deps, use: () => Promise<void>): Promise<Date | null> {
  try {
    await use();
    return null;
  } catch (error) {
    if (!isAppError(error, "rate-limited")) throw error;
    return addMs(clock.now(), (error.retryAfterSeconds ?? 0) * secondMs);
  }
}

const windowOf = (dueAt: Date): number => Math.floor(dueAt.getTime() / windowPrecisionMs);
