import { Box, chakra, Flex, Grid, Heading } from "@chakra-ui/react";
import { formatNumber, shortWeekdays, weekdays } from "@/lib/format";
import comparison from "../alarm-comparison.json";
import { Section } from "../section";

const { naive, plumbline, events, projectsPerWeekday } = comparison;
const worst = naive.weekdays.reduce((most, day) => (day.alarms > most.alarms ? day : most));
/** False alarms on projects where nothing is broken, as `bench:detection` measures them. */
export const WhyNotThreshold = () => (
  <Section>
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 4fr) minmax(0, 7.5fr)" }}
      columnGap="20"
      rowGap="8"
      alignItems="center"
    >
      <Box>
        <Heading as="h2" textStyle="section">
          Why not a<br />
          simple threshold?
        </Heading>
        <Box color="fg.muted" mt="4">
          Product traffic follows the week. A fixed percentage raises an alarm every weekend, and people turn
          it off within days. Plumbline reports a change only when it is large enough to matter to you and too
          large to be normal variation.
        </Box>
      </Box>
      <chakra.figure>
        <Alarms
          rule={naiveRule}
          when={`runs ending on ${weekdays[shortWeekdays.indexOf(worst.weekday)]}`}
          alarms={worst.alarms}
        />
        <Alarms rule={naiveRule} when="average of all weekdays" alarms={naive.mean} />
        <Alarms rule="Plumbline" when="average of all weekdays" alarms={plumbline.mean} isOurs />
        <chakra.figcaption textStyle="small" color="fg.muted" mt="4">
          False alarms per run of 7 tested days when nothing is broken. Measured on {projectsPerWeekday * 7}{" "}
          simulated projects with {formatNumber(events)} events each.
        </chakra.figcaption>
      </chakra.figure>
    </Grid>
  </Section>
);

const naiveRule = "±30% against the average of the last 7 days";

type AlarmsProps = { rule: string; when: string; alarms: number; isOurs?: boolean };

const Alarms = ({ rule, when, alarms, isOurs = false }: AlarmsProps) => (
  <Box py="4" borderBottomWidth="1px" _first={{ pt: "0" }}>
    <Box textStyle="small">
      <chakra.span fontWeight="600" color={isOurs ? "accent.fg" : "fg"}>
        {rule}
      </chakra.span>{" "}
      <chakra.span color="fg.muted" display={{ base: "block", sm: "inline" }} ms={{ sm: "1" }}>
        {when}
      </chakra.span>
    </Box>
    <Flex align="center" gap="2.5" mt="2">
      <Box
        height="14px"
        minW="3px"
        width={`calc((100% - 52px) * ${alarms / worst.alarms})`}
        bg={isOurs ? "accent.solid" : "chart.baseline"}
        borderRadius="2px"
      />
      <chakra.span fontWeight="600" color={isOurs ? "accent.fg" : "fg"}>
        {formatNumber(alarms)}
      </chakra.span>
    </Flex>
  </Box>
);
