import { Box, chakra, Flex } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import { isWidelyUsed, nameOfFinding, usedByText, usersText } from "@contract/integrations/project-context";
import { Link } from "react-router-dom";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";
import { DetectorStateBadge } from "@/components/incidents/detector-state-badge";
import { PersonAvatar } from "@/components/incidents/person-avatar";
import { standingText } from "@/components/incidents/standing-text";
import { touchTarget } from "@/components/layout/touch-target";
import { Checkbox } from "@/components/ui/checkbox";
import { paths } from "@/config/paths";
import { useUses } from "@/data/project-context";
import { formatShortProjectDay } from "@/lib/format";
import { changeText, plainReason } from "./incident-text";
import { RecentDays } from "./recent-days";

type IncidentRowProps = {
  incident: Incident;
  isSelected: boolean;
  /** Missing for members who may not change incidents. */
  onSelect?: ((isSelected: boolean) => void) | undefined;
};

/** One incident of the inbox: what, why, how far, since when and who. */
export function IncidentRow({ incident, isSelected, onSelect }: IncidentRowProps) {
  const { id, finding, detectorState } = incident;
  const findUse = useUses(incident.connectionId);
  const name = nameOfFinding({ ...incident, detector: finding.detector });
  const use = name && findUse(name);
  return (
    <Flex
      as="li"
      gap="3"
      px={{ base: "3", sm: "5" }}
      py="3"
      align="flex-start"
      borderTopWidth="1px"
      borderColor="border"
      _first={{ borderTopWidth: "0" }}
    >
      {onSelect && (
        <Box mt="0.5">
          <Checkbox
            aria-label={`Select ${finding.headline}`}
            checked={isSelected}
            onCheckedChange={onSelect}
          />
        </Box>
      )}
      <Box mt="0.5">
        <SeverityIcon severity={finding.severity} />
        <chakra.span srOnly>{severityWord(finding.severity)}</chakra.span>
      </Box>
      <Box flex="1" minW="0">
        <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
          <TitleLink to={paths.incident(id)} data-incident={id}>
            {finding.headline}
          </TitleLink>
          <DetectorStateBadge state={detectorState} />
        </Flex>
        {use && isWidelyUsed(use) && (
          <Box textStyle="small" fontWeight="560" mt="1">
            {usedByText(use)}
          </Box>
        )}
        <Box textStyle="small" color="fg.muted" mt="1" overflowWrap="anywhere">
          {plainReason(incident)}
        </Box>
        <Box textStyle="small" color="fg.subtle" mt="1" overflowWrap="anywhere">
          {standingText(incident)}
        </Box>
      </Box>
      <RecentDays finding={finding} />
      <Box
        textAlign="end"
        flexShrink={0}
        // One width from where the bars beside it are shown, so that they stand below each other.
        w={{ lg: "180px" }}
        textStyle="small"
        display={{ base: "none", sm: "block" }}
      >
        <Box fontWeight="600" color={`${finding.severity}.fg`}>
          {changeText(incident)}
        </Box>
        {finding.firstBadDay && (
          <Box color="fg.muted">since {formatShortProjectDay(finding.firstBadDay)}</Box>
        )}
        {use && !isWidelyUsed(use) && (
          <Box color="fg.muted" maxW="180px">
            used by {usersText(use)}
          </Box>
        )}
      </Box>
      <PersonAvatar name={incident.assignee?.name ?? null} />
    </Flex>
  );
}

const TitleLink = chakra(Link, {
  base: {
    color: "inherit",
    fontWeight: "600",
    textDecoration: "none",
    overflowWrap: "anywhere",
    borderRadius: "badge",
    ...touchTarget,
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});
