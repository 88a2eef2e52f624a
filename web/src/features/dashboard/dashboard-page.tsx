import { Grid, Box } from "@chakra-ui/react";
import { useUser } from "reactfire";
import { Page, PageHeader } from "@/components/layout/page";
import { useDisplayName } from "@/data/user-name";
import { ActiveSetups } from "./active-setups";
import { ConnectionStates } from "./connection-states";
import { dashboardColumns } from "./dashboard-skeleton";
import type { ConnectionState } from "@contract/home";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { InlineLink, ArrowLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { homeQuery } from "@/data/incidents";
import { countOf } from "@/lib/format";
import { Card, CardHeader } from "@/components/layout/card";
import { ListState } from "@/components/states/list-state";
import { RunTable } from "@/components/run-table/run-table";
import { useActiveRun } from "@/data/active-run";
import { useRunActions } from "@/data/run-actions/use-run-actions";
import { dashboardRunsQuery, shownRuns } from "./queries";

/** The signed-in home once a connection and a setup exist. */
export function DashboardPage() {
  const { data: user } = useUser();
  const name = useDisplayName(user);
  return (
    <Page>
      <PageHeader
        title={`Welcome back, ${name ?? "there"}!`}
        documentTitle="Home"
        description={<HomeSummary />}
      />
      <ConnectionStates />
      <Grid templateColumns={dashboardColumns} gap="4" alignItems="start">
        <RecentRuns />
        <ActiveSetups />
      </Grid>
    </Page>
  );
}

/** The state of all connections in one sentence. */
function HomeSummary() {
  const { data, isFetching } = useQuery(homeQuery());
  // Reserves space for the sentence while it loads.
  return <Box minH="22px">{data && summaryOf(data, isFetching)}</Box>;
}

function summaryOf(states: readonly ConnectionState[], isFetching: boolean): ReactNode {
  const sum = (count: (state: ConnectionState) => number) =>
    states.reduce((total, state) => total + count(state), 0);
  const open = sum((state) => state.open);
  const isIn = (count: number) => (states.length > 1 ? ` in ${countOf(count, "connection")}` : "");
  if (open > 0) {
    const unassigned = sum((state) => state.unassigned);
    return (
      <>
        <InlineLink to={paths.incidents}>{countOf(open, "open incident")}</InlineLink>
        {isIn(states.filter((state) => state.open > 0).length)}.
        {unassigned > 0 && ` ${unassigned === 1 ? "1 is" : `${unassigned} are`} not assigned.`}
      </>
    );
  }
  // A run may just have found something.
  if (isFetching) return null;
  const checked = states.filter(({ lastCheck, failure }) => lastCheck !== null && failure === null).length;
  if (checked === 0)
    return states.some(({ failure }) => failure)
      ? "The last run failed."
      : "Run a setup to see what is broken.";
  const handled = sum(({ acknowledged, muted }) => acknowledged + muted);
  return (
    <>
      {checked === states.length ? "All clear" : "Nothing open"}
      {isIn(checked)}.
      {handled > 0 && (
        <>
          {" "}
          <InlineLink to={paths.incidents}>{countOf(handled, "incident")}</InlineLink> acknowledged or muted.
        </>
      )}
    </>
  );
}

/** The newest runs of all setups. The page loads them before it shows the card. */
function RecentRuns() {
  const runs = useQuery(dashboardRunsQuery());
  const activeRun = useActiveRun();
  const { cancelRun, busyRunId } = useRunActions();
  return (
    <Card aria-label="Recent Runs" overflow="hidden">
      <CardHeader title="Recent Runs" actions={<ArrowLink to={paths.runs}>View All</ArrowLink>} />
      <ListState
        query={runs}
        what="runs"
        empty={
          runs.data?.length === 0 && {
            title: "No runs yet",
            text: (
              <>
                Runs appear here with their results. <InlineLink to={paths.setups}>Go to setups</InlineLink>
              </>
            ),
          }
        }
      />
      {runs.data && runs.data.length > 0 && (
        <RunTable
          runs={runs.data.slice(0, shownRuns)}
          activeRun={activeRun}
          busyRunId={busyRunId}
          onCancel={cancelRun}
        />
      )}
    </Card>
  );
}
