import { chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Card, CardFooter, CardHeader, cardRow } from "@/components/layout/card";
import { outcomeOf } from "@contract/run-summary";
import { RunTickKey, RunTicks } from "@/components/charts/run-ticks";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { LinkButton } from "@/components/ui/button";
import { SubjectLink, ArrowLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useActiveRun } from "@/data/active-run";
import { setupsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { brokenFirst } from "./broken-now";
import { dashboardRunsQuery, setupTicksQuery } from "./queries";
import type { Setup } from "@contract/setups";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { Truncated } from "@/components/ui/truncated";
import { shortSchedule } from "@/lib/cron";
import { connectionLabel } from "@/lib/names";
import { finishedRuns, latestResult } from "./run-history";

const shownSetups = 3;

/** Up to three active setups with their recent results. */
export function ActiveSetups() {
  const setups = useQuery(setupsQuery());
  const activeRun = useActiveRun();
  const mayCreate = useMay("createSetup");
  const { data: runs = [] } = useQuery(dashboardRunsQuery());
  const active = brokenFirst(setups.data?.filter(({ status }) => status === "active") ?? [], runs);
  return (
    <Card aria-label="Active Setups" overflow="hidden">
      <CardHeader
        title="Active Setups"
        actions={
          mayCreate && (
            <LinkButton size="xs" to={paths.newSetupFromDashboard}>
              <Plus aria-hidden />
              Create
            </LinkButton>
          )
        }
      />
      {setups.isError && (
        <ErrorState error={setups.error} title="Unable to load setups" onRetry={setups.refetch} />
      )}
      {setups.data && active.length === 0 && (
        <EmptyState
          title="No active setups"
          text="Resume a paused setup, or create one."
          hasBob={false}
          isFramed={false}
        />
      )}
      <ul>
        {active.slice(0, shownSetups).map((setup) => (
          <ActiveSetup key={setup.id} setup={setup} isRunning={activeRun?.setupId === setup.id} />
        ))}
      </ul>
      {active.length > 0 && (
        <CardFooter justifyContent="space-between">
          {active.length > shownSetups ? (
            <ArrowLink to={paths.setups}>View All Setups ({active.length})</ArrowLink>
          ) : (
            <span />
          )}
          <RunTickKey outcomes={["alert", "warning", "normal"]} />
        </CardFooter>
      )}
    </Card>
  );
}

/** A setup in three lines: name, connection and schedule, recent results. */
const ActiveSetup = ({ setup, isRunning }: { setup: Setup; isRunning: boolean }) => (
  <chakra.li {...cardRow} py="3.5" css={{ "&:first-of-type": { borderTopWidth: "0" } }}>
    <Flex justify="space-between" gap="3" align="center">
      <SubjectLink to={paths.setup(setup.id)} minW="0">
        <Truncated text={setup.name} />
      </SubjectLink>
      <SetupStatusBadge status={setup.status} />
    </Flex>
    <Flex justify="space-between" gap="3" mt="1.5" textStyle="small" color="fg.muted">
      <Truncated text={connectionLabel(setup.connection)} />
      <chakra.span flexShrink={0} maxW="65%" textAlign="end">
        {shortSchedule(setup)}
      </chakra.span>
    </Flex>
    <Flex
      justify="space-between"
      gap="3"
      mt="2"
      align="flex-end"
      textStyle="small"
      color="fg.muted"
      minH="20px"
    >
      <History setupId={setup.id} isRunning={isRunning} />
    </Flex>
  </chakra.li>
);

/** Ticks and the latest result; empty until the runs are loaded. */
function History({ setupId, isRunning }: { setupId: string; isRunning: boolean }) {
  const { data: runs, isFetching } = useQuery(setupTicksQuery(setupId));
  const ended = runs ? finishedRuns(runs) : [];
  const isKnown = runs !== undefined && (ended.length > 0 || !isFetching);
  return (
    <>
      {ended.length > 0 ? <RunTicks ticks={ended.map(outcomeOf)} /> : <span />}
      <span>{isRunning ? "Running..." : isKnown && latestResult(runs)}</span>
    </>
  );
}
