import { Box, Stack, Flex, Grid, Heading } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import type { useReportChecks } from "./report-checks";
import { stateTotals, type StateTotals } from "../text/summary-text";
import { CheckFindings } from "./check-findings";
import {
  checksInView,
  viewOf,
  type FindingView,
  findingSorts,
  severityFilters,
  stateFilters,
} from "./finding-filter";
import type { FindingGroup } from "@contract/run-summary";
import { Select } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSearch } from "@/lib/use-search";
import { formatNumber } from "@/lib/format";
import { findingColumns } from "./finding-layout";

type FindingsProps = { run: RunReport } & ReturnType<typeof useReportChecks>;

/** Names of the view's parts in the URL. */
const parameters = { state: "show", severity: "severity", query: "q", sort: "sort" } as const;
const defaults = viewOf(new URLSearchParams());

/**
 * Findings by check, starting with the check that has the most important one. Filters and order are in the
 * URL.
 */
export function Findings({ run, checks, remainingOf }: FindingsProps) {
  const [search, set] = useSearch();
  const view = viewOf(search);
  const totals = stateTotals(run);
  if (totals.all + totals.known === 0) return null;
  const change = (key: keyof FindingView, value: string) =>
    set(parameters[key], value === defaults[key] ? "" : value);
  const shown = checksInView(checks, view);
  return (
    <Box as="section" aria-labelledby="findings" mt="8">
      <FindingToolbar view={view} totals={totals} onChange={change} />
      <Stack gap="4">
        {shown.map((check) => (
          <CheckFindings
            key={check.detector.id}
            run={run}
            check={check}
            remaining={remainingOf(check.detector.id)}
            view={view}
          />
        ))}
        {shown.length === 0 && (
          <Box color="fg.muted" py="4" role="status">
            No findings match.
          </Box>
        )}
      </Stack>
    </Box>
  );
}

type FindingToolbarProps = {
  view: FindingView;
  totals: StateTotals;
  onChange: (key: keyof FindingView, value: string) => void;
};

const rareGroups: ReadonlySet<string> = new Set(["worse", "regressed", "known"] satisfies FindingGroup[]);

/** Leaves out rare groups if they are empty. */
const offered = ({ state }: FindingView, totals: StateTotals) =>
  stateFilters.filter(({ value }) => !rareGroups.has(value) || totals[value] > 0 || value === state);

/** Heading, filters, search and order of the findings, and their column headings. */
const FindingToolbar = ({ view, totals, onChange }: FindingToolbarProps) => (
  <Box mb="3">
    <Flex columnGap="4" rowGap="2" align="center" wrap="wrap">
      <Heading as="h2" id="findings" textStyle="cardTitle">
        Findings
      </Heading>
      <Box
        width={{ base: "100%", sm: "auto" }}
        // With all six states, phones scroll it.
        overflowX={{ base: "auto", sm: "visible" }}
        css={{ "& > fieldset": { minWidth: "100%" }, smDown: { "& label": { px: "2", fontSize: "12px" } } }}
      >
        <SegmentedControl
          label="Show findings"
          size="sm"
          value={view.state}
          options={offered(view, totals).map(({ value, word }) => ({
            value,
            label: `${word} ${formatNumber(totals[value])}`,
          }))}
          onChange={(state) => onChange("state", state)}
        />
      </Box>
      <Grid
        templateColumns={{ base: "1fr 1fr", md: "220px 150px 180px" }}
        gap="2"
        width={{ base: "100%", md: "auto" }}
        ms={{ md: "auto" }}
      >
        <Box gridColumn={{ base: "1 / -1", md: "auto" }}>
          <SearchInput
            label="Search findings"
            value={view.query}
            onChange={(query) => onChange("query", query)}
          />
        </Box>
        <Select
          size="sm"
          aria-label="Severity"
          value={view.severity}
          options={severityFilters}
          onChange={(severity) => onChange("severity", severity)}
        />
        <Select
          size="sm"
          aria-label="Order"
          value={view.sort}
          options={findingSorts}
          onChange={(sort) => onChange("sort", sort)}
        />
      </Grid>
    </Flex>
    <Grid templateColumns={findingColumns} columnGap="4" px={{ lg: "5" }} mt="3" hideBelow="lg" aria-hidden>
      {["", "Last 4 weeks", "Observed, expected", "Change", "Since"].map((head, index) => (
        <Box key={head} textStyle="caption" color="fg.muted" textAlign={index > 1 ? "end" : "start"}>
          {head}
        </Box>
      ))}
    </Grid>
  </Box>
);
