import { Box, chakra, Flex } from "@chakra-ui/react";
import type { ActiveRun, Run } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Card, CardFooter, CardHeader } from "@/components/layout/card";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { RunResults } from "@/components/run-table/run-results";
import { SkeletonRows } from "@/components/states/skeleton";
import { RunStatusBadge } from "@/components/badges/status-badge";
import { ArrowLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { recentRunsQuery } from "@/data/runs";

const shownRuns = 3;

/** The latest runs of one setup. */
export function RecentActivity({ setupId, activeRun }: { setupId: string; activeRun: ActiveRun | null }) {
  const runs = useQuery(recentRunsQuery(shownRuns, setupId));
  return (
    <Card overflow="hidden">
      <CardHeader title="Recent activity" />
      {runs.isPending && (
        <SkeletonRows
          rows={shownRuns}
          label="Loading recent activity"
          isFramed={false}
          hasHead={false}
          rowHeight={70}
        />
      )}
      {runs.isError && <ErrorState error={runs.error} onRetry={runs.refetch} />}
      {runs.data?.length === 0 && (
        <EmptyState
          title="No runs yet"
          text="Runs appear here with their results."
          hasBob={false}
          isFramed={false}
        />
      )}
      <ul>
        {runs.data?.slice(0, shownRuns).map((run) => (
          <Activity key={run.id} run={run.id === activeRun?.id ? { ...run, ...activeRun } : run} />
        ))}
      </ul>
      <CardFooter>
        <ArrowLink to={paths.setupRuns(setupId)}>View Run History</ArrowLink>
      </CardFooter>
    </Card>
  );
}

const Activity = ({ run }: { run: Run }) => (
  <chakra.li px={{ base: "4", sm: "5" }} py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: "0" }}>
    <Flex justify="space-between" gap="3" align="center">
      <chakra.span textStyle="small" _hover={{ textDecoration: "underline" }}>
        <Link to={paths.report(run.id)} style={{ color: "inherit", textDecoration: "none" }}>
          {run.startedAt ? <DateTime at={run.startedAt} /> : "Not started"}
        </Link>
      </chakra.span>
      <RunStatusBadge status={run.status} />
    </Flex>
    <Box textStyle="small" mt="1.5">
      <RunResults run={run} />
    </Box>
  </chakra.li>
);
