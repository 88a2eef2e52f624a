import { Box, Flex, Stack, type HTMLChakraProps } from "@chakra-ui/react";
import type { SetupEstimate } from "@contract/setups";
import { tierCosts, totalCents } from "@contract/tier-costs";
import { useQuery } from "@tanstack/react-query";
import { Card, CardBody, CardTitle } from "@/components/card";
import { Notice, RetryButton } from "@/components/notice";
import { InlineLink } from "@/components/text-link";
import { paths } from "@/config/paths";
import { usePlan } from "@/data/plan";
import { estimateQuery } from "@/data/setups";
import { errorText } from "@/lib/api-error";
import { runsPerMonth, type Frequency } from "@/lib/cron";
import { countOf, formatMoney, formatNumber } from "@/lib/format";
import type { Draft } from "./draft";

const perWord: Record<Frequency, string> = {
  manual: "",
  custom: "",
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
};

/** What the selection costs: rows per run, and for a schedule the month's estimate. */
export function EstimateCard({ draft, ...rest }: { draft: Draft } & HTMLChakraProps<"section">) {
  const detectors = draft.selected.map(({ key }) => key).sort();
  const estimate = useQuery(estimateQuery(draft.connectionId, detectors));
  return (
    <Card aria-label="Estimate" {...rest}>
      <CardBody>
        <CardTitle size="sm">Each run</CardTitle>
        {detectors.length === 0 ? (
          <Box textStyle="small" color="fg.muted" mt="1">
            Select at least one check to see what a run would analyse.
          </Box>
        ) : estimate.isError ? (
          <Box mt="2">
            <Notice
              tone="warning"
              title="No estimate"
              action={<RetryButton onRetry={() => void estimate.refetch()} />}
            >
              {errorText(estimate.error)}
            </Notice>
          </Box>
        ) : estimate.data ? (
          <Estimate estimate={estimate.data} draft={draft} />
        ) : (
          <Box textStyle="small" color="fg.muted" mt="1" role="status">
            Counting rows...
          </Box>
        )}
      </CardBody>
    </Card>
  );
}

function Estimate({ estimate, draft }: { estimate: SetupEstimate; draft: Draft }) {
  const { plan } = usePlan();
  if (estimate.rowsPerRun === null)
    return (
      <Box textStyle="small" color="fg.muted" mt="1">
        Known after the first schema sync in <InlineLink to={paths.dataSettings}>Data Settings</InlineLink>.
      </Box>
    );
  const runs = runsPerMonth(draft.schedule.frequency, draft.includeWeekends);
  const monthlyRows = runs === null ? null : roundToThreeDigits(runs * estimate.rowsPerRun);
  return (
    <>
      <Box textStyle="figureLarge" mt="0.5">
        {formatNumber(estimate.rowsPerRun)}
      </Box>
      <Box textStyle="small" color="fg.muted">
        {estimate.rowsPerRun === 1 ? "row" : "rows"} it would analyse
      </Box>
      <Stack as="dl" gap="1.5" mt="3" textStyle="small">
        {groups.map(({ label, has }) => {
          const parts = estimate.perDetector.filter(({ key }) => has(key));
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
      <Stack
        gap="2"
        mt="3"
        pt="3"
        borderTopWidth="1px"
        borderColor="border"
        textStyle="small"
        color="fg.muted"
      >
        {monthlyRows !== null && (
          <p>
            {perWord[draft.schedule.frequency]}, that is about {countOf(monthlyRows, "row")} a month:{" "}
            <Box as="strong" color="fg" fontWeight="600">
              {formatMoney(totalCents(tierCosts(plan.tiers, monthlyRows)), plan.currency)}
            </Box>{" "}
            by the estimate.
          </p>
        )}
        <p>Excluded events and properties are not read, not judged and not billed.</p>
      </Stack>
    </>
  );
}

const groups = [
  { label: "Events", has: (key: string) => key === "event_count_change" || key === "event_stopped" },
  { label: "Event properties", has: (key: string) => key.startsWith("event_property_") },
  { label: "User properties", has: (key: string) => key.startsWith("user_property_") },
  { label: "User profiles", has: (key: string) => key.startsWith("user_profile_") },
];

/** An estimate is not known to the row: 26,147 reads as 26,100. */
const roundToThreeDigits = (value: number): number => Math.round(Number(value.toPrecision(3)));
