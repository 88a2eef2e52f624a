import { refusalsUntilPause, type Setup } from "../../../contract/setups.js";
import type { AppError } from "../../../common/errors.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import type { RunFailure } from "../run-failure.js";

type Refusal = NonNullable<Setup["refusal"]>;

/** The changes that a refused scheduled start makes to its setup, and the error that its run records. */
export type RefusedStart = {
  setup: Partial<Pick<SetupRecord, "status" | "nextRunAt" | "refusal" | "revision">>;
  error: RunFailure;
  pausedSetup: boolean;
  /** The run that already recorded the same refusal; null when this is the first one. */
  earlierRunId: string | null;
};

/** Reasons that go away by themselves. They don't pause the setup, which would only have to be resumed again. */
const temporaryReasons: ReadonlySet<unknown> = new Set(["spending-limit", "first-payment"]);

/**
 * Counts a refusal. The fifth one in a row with the same reason pauses the setup, since nobody has noticed the others.
 * If the workspace has no manager, the first one does.
 * @param runId the run that records it if it is the first
 */
export function refuseStart(setup: SetupRecord, blocker: AppError, runId: string): RefusedStart {
  const { code } = blocker;
  const message = blocker.userMessage ?? blocker.message;
  const isSame = setup.refusal?.code === code && setup.refusal.message === message;
  const count = isSame ? setup.refusal!.count + 1 : 1;
  const isLast = count >= refusalsUntilPause || code === "no-manager";
  const pausedSetup = isLast && !temporaryReasons.has(blocker.details?.["blockedBy"]);
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
