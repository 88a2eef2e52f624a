import { chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Card, CardFooter, CardHeader, cardRow } from "@/components/layout/card";
import { worstFirst } from "@contract/run-summary";
import type { SetupResults } from "@contract/runs";
import { hasFindings, resultNote } from "@/components/run-table/run-results";
import { RunTickKey, RunTicks } from "@/components/charts/run-ticks";
import { ListState } from "@/components/states/list-state";
import { LinkButton } from "@/components/ui/button";
import { SubjectLink, ArrowLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useActiveRun } from "@/data/active-run";
import { setupResultsQuery } from "@/data/runs";
import { setupsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import type { Setup } from "@contract/setups";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { Truncated } from "@/components/ui/truncated";
import { shortSchedule } from "@/lib/cron";
import { connectionLabel } from "@/lib/names";

const shownSetups = 3;

/** Up to three active setups with their recent results, the broken ones first. */
export function ActiveSetups() {
  const setups = useQuery(setupsQuery());
  const activeRun = useActiveRun();
  const mayCreate = useMay("createSetup");
  const results = useQuery(setupResultsQuery());
  const resultsOf = new Map(results.data?.map((one) => [one.setupId, one]));
  const rank = ({ id }: Setup) => worstFirst.indexOf(resultsOf.get(id)?.outcomes[0] ?? "normal");
  const active = (setups.data ?? [])
    .filter(({ status }) => status === "active")
    .sort((a, b) => rank(a) - rank(b));
  return (
    <Card aria-label="Active Setups" overflow="hidden">
      <CardHeader
        title="Active Setups"
        actions={
          mayCreate && (
            <LinkButton size="xs" to={paths.newSetupFromDashboard}>
              <Plus />
              Create
            </LinkButton>
          )
        }
      />
      <ListState
        query={setups}
        what="setups"
        empty={
          setups.data &&
          active.length === 0 && { title: "No active setups", text: "Resume a paused setup, or create one." }
        }
      />
      <ul>
        {active.slice(0, shownSetups).map((setup) => (
          <ActiveSetup
            key={setup.id}
            setup={setup}
            results={resultsOf.get(setup.id)}
            isFetching={results.isFetching}
            isRunning={activeRun?.setupId === setup.id}
          />
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

type ActiveSetupProps = {
  setup: Setup;
  /** Undefined until they are loaded. */
  results: SetupResults | undefined;
  isFetching: boolean;
  isRunning: boolean;
};

/** A setup in three lines: name, connection and schedule, recent results. */
const ActiveSetup = ({ setup, results, isFetching, isRunning }: ActiveSetupProps) => (
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
      {results && results.outcomes.length > 0 ? <RunTicks ticks={results.outcomes.toReversed()} /> : <span />}
      <span>{isRunning ? "Running..." : results && latestResult(results, isFetching)}</span>
    </Flex>
  </chakra.li>
);

/** "3 alerts and 2 warnings", "Normal" or "Failed". Nothing while a first result may be on its way. */
function latestResult({ last }: SetupResults, isFetching: boolean): string {
  if (!last) return isFetching ? "" : "No results yet";
  if (!last.summary) return "Failed";
  return hasFindings(last.summary) ? resultNote(last.summary) : "Normal";
}
