import { useQuery } from "@tanstack/react-query";
import { Card, CardHeader } from "@/components/layout/card";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { RunTable } from "@/components/run-table/run-table";
import { InlineLink, TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useActiveRun } from "@/data/active-run";
import { useRunActions } from "@/data/run-actions/use-run-actions";
import { dashboardRunsQuery, shownRuns } from "./queries";

/** The newest runs of all setups. The page loads them before it shows the card. */
export function RecentRuns() {
  const runs = useQuery(dashboardRunsQuery());
  const activeRun = useActiveRun();
  const { cancelRun, busyRunId } = useRunActions();
  return (
    <Card aria-label="Recent Runs" overflow="hidden">
      <CardHeader
        title="Recent Runs"
        actions={
          <TextLink to={paths.runs} hasChevron>
            View All
          </TextLink>
        }
      />
      {runs.isError && <ErrorState error={runs.error} title="Unable to load runs" onRetry={runs.refetch} />}
      {runs.data?.length === 0 && (
        <EmptyState
          title="No runs yet"
          text={
            <>
              Runs appear here with their results. <InlineLink to={paths.setups}>Go to setups</InlineLink>
            </>
          }
          hasBob={false}
          isFramed={false}
        />
      )}
      {runs.data && runs.data.length > 0 && (
        <RunTable
          runs={runs.data.slice(0, shownRuns)}
          activeRun={activeRun}
          busyRunId={busyRunId}
          onCancel={(run) => cancelRun(run.id)}
        />
      )}
    </Card>
  );
}
