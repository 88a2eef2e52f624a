import { refusalsUntilPause, type Setup } from "../../../contract/setups.js";
import type { AppError } from "../../../common/errors.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import type { RunFailure } from "../run-failure.js";

type Refusal = NonNullable<Setup["refusal"]>;

/** What a refused scheduled start changes at its setup, and what its run says. */
export type RefusedStart = {
  setup: Partial<Pick<SetupRecord, "status" | "nextRunAt" | "refusal" | "revision">>;
  error: RunFailure;
  pausedSetup: boolean;
  /** The run that recorded the same refusal before; null when this is the first of its kind. */
  earlierRunId: string | null;
};

/** Reasons that pass with time, so that a paused setup would only have to be resumed again. */
const passing: ReadonlySet<unknown> = new Set(["spending-limit", "first-payment"]);

/**
 * Counts a refusal. The fifth one in a row with the same reason pauses the setup, since nobody has noticed the others; without a
 * manager the first one does.
 * @param runId the run that records it if it is the first
 */
export function refuseStart(setup: SetupRecord, blocker: AppError, runId: string): RefusedStart {
  const { code } = blocker;
  const message = blocker.userMessage ?? blocker.message;
  const isSame = setup.refusal?.code === code && setup.refusal.message === message;
  const count = isSame ? setup.refusal!.count + 1 : 1;
  const isLast = count >= refusalsUntilPause || code === "no-manager";
  const pausedSetup = isLast && !passing.has(blocker.details?.["blockedBy"]);
  const refusal: Refusal = { code, message, count, runId: isSame ? setup.refusal!.runId : runId };
  const counted = count > 1 ? ` Refused ${count} times in a row.` : "";
  const paused = pausedSetup ? " The setup is paused now; resume it when this is fixed." : "";
  return {
    setup: {
      refusal,
      ...(pausedSetup ? { status: "paused", nextRunAt: null, revision: setup.revision + 1 } : {}),
    },
    error: { code, message: `${message}${counted}${paused}` },
    pausedSetup,
    earlierRunId: isSame ? refusal.runId : null,
  };
}
