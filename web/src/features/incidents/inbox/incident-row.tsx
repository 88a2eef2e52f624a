import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import { causeWordsOf } from "@words";
import { causePercent } from "@contract/findings/cause-text";
import type { Incident, IncidentFinding } from "@contract/incidents";
import { segmentName, segmentOfIncident } from "@contract/incidents/began-together";
import { isWidelyUsed } from "@contract/integrations/project-context";
import { RichText } from "@/components/badges/rich-text";
import { IncidentIcon } from "@/components/incidents/incident-icon";
import { StateBadge } from "@/components/badges/state-badge";
import { ConnectionName } from "@/components/incidents/connection-name";
import { PersonAvatar } from "@/components/incidents/person-avatar";
import { statusText } from "@/components/incidents/standing-text";
import { SubjectLink } from "@/components/ui/text-link";
import { hiddenOnPhones, useLongPress } from "@/components/layout/use-long-press";
import { Checkbox } from "@/components/ui/checkbox";
import { paths } from "@/config/paths";
import { useIncidentUse } from "@/data/project-context";
import { narrowAreas, narrowColumns, wideAreas, wideColumns } from "./row-layout";
import { colorVar } from "@/components/charts/plot/chart-text";
import { SmallText, Strong } from "@/components/ui/text";
import { useThisPage } from "@/lib/use-search";

type IncidentRowProps = {
  incident: Incident;
  isSelected: boolean;
  /** Missing for members who may not change incidents. */
  onSelect?: ((isSelected: boolean) => void) | undefined;
  /** Phones show checkboxes only once something is selected. A long press selects. */
  isSelecting: boolean;
  isNarrow: boolean;
  /** Null if it needs no mention: its group names it, or the workspace has only one. */
  connectionName: string | null;
};

/**
 * One incident in the inbox: its headline, then its cause, who uses it and who is on it. A card on small screens.
 */
export function IncidentRow({
  incident,
  isSelected,
  onSelect,
  isSelecting,
  isNarrow,
  connectionName,
}: IncidentRowProps) {
  const { id, finding, detectorState, status, assignee } = incident;
  const from = useThisPage("Incidents");
  const longPress = useLongPress(isNarrow && onSelect ? () => onSelect(true) : undefined);
  return (
    <Flex
      as="li"
      {...longPress}
      position="relative"
      gap="3"
      px={{ base: "4", sm: "5" }}
      py={{ base: "3", lg: "2" }}
      minH="58px"
      align={{ base: "flex-start", lg: "center" }}
      borderTopWidth="1px"
      bg={isSelected ? "accent.subtle" : undefined}
      // Marks the row with the keyboard focus.
      css={{
        ...(isNarrow && onSelect && { userSelect: "none", WebkitTouchCallout: "none" }),
        "&:has(:focus-visible)": {
          boxShadow: "inset 2px 0 {colors.accent.mark}",
          ...(!isSelected && { bg: "bg.subtle" }),
        },
      }}
    >
      {onSelect && (
        <Checkbox
          aria-label={`Select ${finding.headline}`}
          checked={isSelected}
          onCheckedChange={onSelect}
          css={isSelecting ? {} : hiddenOnPhones}
        />
      )}
      <Grid
        flex="1"
        minW="0"
        columnGap="3"
        rowGap={{ base: "2", lg: "0" }}
        alignItems={{ base: "start", lg: "center" }}
        templateColumns={{ base: narrowColumns, lg: wideColumns }}
        templateAreas={{ base: narrowAreas, lg: wideAreas }}
      >
        <Box gridArea="mark" mt={{ base: "0.5", lg: "0" }}>
          <IncidentIcon incident={incident} />
        </Box>
        <Box gridArea="what" minW="0">
          <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
            <SubjectLink to={paths.incident(id)} state={from} data-incident={id}>
              {finding.headline}
            </SubjectLink>
            <StateBadge state={detectorState} />
            {connectionName !== null && <ConnectionName name={connectionName} />}
          </Flex>
          <Sentence incident={incident} />
          {status !== "open" && <SmallText color="fg.subtle">{statusText(incident)}</SmallText>}
        </Box>
        <Box gridArea="days">
          <RecentDays finding={finding} />
        </Box>
        <UsedBy incident={incident} />
        <Box gridArea="who">
          <PersonAvatar name={assignee?.name ?? null} />
          <chakra.span srOnly>{assignee ? `Assigned to ${assignee.name}` : "Not assigned"}</chakra.span>
        </Box>
      </Grid>
    </Flex>
  );
}

/** What was found, and the share that the segment has. Shown in full on small screens and on hover. */
function Sentence({ incident }: { incident: Incident }) {
  const { finding } = incident;
  const segment = segmentOfIncident(incident);
  const share = finding.causeSegment?.share ?? null;
  return (
    <SmallText mt="0.5" overflowWrap="anywhere" lineClamp={{ lg: 1 }} title={finding.reason}>
      <RichText text={finding.reason} />
      {segment && share !== null && (
        <>
          {` ${causePercent(share)} of the ${causeWordsOf(finding.found).affected} have `}
          <Strong>{segmentName(segment)}</Strong>.
        </>
      )}
    </SmallText>
  );
}

/** Who uses the broken event or property in Mixpanel: bold if widely used, nothing while unknown. */
function UsedBy({ incident }: { incident: Incident }) {
  const { use, text } = useIncidentUse(incident);
  if (text === "") return null;
  const isWide = use && isWidelyUsed(use);
  return (
    <Box
      as="span"
      gridArea="used"
      textStyle="small"
      fontWeight={isWide ? "560" : undefined}
      color={isWide ? "fg" : "fg.muted"}
      lineClamp={{ lg: 2 }}
      title={text}
    >
      {use && <chakra.span srOnly>{isWide ? "widely used by " : "used by "}</chakra.span>}
      {text}
    </Box>
  );
}

const [width, height] = [112, 28];

/**
 * The last four weeks as bars, flagged days in the severity's color. Decorative: the figures are next to it.
 */
function RecentDays({ finding: { recentDays, severity } }: { finding: IncidentFinding }) {
  const { heights, flaggedDays } = recentDays ?? { heights: [], flaggedDays: [] };
  const step = width / Math.max(1, heights.length);
  return (
    <Box w={`${width}px`} h={heights.length > 0 ? `${height}px` : undefined} aria-hidden>
      {heights.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} style={{ display: "block" }}>
          {heights.map((percent, place) => {
            const bar = Math.max(1.5, (percent / 100) * height);
            return (
              <rect
                key={place}
                x={place * step}
                width={step - 1}
                y={height - bar}
                height={bar}
                fill={colorVar(flaggedDays.includes(place) ? `${severity}.solid` : "chart.baseline")}
              />
            );
          })}
        </svg>
      )}
    </Box>
  );
}
