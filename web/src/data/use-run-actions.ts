import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { useCancelRun, useDeleteRun } from "./runs";

/** Cancel and delete of runs, with their toasts. `busyRunId` is the run one of them works on. */
export function useRunActions() {
  const cancel = useCancelRun();
  const remove = useDeleteRun();
  const cancelRun = (runId: string) =>
    cancel.mutate(runId, {
      onSuccess: () => toast({ title: messages.runs.cancelledTitle, description: messages.runs.cancelled }),
      onError: (error) => toastError(error, messages.runs.cancelFailed),
    });
  const deleteRun = (runId: string) =>
    remove.mutate(runId, {
      onSuccess: () => toast({ title: messages.runs.deletedTitle, description: messages.runs.deleted }),
      onError: (error) => toastError(error, messages.runs.deleteFailed),
    });
  const busy = [cancel, remove].find((mutation) => mutation.isPending);
  return { cancelRun, deleteRun, busyRunId: busy?.variables ?? null };
}
