import { Box, Flex, Grid, Heading, Icon, Stack } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { Layers } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { IncidentLine } from "@/components/incidents/incident-line";
import { Card } from "@/components/layout/card";
import { StateBadge } from "@/components/badges/state-badge";
import { FindingFigures } from "./finding-figures";
import { findingColumns } from "./finding-layout";
import { RichText } from "@/components/badges/rich-text";
import { SmallText } from "@/components/ui/text";
import { useThisPage } from "@/lib/use-search";
import { findingSentence, headlineOf, isKnown, isProjectFinding } from "../text/finding-text";

/** Changes of the whole project. They come first because they explain many of the findings below. */
export function ProjectFindings({ run }: { run: RunReport }) {
  const from = useThisPage("Report");
  const lastDay = run.window?.lastDay;
  const rows = run.detectors.flatMap(({ topRows }) =>
    topRows.filter((row) => isProjectFinding(row) && !isKnown(row)),
  );
  if (rows.length === 0) return null;
  return (
    <Stack gap="4" mt="4">
      {rows.map((row) => (
        <Card key={`${row.detector} ${row.first_bad_day}`} aria-label="Whole project">
          <Grid
            templateColumns={findingColumns}
            columnGap="4"
            rowGap="2"
            alignItems="center"
            px={{ base: "4", sm: "5" }}
            py="4"
          >
            <Flex gap="3" minW="0" maxW="640px">
              <Icon as={Layers} boxSize="16px" color="info.fg" mt="2px" />
              <Box minW="0">
                <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
                  <Heading as="h2" textStyle="cardSubtitle">
                    <RichText text={headlineOf(row, lastDay)} />
                  </Heading>
                  <Badge tone="info">Project</Badge>
                  {row.state && <StateBadge state={row.state} />}
                </Flex>
                <SmallText mt="0.5" overflowWrap="anywhere">
                  <RichText text={findingSentence(row, lastDay)} />
                </SmallText>
                <IncidentLine incident={row.incident} from={from} />
              </Box>
            </Flex>
            <FindingFigures row={row} lastDay={lastDay} color="info.fg" />
          </Grid>
        </Card>
      ))}
    </Stack>
  );
}
