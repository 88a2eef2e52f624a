import { Grid, Stack } from "@chakra-ui/react";
import { idSchema } from "@contract/common";
import { pausingRefusals, refusalsUntilPause, type Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { Page, PageHeader } from "@/components/layout/page";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { paths } from "@/config/paths";
import { useReplay } from "@/data/replays";
import { setupQuery, useSetSetupStatus, detectorsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useStartRun } from "@/data/run-actions/use-start-run";
import { isNotFound } from "@/lib/api-error";
import { ActiveRunNotice } from "./active-run-notice";
import { AnnotationsCard } from "./annotations-card";
import { InvalidSetup, MissingSetup } from "./missing-setup";
import { QuickActions } from "./quick-actions";
import { RecentActivity } from "./recent-activity";
import { ReplayCard } from "./replay/replay-card";
import { scrollToReplay } from "./replay/replay-text";
import { SuggestionsCard } from "./replay/suggestions-card";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast";
import { BodyCard, Card, CardHeader } from "@/components/layout/card";
import { DateTimeIn } from "@/components/ui/date-time";
import { DetailsList } from "@/components/layout/details-list";
import { formatDate, countOf } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { ScheduleText } from "./schedule-text";
import { SkeletonHead, Skeletons, SkeletonTable } from "@/components/states/skeleton";
import { DataTable } from "@/components/layout/data-table";
import { PageState } from "@/components/states/page-state";
import { defaultCheckBackDays, defaultThresholdPercent, type SelectedDetector } from "@contract/detectors";

export function SetupDetailsPage() {
  const { setupId = "" } = useParams();
  const isId = idSchema.safeParse(setupId).success;
  const setup = useQuery({ ...setupQuery(setupId), enabled: isId });
  if (!isId) return <InvalidSetup />;
  if (isNotFound(setup.error)) return <MissingSetup id={setupId} />;
  return setup.data ? (
    <SetupDetails setup={setup.data} />
  ) : (
    <PageState query={setup}>
      <SetupSkeleton />
    </PageState>
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

/** Says why scheduled runs don't start. If that has paused the setup, offers to resume it. */
function RefusalNotice({ setup: { id, status, refusal } }: { setup: Setup }) {
  const setStatus = useSetSetupStatus();
  const mayResume = useMay("updateSetup");
  if (refusal === null) return null;
  if (status === "active")
    return (
      <Notice tone="warning" title="Scheduled runs can't start">
        {refusal.message} {timesText(refusal.count)}
      </Notice>
    );
  const isPausedAtOnce = pausingRefusals.includes(refusal.code);
  if (refusal.count < refusalsUntilPause && !isPausedAtOnce) return null;
  const resume = () =>
    toastOutcome(
      setStatus.mutateAsync({ id, status: "active" }),
      messages.setups.resumed,
      messages.setups.resumeFailed,
    );
  return (
    <Notice
      tone="warning"
      title={isPausedAtOnce ? "Paused" : `Paused after ${refusal.count} refused runs in a row`}
      action={
        mayResume && (
          <Button size="xs" disabled={setStatus.isPending} onClick={resume}>
            Resume
          </Button>
        )
      }
    >
      {refusal.message} {mayResume ? "Fix this, then resume the setup." : "Editors can resume the setup."}
    </Notice>
  );
}

const timesText = (count: number): string => (count === 1 ? "" : `Refused ${count} times in a row.`);

const SetupFacts = ({ setup }: { setup: Setup }) => (
  <BodyCard aria-label="Setup">
    <DetailsList
      labelWidth={140}
      details={[
        { label: "Connection", value: connectionLabel(setup.connection) },
        { label: "Created", value: formatDate(setup.createdAt) },
        { label: "Schedule", value: <ScheduleText setup={setup} /> },
        ...(setup.nextRunAt && setup.status === "active"
          ? [
              {
                label: "Next run",
                value: <DateTimeIn at={setup.nextRunAt} timeZone={setup.scheduleTimezone} />,
              },
            ]
          : []),
        { label: "Include weekends", value: setup.includeWeekends ? "Yes" : "No" },
      ]}
    />
  </BodyCard>
);

const setupColumns = { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 376px" };

/** Placeholder in the shape of the setup page. */
const SetupSkeleton = () => (
  <Skeletons label="Loading setup">
    <SkeletonHead hasCrumbs />
    <Grid templateColumns={setupColumns} gap="4" alignItems="start">
      <Stack gap="4">
        <SkeletonTable rows={5} hasHead={false} rowHeight={32} />
        <SkeletonTable rows={6} rowHeight={48} />
      </Stack>
      <Stack gap="4">
        <SkeletonTable rows={4} hasHead={false} rowHeight={44} />
        <SkeletonTable rows={3} rowHeight={70} />
      </Stack>
    </Grid>
  </Skeletons>
);

/** The enabled checks with their settings; a threshold only if the check has one. */
function DetectorsCard({ setup }: { setup: Setup }) {
  const { data: catalogue = [] } = useQuery(detectorsQuery());
  const entryOf = ({ key }: SelectedDetector) => catalogue.find((entry) => entry.key === key);
  return (
    <Card overflow="hidden">
      <CardHeader title="Enabled checks" note={String(setup.selectedDetectors.length)} />
      <DataTable
        label="Enabled checks"
        rows={setup.selectedDetectors}
        rowKey={({ key }) => key}
        columns={[
          { key: "name", header: "Check", cell: (detector) => entryOf(detector)?.name ?? detector.key },
          {
            key: "lookback",
            header: "Check back",
            align: "end",
            cell: ({ settings }) => countOf(settings.checkBackDays ?? defaultCheckBackDays, "day"),
          },
          {
            key: "threshold",
            header: "Threshold",
            align: "end",
            cell: (detector) =>
              entryOf(detector)?.requiresThreshold
                ? `${detector.settings.thresholdPercent ?? defaultThresholdPercent}%`
                : "None",
          },
        ]}
      />
    </Card>
  );
}
