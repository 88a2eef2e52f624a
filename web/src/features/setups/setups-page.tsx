import { Grid } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LinkButton } from "@/components/link-button";
import { Page, PageHeader } from "@/components/page";
import { SkeletonCards } from "@/components/skeleton";
import { paths } from "@/config/paths";
import { setupsQuery } from "@/data/setups";
import { useStartRun } from "@/data/use-start-run";
import { SetupCard } from "./setup-card";

const skeletonCount = 3;

export function SetupsPage() {
  return (
    <Page>
      <PageHeader
        title="Setups"
        description="Named sets of checks, each bound to one connection."
        actions={
          <LinkButton to={paths.newSetup} variant="solid">
            <Plus aria-hidden /> Create Setup
          </LinkButton>
        }
      />
      <SetupList />
    </Page>
  );
}

function SetupList() {
  const setups = useQuery(setupsQuery());
  const { startRun, activeRun, startingSetupId } = useStartRun();
  if (setups.isPending) return <SkeletonCards count={skeletonCount} label="Loading setups" isGrid />;
  if (setups.isError) return <ErrorState error={setups.error} onRetry={setups.refetch} />;
  if (setups.data.length === 0)
    return (
      <EmptyState
        title="No setups yet"
        text="A setup is a named set of checks on one connection."
        action={
          <LinkButton to={paths.newSetup} variant="solid">
            Create Your First Setup
          </LinkButton>
        }
      />
    );
  // The running one spans both columns and stands first, so that no neighbour has to stretch.
  const sorted = [...setups.data].sort(
    (a, b) => Number(b.id === activeRun?.setupId) - Number(a.id === activeRun?.setupId),
  );
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" }} gap="4">
      {sorted.map((setup) => (
        <SetupCard
          key={setup.id}
          setup={setup}
          activeRun={activeRun?.setupId === setup.id ? activeRun : null}
          isStarting={startingSetupId === setup.id}
          onRun={() => void startRun(setup.id)}
        />
      ))}
    </Grid>
  );
}
