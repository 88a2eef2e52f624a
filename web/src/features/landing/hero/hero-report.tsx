import { Box, chakra, Flex, Grid, HStack, type BoxProps } from "@chakra-ui/react";
import { narrow, wide } from "virtual:hero-chart";
import { RichText } from "@/components/badges/rich-text";
import { SegmentChip } from "@/components/badges/segment-chip";
import { SeverityIcon } from "@/components/badges/severity-badge";
import { StateBadge } from "@/components/badges/state-badge";
import { checkCount, detectorNames } from "@/lib/detector-names";
import { countOf, formatProjectDay } from "@/lib/format";
import { HeroChart } from "./hero-chart";
import { demoIncidentId, paths } from "@/config/paths";
import { ArrowLink } from "@/components/ui/text-link";
import { report, type HeroFinding } from "../report";
import type { ReactNode } from "react";
import { colorVar } from "@/components/charts/plot/chart-text";
import { SmallText } from "@/components/ui/text";

const [first, ...others] = report.findings;

/** A report on the demo project, shown as in the product: totals, findings, and the first one's series. */
export const HeroReport = (props: BoxProps) => (
  <chakra.figure
    aria-label="A report on the demo project"
    borderWidth="1px"
    borderColor="border.emphasized"
    borderRadius="card"
    bg="bg.panel"
    textStyle="body"
    {...props}
  >
    <Totals />
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", lg: "432px minmax(0, 1fr)" }}
      templateAreas={{ base: '"first" "chart" "others"', lg: '"first chart" "others chart"' }}
      gridTemplateRows={{ lg: "auto 1fr" }}
    >
      <Box gridArea="first" hideBelow="lg">
        {first && <Finding finding={first} isShown />}
      </Box>
      <Box
        gridArea="chart"
        minW="0"
        px={{ base: "4", sm: "8" }}
        py={{ base: "4", sm: "5" }}
        borderStartWidth={{ lg: "1px" }}
      >
        <Shown />
      </Box>
      <Box
        gridArea="others"
        bg="bg.subtle"
        borderEndStartRadius="7px"
        borderEndEndRadius={{ base: "7px", lg: 0 }}
      >
        {others.map((finding) => (
          <Finding key={finding.detector} finding={finding} />
        ))}
      </Box>
    </Grid>
  </chakra.figure>
);

function Totals() {
  const { alert, warning } = report.counts;
  return (
    <Flex
      columnGap="6"
      rowGap="2"
      wrap="wrap"
      align="center"
      px={{ base: "4", sm: "5" }}
      py="3.5"
      borderBottomWidth="1px"
      textStyle="small"
    >
      <Flex columnGap="3" wrap="wrap" align="baseline">
        <chakra.span textStyle="cardSubtitle">All {checkCount} checks</chakra.span>
        <chakra.span color="fg.muted" width={{ base: "100%", sm: "auto" }}>
          Demo project, {formatProjectDay(report.runDay)}
        </chakra.span>
      </Flex>
      <HStack gap="5" fontWeight="560" flexWrap="wrap">
        <Total severity="alert" color="alert.fg" text={countOf(alert, "alert")} />
        <Total severity="warning" color="warning.fg" text={countOf(warning, "warning")} />
      </HStack>
    </Flex>
  );
}

type TotalProps = { severity: "alert" | "warning"; color: string; text: string };
const Total = ({ severity, color, text }: TotalProps) => (
  <HStack gap="1.5" color={color}>
    <SeverityIcon severity={severity} />
    {text}
  </HStack>
);

type FindingProps = { finding: HeroFinding; isShown?: boolean };
const Finding = ({ finding: { segment, ...finding }, isShown = false }: FindingProps) => (
  <Flex
    align="center"
    justify="space-between"
    gap="3"
    px={{ base: "4", sm: "5" }}
    minH={{ base: "60px", sm: "76px" }}
    py="2.5"
    borderTopWidth={isShown ? "0" : "1px"}
    boxShadow={isShown ? "inset 2px 0 0 {colors.accent.mark}" : undefined}
  >
    <Box minW="0">
      <Box textStyle="cardSubtitle" fontWeight="560" truncate>
        {finding.name}{" "}
        <chakra.span color="fg.muted" fontWeight="400">
          {finding.on && `on ${finding.on}`}
        </chakra.span>
      </Box>
      <Flex columnGap="2" rowGap="1" wrap="wrap" mt="0.5">
        <SmallText>{detectorNames[finding.detector]}</SmallText>
        {segment && <SegmentChip dimension={segment.dimension} values={[segment.value]} />}
      </Flex>
    </Box>
    <HStack
      gap="1.5"
      color={finding.severity === "alert" ? "alert.fg" : "warning.fg"}
      fontSize="16px"
      fontWeight="600"
      whiteSpace="nowrap"
    >
      <SeverityIcon severity={finding.severity} size={14} />
      <chakra.span srOnly>{finding.severity}</chakra.span>
      {finding.change}
    </HStack>
  </Flex>
);

function Shown() {
  const { entity, sentence, causeSentence } = report.shown;
  return (
    <>
      <HStack gap="2.5">
        <chakra.span textStyle="cardSubtitle">{entity}</chakra.span>
        <StateBadge state="new" />
      </HStack>
      <SmallText mt="1" maxW="620px" lineHeight="19px">
        <RichText text={`${sentence} ${causeSentence}`} />
      </SmallText>
      <Box hideBelow="sm">
        <HeroChart chart={wide} hasLine />
      </Box>
      <Box hideFrom="sm">
        <HeroChart chart={narrow} />
      </Box>
      <HeroLegend />
      <Box mt="4">
        <ArrowLink to={paths.incident(demoIncidentId)}>See this incident</ArrowLink>
      </Box>
    </>
  );
}

/** Names the chart's lines. */
const HeroLegend = () => (
  <Flex
    columnGap="5"
    rowGap="2"
    wrap="wrap"
    textStyle="label"
    fontWeight="450"
    color="fg.muted"
    mt="3"
    aria-hidden
  >
    <Entry name="Observed">
      <path d="M0 5h16" stroke={colorVar("fg")} strokeWidth="2" />
    </Entry>
    <Entry name="Expected">
      <path d="M0 5h16" stroke={colorVar("accent.line")} strokeWidth="1.5" strokeDasharray="2 2" />
    </Entry>
    <Entry name="Expected range">
      <rect width="16" height="10" fill={colorVar("accent.line")} fillOpacity="0.16" />
      <path d="M0 .5h16M0 9.5h16" stroke={colorVar("accent.line")} />
    </Entry>
    <Entry name="Flagged day">
      <path d="M2.5 .5h11L8 9.5z" fill={colorVar("alert.solid")} />
    </Entry>
  </Flex>
);

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2">
    <svg width="16" height="10" fill="none">
      {children}
    </svg>
    {name}
  </chakra.span>
);
