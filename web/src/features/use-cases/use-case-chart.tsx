import { Box, chakra } from "@chakra-ui/react";
import type { DetectorKey } from "@contract/detectors";
import { findings } from "virtual:use-case-findings";
import { Sparkline, SparklineKey } from "@/components/charts/sparkline";
import { TextLink } from "@/components/ui/text-link";
import { demoRunId, paths } from "@/config/paths";

const size = { width: 800, height: 130 };

/** What the check found in the demo shop. Renders nothing if the sample report has no finding from it. */
export function UseCaseChart({ detector }: { detector: DetectorKey }) {
  const found = findings.find((finding) => finding.detector === detector);
  if (!found?.series) return null;
  const { name, on, severity, series } = found;
  return (
    <chakra.figure mt="1">
      <Box borderWidth="1px" borderColor="border" borderRadius="control" px="4" py="3">
        <Sparkline series={series} severity={severity} size={size} />
        <Box mt="3">
          <SparklineKey kind={series.kind} />
        </Box>
      </Box>
      <chakra.figcaption
        textStyle="small"
        color="fg.muted"
        mt="2"
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        columnGap="4"
      >
        <span>
          Found in the demo shop: <b>{name}</b>
          {on && ` on ${on}`}
        </span>
        <TextLink to={paths.analysis(demoRunId, detector)} hasChevron>
          See the finding<chakra.span srOnly> of {name}</chakra.span>
        </TextLink>
      </chakra.figcaption>
    </chakra.figure>
  );
}
