import { Box, Flex, Grid, Heading } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { Stack } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { SegmentedControl } from "@/components/segmented-control";
import { formatNumber } from "@/lib/format";
import { DetectorFindings } from "./detector-findings";
import { filters, isFilter, matches, sortedChecks, type FindingFilter } from "./finding-filter";
import { findingColumns } from "./finding-layout";
import type { useReportChecks } from "./report-checks";
import { stateTotals } from "./verdict";

type FindingsProps = { run: RunReport } & ReturnType<typeof useReportChecks>;

/** Findings by check, alerts first, with a filter by state that lives in the address. */
export function Findings({ run, checks, restOf }: FindingsProps) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("show");
  const filter: FindingFilter = isFilter(asked) ? asked : "all";
  const totals = stateTotals(run);
  if (totals.all === 0) return null;
  // A check of which not all findings are known stays under every filter: it may have more of the kind.
  const shown = sortedChecks(checks).filter(
    ({ rows, missing }) => rows.length > 0 && (missing > 0 || rows.some((row) => matches(row, filter))),
  );
  return (
    <Box as="section" aria-labelledby="findings" mt="8">
      <Grid templateColumns={findingColumns} columnGap="4" alignItems="center" px={{ lg: "5" }} mb="3">
        <Flex gap="4" rowGap="2" align="center" wrap="wrap" ms={{ lg: "-5" }}>
          <Heading as="h2" id="findings" textStyle="cardTitle">
            Findings
          </Heading>
          <Box width={{ base: "100%", sm: "auto" }} css={{ "& > fieldset": { width: "100%" } }}>
            <SegmentedControl
              label="Show findings"
              size="sm"
              value={filter}
              options={filters.map(({ value, word }) => ({
                value,
                label: `${word} ${formatNumber(totals[value])}`,
              }))}
              onChange={(value) => setSearch(value === "all" ? {} : { show: value }, { replace: true })}
            />
          </Box>
        </Flex>
        {["Last 4 weeks", "Observed, expected", "Change", "Since"].map((head, index) => (
          <Box
            key={head}
            textStyle="label"
            fontWeight="400"
            color="fg.muted"
            textAlign={index ? "end" : "start"}
            hideBelow="lg"
            aria-hidden
          >
            {head}
          </Box>
        ))}
      </Grid>
      <Stack gap="4">
        {shown.map((check) => (
          <DetectorFindings
            key={check.detector.id}
            run={run}
            check={check}
            rest={restOf(check.detector.id)}
            filter={filter}
          />
        ))}
        {shown.length === 0 && (
          <Box color="fg.muted" py="4" role="status">
            No finding of this kind.
          </Box>
        )}
      </Stack>
    </Box>
  );
}
