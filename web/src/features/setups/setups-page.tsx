import { Grid } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { LinkButton } from "@/components/ui/button";
import { Page, PageHeader } from "@/components/layout/page";
import { SkeletonCards } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { setupResultsQuery } from "@/data/runs";
import { setupsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useStartRun } from "@/data/run-actions/use-start-run";
import { useRowFocus } from "@/components/layout/use-row-focus";
import { SetupCard } from "./setup-card";
import { SetupRows } from "./list/setup-rows";

const skeletonCount = 3;
/** From this many setups on, rows with a filter take the place of cards. */
const rowsFrom = 8;

export function SetupsPage() {
  const mayCreate = useMay("createSetup");
  return (
    <Page>
      <PageHeader
        title="Setups"
        description="Choose checks for a project and when to run them."
        actions={
          mayCreate && (
            <LinkButton to={paths.newSetup} variant="solid">
              <Plus /> Create Setup
            </LinkButton>
          )
        }
      />
      <SetupList />
    </Page>
  );
}

function SetupList() {
  const mayCreate = useMay("createSetup");
  const setups = useQuery(setupsQuery());
  const results = useQuery(setupResultsQuery()).data;
  const { startRun, activeRun, startingSetupId, question } = useStartRun();
  const [list, onRemove] = useRowFocus<HTMLDivElement>();
  if (setups.isPending) return <SkeletonCards count={skeletonCount} label="Loading setups" isGrid />;
  if (setups.isLoadingError) return <ErrorState error={setups.error} onRetry={setups.refetch} />;
  if (setups.data.length === 0)
    return (
      <EmptyState
        title="No setups yet"
        text={mayCreate ? "Choose checks for a project and when to run them." : "Editors can create setups."}
        action={
          mayCreate && (
            <LinkButton to={paths.newSetup} variant="solid">
              Create Your First Setup
            </LinkButton>
          )
        }
      />
    );
  if (setups.data.length >= rowsFrom)
    return (
      <div ref={list}>
        <SetupRows
          setups={setups.data}
          activeRun={activeRun}
          startingSetupId={startingSetupId}
          onRun={(id) => void startRun(id)}
          onRemove={onRemove}
        />
        <ConfirmDialog {...question} />
      </div>
    );
  // A running setup comes first and spans both columns, so that no neighboring card stretches.
  const sorted = [...setups.data].sort(
    (a, b) => Number(b.id === activeRun?.setupId) - Number(a.id === activeRun?.setupId),
  );
  return (
    <Grid ref={list} templateColumns={{ base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" }} gap="4">
      {sorted.map((setup) => (
        <SetupCard
          key={setup.id}
          setup={setup}
          activeRun={activeRun?.setupId === setup.id ? activeRun : null}
          results={results?.find(({ setupId }) => setupId === setup.id)}
          isStarting={startingSetupId === setup.id}
          onRun={() => void startRun(setup.id)}
          onRemove={onRemove}
        />
      ))}
      <ConfirmDialog {...question} />
    </Grid>
  );
}
