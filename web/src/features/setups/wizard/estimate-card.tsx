import { Box, Flex, Stack, type HTMLChakraProps } from "@chakra-ui/react";
import { detectorOf } from "@contract/detectors";
import type { DetectorSubject } from "@contract/detectors/descriptor";
import type { SetupEstimate } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { BodyCard, CardTitle } from "@/components/layout/card";
import { Notice, RetryButton } from "@/components/states/notice";
import { InlineLink } from "@/components/ui/text-link";
import { SmallText, Strong } from "@/components/ui/text";
import { recentRunsQuery } from "@/data/runs";
import { paths } from "@/config/paths";
import { usePlan } from "@/data/plan";
import { errorText } from "@/lib/api-error";
import type { Frequency } from "@/lib/cron";
import { countOf, formatMoney, formatNumber } from "@/lib/format";
import type { Draft } from "./draft";
import { costOf, draftEstimateQuery } from "./schedule-cost";

const frequencyWords: Record<Frequency, string> = {
  manual: "If run daily",
  custom: "On this schedule",
  hourly: "Hourly",
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
};

/** The cost of the selection: billable checks per run and, for a schedule, money per month. */
export function EstimateCard({
  draft,
  setupId,
  children,
  ...rest
}: { draft: Draft; setupId: string | undefined } & HTMLChakraProps<"section">) {
  const estimate = useQuery(draftEstimateQuery(draft));
  return (
    <BodyCard aria-label="Estimate" {...rest}>
      <CardTitle size="sm">{draft.schedule.frequency === "hourly" ? "Each day" : "Each run"}</CardTitle>
      {draft.selected.length === 0 ? (
        <SmallText mt="1">Select at least one check to see what a run would cost.</SmallText>
      ) : estimate.isLoadingError ? (
        <Notice
          mt="2"
          tone="warning"
          title="No estimate"
          action={<RetryButton onRetry={() => void estimate.refetch()} />}
        >
          {errorText(estimate.error)}
        </Notice>
      ) : estimate.data ? (
        <Estimate estimate={estimate.data} draft={draft} setupId={setupId} />
      ) : (
        <SmallText mt="1" role="status">
          Estimating...
        </SmallText>
      )}
      {children}
    </BodyCard>
  );
}

type EstimateProps = { estimate: SetupEstimate; draft: Draft; setupId: string | undefined };

function Estimate({ estimate, draft, setupId }: EstimateProps) {
  const { plan } = usePlan();
  if (estimate.rowsPerRun === null)
    return (
      <SmallText mt="1">
        Known after the first schema sync, which usually takes less than a minute:{" "}
        <InlineLink to={paths.dataSettings}>Data Settings</InlineLink>.
      </SmallText>
    );
  const { frequency } = draft.schedule;
  const month = costOf(plan, draft, frequency === "manual" ? "daily" : frequency, estimate.rowsPerRun);
  const perRun = frequency === "hourly" ? "a day" : "per run";
  return (
    <>
      <SmallText mt="1">At most</SmallText>
      <Box textStyle="figureLarge">{formatNumber(estimate.rowsPerRun)}</Box>
      <SmallText>
        {estimate.rowsPerRun === 1 ? "billable check" : "billable checks"} {perRun}
      </SmallText>
      <Stack as="dl" gap="1.5" mt="3" textStyle="small">
        {groups.map(({ label, subject }) => {
          const parts = estimate.perDetector.filter(({ key }) => detectorOf(key).subject === subject);
          if (parts.length === 0) return null;
          return (
            <Flex key={label} justify="space-between">
              <Box as="dt" color="fg.subtle">
                {label}
              </Box>
              <dd>{formatNumber(parts.reduce((sum, { rows }) => sum + rows, 0))}</dd>
            </Flex>
          );
        })}
      </Stack>
      <Stack gap="2" mt="3" pt="3" borderTopWidth="1px" textStyle="small" color="fg.muted">
        {frequency === "hourly" && (
          <p>
            <Strong>A day is billed once.</Strong> 24 hourly runs test the same day, so they cost what one
            daily run costs.
          </p>
        )}
        {month.checks > 0 && (
          <p>
            {frequencyWords[frequency]}: at most {formatNumber(month.checks)} a month, or{" "}
            <Strong>{formatMoney(month.cents, plan.currency)} a month</Strong>.
          </p>
        )}
        <ExactNumber setupId={setupId} />
        <p>Excluded events and properties aren't read, checked or billed.</p>
      </Stack>
    </>
  );
}

/** The exact number from the setup's last run, or when it will be known. */
function ExactNumber({ setupId }: { setupId: string | undefined }) {
  const { data: runs } = useQuery({ ...recentRunsQuery(5, setupId), enabled: setupId !== undefined });
  const rows = runs?.find(({ rowsAnalysed }) => rowsAnalysed !== null)?.rowsAnalysed;
  return typeof rows === "number" ? (
    <p>The last run had {countOf(rows, "billable check")}.</p>
  ) : (
    <p>You'll see the exact number after the first run.</p>
  );
}

const groups: readonly { label: string; subject: DetectorSubject }[] = [
  { label: "Events", subject: "events" },
  { label: "Event properties", subject: "event-properties" },
  { label: "User properties", subject: "user-properties" },
  { label: "User profiles", subject: "user-profiles" },
];
