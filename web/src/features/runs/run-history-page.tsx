import { Box, Flex } from "@chakra-ui/react";
import type { Run } from "@contract/runs";
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams, useLocation } from "react-router-dom";
import { Button, LinkButton } from "@/components/ui/button";
import { Card } from "@/components/layout/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { Page, PageHeader } from "@/components/layout/page";
import { RunTable } from "@/components/run-table/run-table";
import { MissingPage } from "@/components/states/missing-page";
import { SkeletonRows } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { runHistoryQuery } from "@/data/runs";
import { setupIn, setupsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { useRunActions } from "@/data/run-actions/use-run-actions";
import { useStartRun } from "@/data/run-actions/use-start-run";
import { isNotFound } from "@/lib/api-error";
import { countOf } from "@/lib/format";
import { messages } from "@/lib/messages";
import { Select } from "@/components/ui/field";
import { SmallText } from "@/components/ui/text";
import { NextPage } from "@/components/states/list-state";
import { useElsewhere } from "@/data/use-elsewhere";
import { loadAgain } from "@/lib/query-client";

/** Runs of all setups, or of the one in the URL. */
export function RunHistoryPage() {
  const { setupId } = useParams();
  const history = useInfiniteQuery(runHistoryQuery(setupId));
  if (setupId && isNotFound(history.error)) return <MissingSetup id={setupId} />;
  const isEmpty = history.data?.pages[0]?.items.length === 0;
  return (
    <Page>
      <PageHeader
        title="Run History"
        documentTitle={setupId && `Runs of ${history.data?.pages[0]?.items[0]?.setup.name ?? "a setup"}`}
        description={setupId ? "Runs of this setup, newest first." : "All setups, newest first."}
        actions={
          <>
            {isEmpty && (
              <LinkButton to={paths.home} variant="ghost">
                Skip for now
              </LinkButton>
            )}
            <SetupFilter setupId={setupId} />
          </>
        }
      />
      <History history={history} />
    </Page>
  );
}

/** Shown for the runs of a setup that the current workspace doesn't have. */
const MissingSetup = ({ id }: { id: string }) => (
  <MissingPage title={messages.setups.notFound} {...useElsewhere(setupIn(id), messages.setups.notFoundHint)}>
    <LinkButton to={paths.runs}>View Run History</LinkButton>
    <LinkButton to={paths.setups}>Back to Setups</LinkButton>
  </MissingPage>
);

type HistoryProps = { history: UseInfiniteQueryResult<InfiniteData<{ items: Run[] }>> };

function History({ history }: HistoryProps) {
  const { startRun, activeRun, startingSetupId, question } = useStartRun();
  const { cancelRun, deleteRun, busyRunId } = useRunActions();
  const mayStart = useMay("startRun");
  const mayDelete = useMay("deleteRun");
  const navigate = useNavigate();
  const [toDelete, setToDelete] = useState<Run | null>(null);

  if (history.isPending) return <SkeletonRows rows={8} label="Loading runs" narrowRowHeight={181} />;
  if (!history.data) return <ErrorState error={history.error} onRetry={history.refetch} />;
  const runs = history.data.pages.flatMap((page) => page.items);
  if (runs.length === 0)
    return (
      <EmptyState
        title="No runs yet"
        text="Runs appear here with their results."
        action={
          <Button variant="solid" onClick={() => void navigate(paths.setups)}>
            Go to setups
          </Button>
        }
      />
    );

  const rerunning = runs.find((run) => run.setupId === startingSetupId);
  return (
    <>
      <Card overflow="hidden">
        <RunTable
          runs={runs}
          activeRun={activeRun}
          hasProgress
          busyRunId={busyRunId ?? rerunning?.id ?? null}
          onCancel={cancelRun}
          onRerun={mayStart ? (run) => void startRun(run.setupId) : undefined}
          onDelete={mayDelete ? setToDelete : undefined}
        />
      </Card>
      {history.isError && (
        <Box mt="4">
          <ErrorState title="Unable to load runs" error={history.error} onRetry={() => loadAgain(history)} />
        </Box>
      )}
      <Flex align="center" gap="3" mt="4">
        <NextPage query={history} mt="0" />
        <SmallText color="fg.subtle" aria-live="polite">
          {countOf(runs.length, "run")} shown
        </SmallText>
      </Flex>
      <ConfirmDialog {...question} />
      <ConfirmDialog
        isOpen={toDelete !== null}
        title="Delete Run"
        text={messages.runs.deleteQuestion}
        confirmLabel="Delete Run"
        onClose={() => setToDelete(null)}
        onConfirm={() => toDelete && deleteRun(toDelete.id)}
      />
    </>
  );
}

/** Selects whose runs are shown; the choice is in the URL. */
function SetupFilter({ setupId }: { setupId: string | undefined }) {
  const { data: setups = [] } = useQuery(setupsQuery());
  const navigate = useNavigate();
  // Choosing a setup opens another page, whose select then takes the focus.
  const isChosenHere: unknown = useLocation().state;
  const known = setups.map(({ id, name }) => ({ value: id, label: name }));
  const options = [
    ...known,
    // Runs of a deleted setup are kept.
    ...(setupId && !known.some(({ value }) => value === setupId)
      ? [{ value: setupId, label: "This setup" }]
      : []),
  ];
  return (
    <Select
      box={{ width: { base: "100%", sm: "200px" } }}
      aria-label="Setup"
      size="sm"
      value={setupId ?? ""}
      all="All setups"
      options={options}
      autoFocus={isChosenHere === chosenHere}
      onChange={(id) => void navigate(id ? paths.setupRuns(id) : paths.runs, { state: chosenHere })}
    />
  );
}

const chosenHere = "setup-filter";
