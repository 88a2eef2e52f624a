import { Grid, Stack } from "@chakra-ui/react";
import { idSchema } from "@contract/common";
import type { SelectedDetector } from "@contract/detectors";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ErrorState } from "@/components/states/error-state";
import { Page, PageHeader } from "@/components/layout/page";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { paths } from "@/config/paths";
import { useReplay } from "@/data/replays";
import { setupQuery } from "@/data/setups";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useStartRun } from "@/data/run-actions/use-start-run";
import { isNotFound } from "@/lib/api-error";
import { ActiveRunNotice } from "./active-run-notice";
import { AnnotationsCard } from "./annotations-card";
import { DetectorsCard } from "./detectors-card";
import { InvalidSetup, MissingSetup } from "./missing-setup";
import { QuickActions } from "./quick-actions";
import { RecentActivity } from "./recent-activity";
import { ReplayCard } from "./replay/replay-card";
import { scrollToReplay } from "./replay/replay-text";
import { SuggestionsCard } from "./replay/suggestions-card";
import { RefusalNotice } from "./refusal-notice";
import { SetupFacts } from "./setup-facts";
import { setupColumns, SetupSkeleton } from "./setup-skeleton";

export function SetupDetailsPage() {
  const { setupId = "" } = useParams();
  const isId = idSchema.safeParse(setupId).success;
  const setup = useQuery({ ...setupQuery(setupId), enabled: isId });
  if (!isId) return <InvalidSetup />;
  if (isNotFound(setup.error)) return <MissingSetup id={setupId} />;
  return setup.data ? (
    <SetupDetails setup={setup.data} />
  ) : (
    <Page>
      {setup.isError ? <ErrorState error={setup.error} onRetry={setup.refetch} /> : <SetupSkeleton />}
    </Page>
  );
}

function SetupDetails({ setup }: { setup: Setup }) {
  const { startRun, activeRun, startingSetupId, question } = useStartRun();
  const replay = useReplay();
  const comparison = useReplay();
  const compare = (selectedDetectors: SelectedDetector[]) => {
    replay.start({ connectionId: setup.connectionId, selectedDetectors: setup.selectedDetectors });
    comparison.start({ connectionId: setup.connectionId, selectedDetectors });
    scrollToReplay();
  };
  return (
    <Page>
      <PageHeader
        title={setup.name}
        description={setup.description}
        badge={<SetupStatusBadge status={setup.status} />}
        crumbs={[{ label: "Setups", to: paths.setups }, { label: setup.name }]}
      />
      <Grid templateColumns={setupColumns} gap="4" alignItems="start">
        <Stack gap="4" minW="0">
          {activeRun?.setupId === setup.id && <ActiveRunNotice run={activeRun} />}
          <RefusalNotice setup={setup} />
          <SetupFacts setup={setup} />
          <DetectorsCard setup={setup} />
          {setup.connection && <SuggestionsCard setup={setup} onCompare={compare} />}
          {setup.connection && (
            <ReplayCard
              connectionId={setup.connection.id}
              detectors={setup.selectedDetectors}
              state={replay}
              comparison={comparison}
            />
          )}
          {setup.connection && <AnnotationsCard connectionId={setup.connection.id} />}
        </Stack>
        <Stack gap="4" minW="0">
          <QuickActions
            setup={setup}
            isRunActive={activeRun !== null}
            isStarting={startingSetupId === setup.id}
            onRun={() => void startRun(setup.id)}
          />
          <ConfirmDialog {...question} />
          <RecentActivity setupId={setup.id} activeRun={activeRun} />
        </Stack>
      </Grid>
    </Page>
  );
}
