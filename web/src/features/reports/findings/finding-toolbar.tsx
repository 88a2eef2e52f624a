import type { FindingGroup } from "@contract/run-summary";
import { Box, Flex, Grid, Heading } from "@chakra-ui/react";
import { Select } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { formatNumber } from "@/lib/format";
import type { StateTotals } from "../text/summary-text";
import { findingSorts, severityFilters, stateFilters, type FindingView } from "./finding-filter";
import { findingColumns } from "./finding-layout";

type FindingToolbarProps = {
  view: FindingView;
  totals: StateTotals;
  onChange: (change: Partial<FindingView>) => void;
};

const rareGroups: ReadonlySet<string> = new Set(["worse", "regressed", "known"] satisfies FindingGroup[]);

/** Leaves out rare groups if they are empty. */
const offered = ({ state }: FindingView, totals: StateTotals) =>
  stateFilters.filter(({ value }) => !rareGroups.has(value) || totals[value] > 0 || value === state);

/** Heading, filters, search and order of the findings, and their column headings. */
export const FindingToolbar = ({ view, totals, onChange }: FindingToolbarProps) => (
  <Box mb="3">
    <Flex columnGap="4" rowGap="2" align="center" wrap="wrap">
      <Heading as="h2" id="findings" textStyle="cardTitle">
        Findings
      </Heading>
      <Box width={{ base: "100%", sm: "auto" }} css={{ "& > fieldset": { width: "100%" } }}>
        <SegmentedControl
          label="Show findings"
          size="sm"
          value={view.state}
          options={offered(view, totals).map(({ value, word }) => ({
            value,
            label: `${word} ${formatNumber(totals[value])}`,
          }))}
          onChange={(state) => onChange({ state })}
        />
      </Box>
      <Grid
        templateColumns={{ base: "1fr 1fr", md: "220px 150px 180px" }}
        gap="2"
        width={{ base: "100%", md: "auto" }}
        ms={{ md: "auto" }}
      >
        <Box gridColumn={{ base: "1 / -1", md: "auto" }}>
          <SearchInput label="Search findings" value={view.query} onChange={(query) => onChange({ query })} />
        </Box>
        <Select
          size="sm"
          aria-label="Severity"
          value={view.severity}
          options={severityFilters}
          onChange={(severity) => onChange({ severity: severity as FindingView["severity"] })}
        />
        <Select
          size="sm"
          aria-label="Order"
          value={view.sort}
          options={findingSorts}
          onChange={(sort) => onChange({ sort: sort as FindingView["sort"] })}
        />
      </Grid>
    </Flex>
    <Grid templateColumns={findingColumns} columnGap="4" px={{ lg: "5" }} mt="3" hideBelow="lg" aria-hidden>
      {["", "Last 4 weeks", "Observed, expected", "Change", "Since"].map((head, index) => (
        <Box
          key={head}
          textStyle="label"
          fontWeight="400"
          color="fg.muted"
          textAlign={index > 1 ? "end" : "start"}
        >
          {head}
        </Box>
      ))}
    </Grid>
  </Box>
);
