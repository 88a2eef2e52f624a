import { Box, Flex } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import { segmentName, segmentOfIncident } from "@contract/incidents/began-together";
import { StateBadge } from "@/components/badges/state-badge";
import { IncidentIcon } from "@/components/incidents/incident-icon";
import { InlineLink } from "@/components/ui/text-link";
import type { OpenedFrom } from "@/config/opened-from";
import { paths } from "@/config/paths";
import { countOf } from "@/lib/format";
import { FoldCard } from "./fold-card";
import { cardRow } from "@/components/layout/card";

const first = 5;

type SameCauseCardProps = {
  incidents: readonly Incident[];
  /** Where the breadcrumb of these leads back to. */
  from: OpenedFrom;
};

/** Other incidents in the same segment, most important first. */
export const SameCauseCard = ({ incidents, from }: SameCauseCardProps) => (
  <FoldCard title="Same cause" note={countOf(incidents.length, "more", "more")}>
    <Box as="ul" listStyleType="none">
      {incidents.slice(0, first).map((incident) => (
        <Flex as="li" key={incident.id} gap="3" {...cardRow} py="2.5" _first={{ borderTopWidth: "0" }}>
          <Box mt="0.5" flexShrink={0}>
            <IncidentIcon incident={incident} />
          </Box>
          <Box flex="1" minW="0" overflowWrap="anywhere">
            <InlineLink to={paths.incident(incident.id)} state={from}>
              {incident.finding.headline}
            </InlineLink>
          </Box>
          <Box flexShrink={0}>
            <StateBadge state={incident.detectorState} />
          </Box>
        </Flex>
      ))}
    </Box>
    {incidents.length > first && (
      <Box {...cardRow} py="2.5" textStyle="small">
        <InlineLink to={paths.incidents}>
          {countOf(incidents.length - first, "more", "more")} in the inbox
        </InlineLink>
      </Box>
    )}
  </FoldCard>
);

/** The other incidents that were found in the same segment or have it as their likely cause. */
export function ofSameCause(incident: Incident, all: readonly Incident[]): Incident[] {
  const cause = nameOfCause(incident);
  return cause === null
    ? []
    : all.filter((other) => other.id !== incident.id && nameOfCause(other) === cause);
}

function nameOfCause(incident: Incident): string | null {
  const segment = segmentOfIncident(incident);
  return segment && segmentName(segment);
}
