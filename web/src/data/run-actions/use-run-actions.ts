import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";
import { useCancelRun, useDeleteRun } from "../runs";
import { useMay } from "../use-current-workspace";

/**
 * Actions to cancel and delete runs, with their toasts. `cancelRun` is undefined for those who may not. `busyRunId` is the
 * run with an action in progress.
 */
export function useRunActions() {
  const cancel = useCancelRun();
  const remove = useDeleteRun();
  const mayCancel = useMay("cancelRun");
  const cancelRun = ({ id }: { id: string }) =>
    toastOutcome(cancel.mutateAsync(id), messages.runs.cancelled, messages.runs.cancelFailed);
  const deleteRun = (runId: string) =>
    toastOutcome(remove.mutateAsync(runId), messages.runs.deleted, messages.runs.deleteFailed);
  const busy = [cancel, remove].find((mutation) => mutation.isPending);
  return { cancelRun: mayCancel ? cancelRun : undefined, deleteRun, busyRunId: busy?.variables ?? null };
}
