import { Box, chakra, Grid } from "@chakra-ui/react";
import type { ReportDetector, RunReport } from "@contract/runs";
import { Card, cardRow } from "@/components/layout/card";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { ArrowLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { checkAnchor } from "../findings/report-checks";
import { checkedText } from "../text/detector-facts";
import { capitalized } from "@/lib/format";

/** Checks without a finding: normal, inconclusive or failed, each with the reason. */
export function ChecksWithoutFindings({ run }: { run: RunReport }) {
  const checks = run.detectors.filter(({ topRows }) => topRows.length === 0);
  if (checks.length === 0) return null;
  return (
    <Card aria-label="Checks without findings" mt="4">
      <ul>
        {checks.map((detector) => (
          <Grid
            as="li"
            key={detector.id}
            id={checkAnchor(detector.id)}
            tabIndex={-1}
            templateColumns={{ base: "auto minmax(0, 1fr)", lg: "130px 238px minmax(0, 1fr) auto" }}
            alignItems="center"
            columnGap={{ base: "2.5", lg: "2" }}
            rowGap="1.5"
            {...cardRow}
            py={{ base: "3.5", lg: "2.5" }}
            css={{ "&:first-of-type": { borderTopWidth: "0" } }}
            textStyle="small"
          >
            <SeverityBadge severity={detector.severity} />
            <Box fontWeight="560">{detector.name}</Box>
            <Box color="fg.muted" gridColumn={{ base: "1 / -1", lg: "auto" }} overflowWrap="anywhere">
              {outcomeText(detector)}
            </Box>
            <DetailsLink>
              <ArrowLink to={paths.analysis(run.id, detector.id)}>
                View Details
                <chakra.span srOnly> of {detector.name}</chakra.span>
              </ArrowLink>
            </DetailsLink>
          </Grid>
        ))}
      </ul>
    </Card>
  );
}

/** Gray on wide screens, where it is one of many; in the accent color where it has a line to itself. */
const DetailsLink = chakra("div", {
  base: {
    gridColumn: { base: "1 / -1", lg: "auto" },
    "& > a": { color: { base: "accent.fg", lg: "fg.muted" }, _hover: { color: "accent.fg" } },
  },
});

function outcomeText({ id, severity, reason, counts }: ReportDetector): string {
  if (severity === "inconclusive" || severity === "failed")
    return capitalized(reason ?? "No reason was given.");
  return counts.analysed === 0
    ? "Nothing to check"
    : `${checkedText(id, counts.analysed)} checked, no findings`;
}
