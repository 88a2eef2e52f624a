import { createHash } from "node:crypto";
import { AppError } from "../common/errors.js";
import type { WorkspaceId } from "../contract/workspaces.js";
import { dayMs, hourMs, minuteMs, secondMs } from "../common/time.js";

/** Limits per owner and window for operations that cost money or use up someone else's quota. */
export const rateLimits = {
  verify: { max: 60, windowMs: 10 * minuteMs },
  sync: { max: 30, windowMs: hourMs },
  /**
   * Exports of a Mixpanel project by runs whose exports had to be split, over all workspaces: Mixpanel allows 60, and the
   * customer's other tools need some.
   */
  splitExport: { max: 40, windowMs: hourMs },
  startRun: { max: 120, windowMs: hourMs },
  /** Replays that have to be computed. */
  replay: { max: 60, windowMs: hourMs },
  /**
   * Tasks of a workspace that run at once. A task gives its use back when it ends; those of workers that died end with
   * the window, which is as long as a task may take.
   */
  replayTurns: { max: 3, windowMs: 15 * minuteMs },
  syncTurns: { max: 5, windowMs: 9 * minuteMs },
  contextTurns: { max: 3, windowMs: 9 * minuteMs },
  /** Requests with API tokens, for all tokens of a workspace together. */
  apiToken: { max: 600, windowMs: 5 * minuteMs },
  /** Requests of signed-in people in all workspaces, in blocks of `each`: ten a second, more than many open tabs need. */
  personRequests: { max: 60, each: 50, windowMs: 5 * minuteMs },
  setupIntent: { max: 30, windowMs: hourMs },
  /**
   * Secrets that Mixpanel rejected, by service account and by person, over all workspaces. Guessing means waiting minutes
   * after ten wrong secrets and a day after thirty.
   */
  wrongSecret: { max: 10, windowMs: 10 * minuteMs },
  wrongSecretDaily: { max: 30, windowMs: dayMs },
  /** A person's first wrong secrets. The service account doesn't count these, so that no stranger locks its owner out. */
  firstWrongSecrets: { max: 5, windowMs: dayMs },
  /** Emails about a single failed run; any more are combined in a digest. */
  failureMail: { max: 5, windowMs: dayMs },
  /** Password-reset emails to one address. Nothing else counts, so that nobody can use up somebody's resets with it. */
  passwordReset: { max: 5, windowMs: hourMs },
  passwordResetDaily: { max: 10, windowMs: dayMs },
  /** Other emails to the address of one's own account, such as its verification. */
  accountMail: { max: 5, windowMs: hourMs },
  accountMailDaily: { max: 10, windowMs: dayMs },
  /** Emails to addresses whose owners haven't agreed to any, by who has them sent and by who gets them. */
  strangersByPerson: { max: 20, windowMs: dayMs },
  strangersByAddress: { max: 5, windowMs: dayMs },
  /** Emails about runs to one address from all workspaces; any more are combined in a digest. */
  personMail: { max: 30, windowMs: dayMs },
  /** Test messages to channels, and manual retries. */
  testChannel: { max: 30, windowMs: hourMs },
  /** The same request from Slack, until its signature is no longer valid. */
  slackRequest: { max: 1, windowMs: 15 * minuteMs },
  /** Data exports of a person or a workspace, by the email address of whoever requests them. */
  dataExport: { max: 5, windowMs: hourMs },
} as const satisfies Record<string, Limit>;
/** `each`: how many things one use stands for; 1 if left out. */
type Limit = { max: number; windowMs: number; each?: number };
export type RateLimitName = keyof typeof rateLimits;

/** What uses are counted for: a workspace, or the hash of an email address, person, service account or Mixpanel project. */
export type RateLimitOwner = WorkspaceId | AddressHash;
export type AddressHash = `address-${string}`;

export const addressHash = (email: string): AddressHash =>
  `address-${createHash("sha256").update(email.trim().toLowerCase()).digest("hex")}`;

/** Identifies a person across workspaces and changes of their address. */
export const personHash = (uid: string): AddressHash => addressHash(`person ${uid}`);

export const serviceAccountHash = (username: string): AddressHash =>
  addressHash(`service-account ${username}`);

export const mixpanelProjectHash = (region: string, projectId: string): AddressHash =>
  addressHash(`mixpanel-project ${region} ${projectId}`);

export interface RateLimiter {
  /**
   * Counts one use.
   * @throws AppError `rate-limited` with `retryAfterSeconds` if the window is full; a refused use isn't counted
   */
  use(owner: RateLimitOwner, limit: RateLimitName): Promise<void>;
  /** Returns a use: the call was refused for another reason, or what was counted has ended. */
  giveBack(owner: RateLimitOwner, limit: RateLimitName): Promise<void>;
}

/** Number of uses in a window, which starts with its first use. */
export type Uses = { windowStartMs: number; uses: number };

export const noUses: Uses = { windowStartMs: 0, uses: 0 };

/** Counts one use. @throws AppError `rate-limited` if the window is full */
export function countUse(limit: RateLimitName, { windowStartMs, uses }: Uses, nowMs: number): Uses {
  const { max, windowMs, each = 1 }: Limit = rateLimits[limit];
  const endsInMs = windowStartMs + windowMs - nowMs;
  if (endsInMs <= 0) return { windowStartMs: nowMs, uses: 1 };
  if (uses >= max)
    throw new AppError("rate-limited", `At most ${max * each} in ${windowMs / secondMs} seconds.`, {
      userMessage: "Too many requests. Please wait before trying again.",
      details: { limit },
      retryAfterSeconds: Math.ceil(endsInMs / secondMs),
    });
  return { windowStartMs, uses: uses + 1 };
}

export const returnUse = ({ windowStartMs, uses }: Uses): Uses => ({
  windowStartMs,
  uses: Math.max(0, uses - 1),
});
