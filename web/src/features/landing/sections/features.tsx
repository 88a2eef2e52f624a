import { Box, chakra, Flex, Grid, Heading, Icon } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Section } from "../section";
import { causePercent } from "@contract/findings/cause-text";
import { formatNumber, shortWeekdays } from "@/lib/format";
import { report } from "@/features/landing/report";
import { CornerDownRight } from "lucide-react";
import { SmallText } from "@/components/ui/text";

/** Three things a report does, each with an example from the demo project. */
export const Features = () => (
  <Section title="A finding you can act on, not another red number" pb={{ base: "6", sm: "10" }}>
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" }} borderTopWidth="1px">
      <Feature example={<WeekdayExample />} title="Knows weekends are quiet">
        Each event is compared with its own weekday pattern and its own normal variation. A quiet weekend is
        fine; a quiet Tuesday is flagged.
      </Feature>
      <Feature example={<CauseExample />} title="Names the likely cause">
        A platform, a country, a release channel: each finding says where most of the missing events come
        from, with figures you can check by hand.
      </Feature>
      <Feature example={<FoldedExample />} title="One problem, one finding">
        When an event stops, its nine properties don't add nine more findings. Side effects are grouped under
        their cause.
      </Feature>
    </Grid>
  </Section>
);

const Feature = ({ example, title, children }: { example: ReactNode; title: string; children: string }) => (
  <Box
    py={{ base: "8", md: "0" }}
    px={{ md: "7" }}
    borderTopWidth={{ base: "1px", md: "0" }}
    borderStartWidth={{ md: "1px" }}
    css={{
      "&:first-of-type": { paddingInlineStart: "0", borderWidth: "0" },
      "&:last-of-type": { paddingInlineEnd: "0" },
    }}
  >
    <Flex direction="column" justify="center" minH={{ md: "214px" }} pt={{ md: "8" }} pb="6">
      <chakra.figure>{example}</chakra.figure>
    </Flex>
    <Heading as="h3" textStyle="cardTitle">
      {title}
    </Heading>
    <Box color="fg.muted" mt="1.5">
      {children}
    </Box>
  </Box>
);

const { cause, entity, sentence, weekdayShape } = report.shown;

/** The segment most of the missing events come from, beside its usual share of the traffic. */
const CauseExample = () => (
  <>
    <chakra.figcaption textStyle="small" mb="4">
      Missing events with <b style={{ fontWeight: 600 }}>{`${cause.property} = ${cause.value}`}</b>
    </chakra.figcaption>
    <Share label="Missing events" share={cause.part} color="alert.solid" />
    <Share label="Normal traffic" share={cause.usual} color="chart.baseline" />
    <SmallText mt="4">
      {entity}: {sentence}
    </SmallText>
  </>
);

const Share = ({ label, share, color }: { label: string; share: number; color: string }) => (
  <Grid templateColumns="104px 1fr 48px" alignItems="center" textStyle="small" minH="34px">
    <chakra.span color="fg.muted">{label}</chakra.span>
    <Box height="9px" bg="bg.muted" borderRadius="2px" overflow="hidden">
      <Box height="100%" width={`${100 * share}%`} bg={color} />
    </Box>
    <chakra.span textAlign="end" fontWeight="600">
      {causePercent(share)}
    </chakra.span>
  </Grid>
);

/** Side effects in the demo report, each with the finding it is grouped under. */
const FoldedExample = () => (
  <>
    <chakra.figcaption display="flex" alignItems="center" gap="2" textStyle="small" fontWeight="600" mb="2">
      <Icon as={CornerDownRight} boxSize="15px" color="fg.muted" />
      {report.folded.length} side effects, no extra findings
    </chakra.figcaption>
    <chakra.ul ms="7px" borderStartWidth="1px" borderColor="border.emphasized" pb="2">
      {report.folded.map(({ entity, detector, into }) => (
        <chakra.li
          key={`${detector} ${entity}`}
          display="flex"
          justifyContent="space-between"
          gap="3"
          textStyle="small"
          minH="30px"
          alignItems="center"
        >
          <chakra.span display="inline-flex" alignItems="center" gap="2.5" flexShrink={0}>
            <Box width="10px" borderTopWidth="1px" borderColor="border.emphasized" aria-hidden />
            {entity}
          </chakra.span>
          <chakra.span textStyle="caption" color="fg.muted" textAlign="end">
            part of {into}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  </>
);

const tallest = Math.max(...weekdayShape);
const heightPx = 104;

/** The weekday rhythm that was learned for the shown event; Monday is 1.00. */
const WeekdayExample = () => (
  <Box maxW="330px" mx={{ md: "auto" }}>
    <chakra.figcaption srOnly>Weekday rhythm of {entity}, Monday = 1.00</chakra.figcaption>
    <Flex as="ul" align="flex-end" gap="2" borderBottomWidth="1px" borderColor="border.emphasized" px="3">
      {weekdayShape.map((factor, index) => (
        <chakra.li key={shortWeekdays[index]} flex="1" textAlign="center">
          <chakra.span srOnly>{shortWeekdays[index]}: </chakra.span>
          <chakra.span textStyle="caption" color="fg.muted">
            {formatNumber(factor, 2)}
          </chakra.span>
          <Box
            mt="1"
            mx="auto"
            width="23px"
            height={`${(heightPx * factor) / tallest}px`}
            bg="accent.line"
            borderTopRadius="2px"
          />
        </chakra.li>
      ))}
    </Flex>
    <Flex gap="2" px="3" mt="1.5" aria-hidden>
      {shortWeekdays.map((name) => (
        <chakra.span key={name} flex="1" textAlign="center" fontSize="11.5px" color="fg.subtle">
          {name}
        </chakra.span>
      ))}
    </Flex>
  </Box>
);
