import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Run } from "@contract/runs";
import { useUpgrade } from "@/data/upgrade-context";
import { ApiError, hasCode } from "@/lib/api-error";
import { countOf } from "@/lib/format";
import { messages } from "@/lib/messages";
import { toast, toastError, toastFailure } from "@/lib/toast";
import { useActiveRun } from "../active-run";
import { runPermissionQuery } from "../billing";
import { recentRunsQuery, useStartRunMutation } from "../runs";
import { useMay } from "../use-current-workspace";

const blockedToastMs = 6_000;

/**
 * Returns `startRun`, which starts (or reruns) a setup. If a run is active it shows a toast instead; if
 * billing requires an upgrade it opens the upgrade modal, and starts once that is paid. If the setup has already tested these days, a
 * `ConfirmDialog` with the props `question` asks first whether to count its checks again. `startingSetupId`
 * is the setup that is being started.
 */
export function useStartRun() {
  const queryClient = useQueryClient();
  const upgrade = useUpgrade();
  const mayPay = useMay("createSetupIntent");
  const activeRun = useActiveRun();
  // At once: when a short run's end is announced, that toast has to replace this one, not the other way around.
  const mutation = useStartRunMutation(() => toast(messages.runs.started));
  const [startingSetupId, setStartingSetupId] = useState<string | null>(null);
  const [tested, setTested] = useState<Run | null>(null);

  const startRun = async (setupId: string, mayCountAgain = false): Promise<void> => {
    if (activeRun) return showBlocked();
    setStartingSetupId(setupId);
    const startAgain = () => void startRun(setupId, mayCountAgain);
    try {
      const permission = await queryClient.fetchQuery(runPermissionQuery());
      if (permission.requiresUpgrade) {
        if (mayPay) return upgrade.open(startAgain);
        toastFailure(messages.runs.startFailed, messages.runs.ownerMustPay);
        return;
      }
      const same = mayCountAgain
        ? null
        : sameDaysRun(
            await queryClient.fetchQuery({ ...recentRunsQuery(recentRuns, setupId), staleTime: 0 }),
          );
      if (same) return setTested(same);
      await mutation.mutateAsync(setupId);
    } catch (error) {
      if (hasCode(error, "run-already-active")) showBlocked();
      else if (hasCode(error, "upgrade-required")) {
        if (mayPay) upgrade.open(startAgain);
        // The dialog only mentions the workspace's own free run. For other reasons, show the server's
        // message.
        if (!mayPay || blockedByOf(error) !== "free-run-used") toastError(error, messages.runs.startFailed);
      } else toastError(error, messages.runs.startFailed);
    } finally {
      setStartingSetupId(null);
    }
  };

  const question = {
    isOpen: tested !== null,
    title: "Run Again",
    text: tested ? messages.runs.countedAgain(countOf(tested.rowsAnalysed ?? 0, "billable check")) : "",
    confirmLabel: "Run Again",
    confirmVariant: "solid",
    onClose: () => setTested(null),
    onConfirm: () => void (tested && startRun(tested.setupId, true)),
  } as const;
  return { startRun, activeRun, startingSetupId, question };
}

/** How many of the setup's runs are searched for the last one with a report. */
const recentRuns = 10;

/** The setup's last run with a report, if a run that starts now would test the same days. */
function sameDaysRun(runs: readonly Run[]): Run | null {
  const last = runs.find(({ summary, window }) => summary !== null && window !== null);
  if (!last?.window || !last.rowsAnalysed) return null;
  const { lastDay, timeZone } = last.window;
  const firstNewDay = new Date(Date.parse(lastDay) + dayMs).toISOString().slice(0, 10);
  return firstNewDay >= new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date()) ? last : null;
}

const dayMs = 86_400_000;

const blockedByOf = (error: unknown): unknown =>
  error instanceof ApiError ? (error.details.blockedBy ?? "free-run-used") : undefined;

const showBlocked = (): void => {
  const { title, description } = messages.runs.blocked;
  toastFailure(title, description, { durationMs: blockedToastMs });
};
