import { Box, Flex } from "@chakra-ui/react";
import { runOutcomes, type ActiveRun } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { outcomeWord, RunTickKey } from "@/components/charts/run-ticks";
import { Card, cardRow } from "@/components/layout/card";
import { EmptyState } from "@/components/states/empty-state";
import { Notice, RetryButton } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";
import { SmallText, Strong } from "@/components/ui/text";
import { billingEstimateQuery } from "@/data/billing";
import { setupResultsQuery } from "@/data/runs";
import { errorText } from "@/lib/api-error";
import { countOf, formatMoney, formatNumber } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { focusFilter, useShortcuts } from "@/lib/use-key-press";
import { useSearch } from "@/lib/use-search";
import { isColumn, sortLabels, sortRows, type SetupRow } from "./columns";
import type { RowHandlers } from "./row-actions";
import { SetupTable } from "./setup-table";
import type { BillingEstimate } from "@contract/billing";
import { formatPerRow, includedRows, usePlan } from "@/data/plan";

const sortOptions = Object.entries(sortLabels).flatMap(([value, label]) => [
  { value, label: `Sort by ${label}` },
  { value: `-${value}`, label: `Sort by ${label}, descending` },
]);

type SetupRowsProps = RowHandlers & { setups: readonly Setup[]; activeRun: ActiveRun | null };

/** Many setups: filters, and one row each with its latest results, the next run and what a month costs. */
export function SetupRows({ setups, activeRun, ...handlers }: SetupRowsProps) {
  const [search, set, setSearch] = useSearch();
  const text = search.get("name") ?? "";
  const connection = search.get("connection") ?? "";
  const result = search.get("result") ?? "";
  const state = search.get("state") ?? "";
  const sort = search.get("sort") ?? "name";
  const isDescending = sort.startsWith("-");
  const column = sort.replace("-", "");
  const results = useQuery(setupResultsQuery());
  const estimate = useQuery(billingEstimateQuery());
  useShortcuts({ "/": focusFilter });
  const connections = new Map(setups.map((one) => [one.connectionId, connectionLabel(one.connection)]));
  const resultsOf = new Map(results.data?.map((one) => [one.setupId, one]));
  const pricesOf = new Map(estimate.data?.setups.map((one) => [one.setupId, one]));
  const rows = setups
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .filter(({ connectionId }) => connection === "" || connection === connectionId)
    .filter(({ id }) => result === "" || !results.data || resultsOf.get(id)?.outcomes[0] === result)
    .filter(({ status }) => state === "" || state === status)
    .map((setup): SetupRow => ({
      setup,
      activeRun: activeRun?.setupId === setup.id ? activeRun : null,
      results: resultsOf.get(setup.id),
      price: pricesOf.get(setup.id),
    }));
  const failed = [results, estimate].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <Flex
        display={{ base: "grid", sm: "flex" }}
        gridTemplateColumns="repeat(2, minmax(0, 1fr))"
        gap="2"
        mb="3"
        wrap="wrap"
        align="center"
      >
        <Box gridColumn="1 / -1" flex="1" minW="200px" maxW={{ md: "300px" }}>
          <SearchInput
            label="Filter by name"
            shortcut="/"
            value={text}
            onChange={(value) => set("name", value)}
          />
        </Box>
        {connections.size > 1 && (
          <Select
            box={{ minW: { sm: "150px" }, w: "auto" }}
            size="sm"
            aria-label="Connection"
            all="All connections"
            options={[...connections].map(([value, label]) => ({ value, label }))}
            value={connection}
            onChange={(value) => set("connection", value)}
          />
        )}
        <Select
          box={{ minW: { sm: "130px" }, w: "auto" }}
          size="sm"
          aria-label="Last result"
          all="Any result"
          options={runOutcomes.map((value) => ({ value, label: outcomeWord(value) }))}
          value={result}
          onChange={(value) => set("result", value)}
        />
        <Select
          box={{ minW: { sm: "160px" }, w: "auto" }}
          size="sm"
          aria-label="State"
          all="Active and paused"
          options={[
            { value: "active", label: "Active" },
            { value: "paused", label: "Paused" },
          ]}
          value={state}
          onChange={(value) => set("state", value)}
        />
        {/* Larger screens have heads that sort. */}
        <Select
          box={{ minW: { sm: "160px" }, w: "auto", hideFrom: "lg" }}
          size="sm"
          aria-label="Sort setups"
          options={sortOptions}
          value={sort}
          onChange={(value) => set("sort", value)}
        />
        <SmallText ms={{ md: "auto" }} role="status">
          {countOf(rows.length, "setup")}
        </SmallText>
      </Flex>
      {failed && (
        <Notice
          mb="3"
          tone="warning"
          title={failed === results ? "Unable to load results" : "Unable to load prices"}
          action={<RetryButton onRetry={() => void failed.refetch()} />}
        >
          {errorText(failed.error)}
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title="No setups match"
          action={<Button onClick={() => setSearch({}, { replace: true })}>Clear filters</Button>}
        />
      ) : (
        <Card overflow="hidden">
          <SetupTable
            rows={sortRows(rows, isColumn(column) ? column : "name", isDescending)}
            sorted={{ column, isDescending }}
            onSort={(next) => set("sort", next === column && !isDescending ? `-${next}` : next)}
            currency={estimate.data?.currency}
            {...handlers}
          />
          <ListFoot estimate={estimate.data} />
        </Card>
      )}
    </>
  );
}

/** What the ticks mean, and what all schedules cost together. */
const ListFoot = ({ estimate }: { estimate: BillingEstimate | undefined }) => (
  <Flex {...cardRow} py="3" gap="3" wrap="wrap" align="center" justify="space-between" bg="bg.subtle">
    <RunTickKey />
    <SmallText minH="20px">{estimate && <Total estimate={estimate} />}</SmallText>
  </Flex>
);

function Total({ estimate: { setups, monthlyRows, monthlyCost, currency } }: { estimate: BillingEstimate }) {
  const { plan } = usePlan();
  const base = includedRows(plan);
  if (monthlyRows === null || monthlyCost === null)
    return "Your schedules can be priced after the first schema sync.";
  const atMost = setups.some(({ basis }) => basis === "at-most") ? "at most " : "";
  return (
    <>
      All schedules together: {atMost}
      {countOf(monthlyRows, "billable check")}, <Strong>{formatMoney(monthlyCost, currency)} a month</Strong>.
      {base &&
        ` The first ${formatNumber(base.upTo)} are in the ${formatMoney(base.flatCents, plan.currency)}, then ${formatPerRow(plan.tiers[1]?.unitCents ?? "0", plan.currency)} each.`}
    </>
  );
}
