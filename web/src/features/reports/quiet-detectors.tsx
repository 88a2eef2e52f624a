import { Box, chakra, Grid } from "@chakra-ui/react";
import type { ReportDetector, RunReport } from "@contract/runs";
import { Card } from "@/components/card";
import { SeverityBadge } from "@/components/severity-badge";
import { TextLink } from "@/components/text-link";
import { paths } from "@/config/paths";
import { countOf } from "@/lib/format";
import { detectorAnchor } from "./detector-cells";
import { sentence } from "./row-text";

/** Checks without a finding: normal, inconclusive or failed, each with why. */
export function QuietDetectors({ run }: { run: RunReport }) {
  const quiet = run.detectors.filter(({ topRows }) => topRows.length === 0);
  if (quiet.length === 0) return null;
  return (
    <Card aria-label="Checks without findings" mt="4">
      <ul>
        {quiet.map((detector) => (
          <Grid
            as="li"
            key={detector.id}
            id={detectorAnchor(detector.id)}
            tabIndex={-1}
            templateColumns={{ base: "auto minmax(0, 1fr)", lg: "130px 238px minmax(0, 1fr) auto" }}
            alignItems="center"
            columnGap={{ base: "2.5", lg: "2" }}
            rowGap="1.5"
            px={{ base: "4", sm: "5" }}
            py={{ base: "3.5", lg: "2.5" }}
            borderTopWidth="1px"
            borderColor="border"
            css={{ "&:first-of-type": { borderTopWidth: "0" } }}
            textStyle="small"
          >
            <SeverityBadge severity={detector.severity} />
            <Box fontWeight="560">{detector.name}</Box>
            <Box color="fg.muted" gridColumn={{ base: "1 / -1", lg: "auto" }} overflowWrap="anywhere">
              {quietText(detector)}
            </Box>
            <QuietLink>
              <TextLink to={paths.analysis(run.id, detector.id)} hasChevron>
                View Details
                <chakra.span srOnly> of {detector.name}</chakra.span>
              </TextLink>
            </QuietLink>
          </Grid>
        ))}
      </ul>
    </Card>
  );
}

/** Grey on wide screens, where it is one of many; the accent says "link" where it stands alone in its line. */
const QuietLink = chakra("div", {
  base: {
    gridColumn: { base: "1 / -1", lg: "auto" },
    "& > a": { color: { base: "accent.fg", lg: "fg.muted" }, _hover: { color: "accent.fg" } },
  },
});

function quietText({ severity, reason, counts }: ReportDetector): string {
  if (severity === "inconclusive" || severity === "failed") return sentence(reason ?? "No reason was given.");
  return counts.analysed === 0
    ? "Nothing to analyse, none flagged"
    : `${countOf(counts.analysed, "row")} analysed, none flagged`;
}
