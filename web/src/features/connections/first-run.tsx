import { Box } from "@chakra-ui/react";
import { idSchema } from "@contract/common";
import type { Connection } from "@contract/connections";
import type { ActiveRun } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { RunProgress } from "@/components/run-table/run-progress";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { activeRunQuery } from "@/data/active-run";
import { useStartRunMutation } from "@/data/runs";
import { detectorsQuery, setupsQuery, useCreateSetup } from "@/data/setups";
import { useUpgrade } from "@/data/upgrade-context";
import { useMay } from "@/data/use-current-workspace";
import { currentUserQuery } from "@/data/user";
import { hasCode } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { runnableChecks } from "@/lib/runnable-checks";
import { toastError } from "@/lib/toast";

/**
 * The first run of a workspace without a setup. One button creates a setup with every check that the
 * connection can run and starts it. `run` is that run while it is active; once it has ended, its report
 * opens. `isKnown` once it can be said whether the run is offered.
 */
export function useFirstRun(connection: Connection) {
  const navigate = useNavigate();
  const mayStart = useMay("startRun", false);
  const mayPay = useMay("createSetupIntent", false);
  const upgrade = useUpgrade();
  const user = useQuery(currentUserQuery());
  const setups = useQuery(setupsQuery());
  const detectors = useQuery(detectorsQuery());
  const active = useQuery(activeRunQuery());
  const catalogue = detectors.data;
  const activeRun = active.data;
  const createSetup = useCreateSetup();
  const startRun = useStartRunMutation();
  /** A setup created by an attempt whose run was refused. The next attempt starts this one. */
  const [setupId, setSetupId] = useState<string | null>(null);
  // In the URL, so that the report still opens after a reload.
  const [search, setSearch] = useSearchParams();
  const watched = idSchema.safeParse(search.get("run"));
  const watchedId = watched.success ? watched.data : null;
  const hasEnded = watchedId !== null && activeRun !== undefined && activeRun?.id !== watchedId;
  const run = watchedId !== null && activeRun?.id === watchedId ? activeRun : null;

  useEffect(() => {
    if (hasEnded) void navigate(paths.report(watchedId), { replace: true });
  }, [hasEnded, watchedId, navigate]);

  const isBusy = createSetup.isPending || startRun.isPending;
  const start = async (created = setupId): Promise<void> => {
    if (!catalogue || isBusy) return;
    let id = created;
    try {
      id ??= (await createSetup.mutateAsync(recommendedSetup(connection, catalogue)))?.id ?? null;
      if (id === null) return;
      setSetupId(id);
      const started = await startRun.mutateAsync(id);
      if (started) setSearch({ run: started.id }, { replace: true });
    } catch (error) {
      if (mayPay && hasCode(error, "upgrade-required")) upgrade.open(() => void start(id));
      else toastError(error, messages.runs.startFailed);
    }
  };
  const canStart =
    connection.status === "verified" &&
    mayStart &&
    catalogue !== undefined &&
    activeRun === null &&
    (setups.data?.length === 0 || setupId !== null);
  const isKnown =
    connection.status !== "verified" || ![user, setups, detectors, active].some(({ isPending }) => isPending);
  return { isKnown, canStart, start: () => void start(), isBusy, run };
}

const recommendedSetup = (
  connection: Connection,
  catalogue: Parameters<typeof runnableChecks>[0],
): Parameters<ReturnType<typeof useCreateSetup>["mutateAsync"]>[0] => ({
  name: "Recommended checks",
  description: "",
  connectionId: connection.id,
  scheduleCron: "",
  scheduleTimezone: connection.capabilities?.timeZone ?? "UTC",
  selectedDetectors: runnableChecks(catalogue, connection).map(({ key }) => ({ key })),
});

/** Explains the first run, with a button to start it. */
export const FirstRunOffer = ({ onStart, isBusy }: { onStart: () => void; isBusy: boolean }) => (
  <Box mt="5">
    <Box color="fg.muted" mb="3">
      Run all recommended checks now and read your first report in a few minutes. The first run is free. You
      can change the checks and add a schedule later.
    </Box>
    <Button variant="solid" size="md" disabled={isBusy} onClick={onStart}>
      {isBusy ? "Starting..." : "Run Recommended Checks"}
    </Button>
  </Box>
);

/** Explains what the run is doing and what its report will show. */
export function FirstRunProgress({ run }: { run: ActiveRun }) {
  const { dataUpdatedAt } = useQuery(activeRunQuery());
  return (
    <Box mt="5">
      <Notice tone="running" title="Your first run is underway">
        Plumbline reads the past weeks of events and compares the most recent days with them. The report then
        opens here: what broke, since when, and where it comes from. You can leave this page; the run
        continues.
      </Notice>
      <Box mt="4">
        <RunProgress run={run} readAt={dataUpdatedAt} />
      </Box>
    </Box>
  );
}
