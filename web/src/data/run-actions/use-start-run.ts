import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUpgrade } from "@/data/upgrade-context";
import { ApiError, hasCode } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { useActiveRun } from "../active-run";
import { runPermissionQuery } from "../billing";
import { useStartRunMutation } from "../runs";
import { useMay } from "../use-current-workspace";

const blockedToastMs = 6_000;

/**
 * Returns `startRun`, which starts (or reruns) a setup. If a run is active it shows a toast instead; if
 * billing requires an upgrade it opens the upgrade modal. `startingSetupId` is the setup that is being
 * started.
 */
export function useStartRun() {
  const queryClient = useQueryClient();
  const upgrade = useUpgrade();
  const mayPay = useMay("createSetupIntent");
  const activeRun = useActiveRun();
  const mutation = useStartRunMutation();
  const [startingSetupId, setStartingSetupId] = useState<string | null>(null);

  const startRun = async (setupId: string): Promise<void> => {
    if (activeRun) return showBlocked();
    setStartingSetupId(setupId);
    try {
      const permission = await queryClient.fetchQuery(runPermissionQuery());
      if (permission.requiresUpgrade) {
        if (mayPay) return upgrade.open();
        toast({
          title: messages.runs.startFailed,
          description: messages.runs.ownerMustPay,
          variant: "destructive",
        });
        return;
      }
      await mutation.mutateAsync(setupId);
      toast({ title: messages.runs.startedTitle, description: messages.runs.started });
    } catch (error) {
      if (hasCode(error, "run-already-active")) showBlocked();
      else if (hasCode(error, "upgrade-required")) {
        if (mayPay) upgrade.open();
        // The dialog only mentions the workspace's own free run. For other reasons, show the server's
        // message.
        if (!mayPay || blockedByOf(error) !== "free-run-used") toastError(error, messages.runs.startFailed);
      } else toastError(error, messages.runs.startFailed);
    } finally {
      setStartingSetupId(null);
    }
  };

  return { startRun, activeRun, startingSetupId };
}

const blockedByOf = (error: unknown): unknown =>
  error instanceof ApiError ? (error.details.blockedBy ?? "free-run-used") : undefined;

const showBlocked = (): void => {
  toast({
    title: messages.runs.blockedTitle,
    description: messages.runs.blocked,
    variant: "destructive",
    durationMs: blockedToastMs,
  });
};
