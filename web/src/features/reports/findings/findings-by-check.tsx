import { Box, Stack } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { useSearchParams } from "react-router-dom";
import type { useReportChecks } from "./report-checks";
import { stateTotals } from "../text/summary-text";
import { CheckFindings } from "./check-findings";
import { checksInView, viewOf, type FindingView } from "./finding-filter";
import { FindingToolbar } from "./finding-toolbar";

type FindingsProps = { run: RunReport } & ReturnType<typeof useReportChecks>;

/** Names of the view's parts in the URL. */
const parameters = { state: "show", severity: "severity", query: "q", sort: "sort" } as const;
const defaults = viewOf(new URLSearchParams());

/**
 * Findings by check, starting with the check that has the most important one. Filters and order are in the
 * URL.
 */
export function Findings({ run, checks, remainingOf }: FindingsProps) {
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const totals = stateTotals(run);
  if (totals.all + totals.known === 0) return null;
  const change = (part: Partial<FindingView>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries({ ...viewOf(before), ...part }) as [
          keyof FindingView,
          string,
        ][])
          if (value === defaults[key]) next.delete(parameters[key]);
          else next.set(parameters[key], value);
        return next;
      },
      { replace: true },
    );
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
