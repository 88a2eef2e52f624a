import type { Setup } from "@contract/setups";
import { useSetSetupStatus } from "@/data/setups";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast";

/** Returns a function that pauses an active setup or resumes a paused one, with its toast. */
export function usePauseOrResume() {
  const { mutateAsync, isPending } = useSetSetupStatus();
  const text = messages.setups;
  const pauseOrResume = ({ id, status }: Pick<Setup, "id" | "status">) =>
    status === "active"
      ? toastOutcome(mutateAsync({ id, status: "paused" }), text.paused, text.pauseFailed)
      : toastOutcome(mutateAsync({ id, status: "active" }), text.resumed, text.resumeFailed);
  return { pauseOrResume, isPending };
}
