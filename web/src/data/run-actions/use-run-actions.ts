import { toastOutcome } from "@/lib/toast-outcome";
import { messages } from "@/lib/messages";
import { useCancelRun, useDeleteRun } from "../runs";

/**
 * Actions to cancel and delete runs, with their toasts. `busyRunId` is the run with an action in progress.
 */
export function useRunActions() {
  const cancel = useCancelRun();
  const remove = useDeleteRun();
  const cancelRun = (runId: string) =>
    toastOutcome(cancel.mutateAsync(runId), {
      done: { title: messages.runs.cancelledTitle, description: messages.runs.cancelled },
      failed: messages.runs.cancelFailed,
    });
  const deleteRun = (runId: string) =>
    toastOutcome(remove.mutateAsync(runId), {
      done: { title: messages.runs.deletedTitle, description: messages.runs.deleted },
      failed: messages.runs.deleteFailed,
    });
  const busy = [cancel, remove].find((mutation) => mutation.isPending);
  return { cancelRun, deleteRun, busyRunId: busy?.variables ?? null };
}
