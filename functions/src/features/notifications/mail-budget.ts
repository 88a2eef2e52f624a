import { isAppError } from "../../common/errors.js";
import { addMs, minuteMs, secondMs } from "../../common/time.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash, type RateLimiter } from "../../ports/rate-limiter.js";
import { taskId } from "../runs/lifecycle/run-tasks.js";
import type { UserRecord } from "../users/user-repository.js";

type Deps = Pick<Dependencies, "queue" | "clock" | "rateLimiter">;

/** Due times of one window's digest differ by less than this. */
const windowPrecisionMs = 10 * minuteMs;

/**
 * Counts an email about one's account, which anybody can cause who knows the address.
 * @throws AppError `rate-limited`
 */
export async function countAccountMail(rateLimiter: RateLimiter, email: string): Promise<void> {
  await rateLimiter.use(addressHash(email), "accountMail");
  await rateLimiter.use(addressHash(email), "accountMailDaily");
}

/**
 * Whether a failure may be emailed by itself: five a day and workspace are. What comes after them is put into one digest,
 * which is sent when the day is over.
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
 * Whether a person may get one more email about runs today, over all workspaces. What comes after them is put into one
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

/** Of an email that could not be sent. */
export const giveBackMail = (
  { rateLimiter }: Pick<Deps, "rateLimiter">,
  { email }: UserRecord,
): Promise<void> => rateLimiter.giveBack(addressHash(email), "personMail");

/** When the limit's window ends; null when it had room for this use. */
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
