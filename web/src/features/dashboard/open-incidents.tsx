import { Box, chakra, Flex } from "@chakra-ui/react";
import type { ConnectionState } from "@contract/home";
import type { Incident } from "@contract/incidents";
import { IncidentIcon } from "@/components/incidents/incident-icon";
import { StateBadge } from "@/components/badges/state-badge";
import { BeganHeader } from "@/components/incidents/began-header";
import { PersonAvatar } from "@/components/incidents/person-avatar";
import { SubjectLink, ArrowLink } from "@/components/ui/text-link";
import { RichText } from "@/components/badges/rich-text";
import { SmallText } from "@/components/ui/text";
import { cardRow } from "@/components/layout/card";
import { paths } from "@/config/paths";
import { useIncidentUse } from "@/data/project-context";
import { useThisPage } from "@/lib/use-search";
import { countOf, formatShortProjectDay } from "@/lib/format";

/** A connection's most important open incidents; those that began together under one heading. */
export function OpenIncidents({ connection, groups, open }: ConnectionState) {
  const rest = open - groups.reduce((total, { count }) => total + count, 0);
  return (
    <>
      {groups.map(({ began, count, incidents }, place) => (
        <Box key={incidents[0]!.id}>
          {began ? (
            <Flex {...cardRow} gap="2" py="2" align="center" bg="bg.subtle">
              <BeganHeader as="h3" began={began} count={count} />
            </Flex>
          ) : (
            place > 0 &&
            groups[place - 1]!.began && <Box {...cardRow} height="6px" bg="bg.subtle" aria-hidden />
          )}
          <ul>
            {incidents.map((incident) => (
              <IncidentLine key={incident.id} incident={incident} />
            ))}
          </ul>
          {began && count > incidents.length && (
            <More to={paths.incidentsOf(connection.id, began.day)}>
              {countOf(count - incidents.length, "more", "more")} from {formatShortProjectDay(began.day)}
            </More>
          )}
        </Box>
      ))}
      {rest > 0 && <More to={paths.incidentsOf(connection.id)}>{countOf(rest, "more incident")}</More>}
    </>
  );
}

const More = ({ to, children }: { to: string; children: React.ReactNode }) => (
  // The text begins where the headlines above it do.
  <Box {...cardRow} py="2.5" ps={{ base: "43px", sm: "47px" }}>
    <ArrowLink to={to}>{children}</ArrowLink>
  </Box>
);

/** What broke, why, who uses it, where there is room, and who is on it. */
const IncidentLine = ({ incident }: { incident: Incident }) => {
  const { id, finding, assignee } = incident;
  const from = useThisPage("Home");
  return (
    <Flex as="li" {...cardRow} gap="3" py="2.5" align="flex-start">
      <Box mt="0.5" flexShrink={0}>
        <IncidentIcon incident={incident} />
      </Box>
      <Box flex="1" minW="0" overflowWrap="anywhere">
        <Flex columnGap="2" rowGap="1" wrap="wrap" align="center">
          <SubjectLink to={paths.incident(id)} state={from}>
            {finding.headline}
          </SubjectLink>
          {(incident.detectorState === "escalating" || incident.detectorState === "regressed") && (
            <StateBadge state={incident.detectorState} />
          )}
        </Flex>
        <SmallText lineClamp={2}>
          <RichText text={finding.cause ?? finding.reason} />
        </SmallText>
      </Box>
      <UsedIn incident={incident} />
      <Flex gap="2" align="center" textStyle="small" color="fg.muted" minW={{ sm: "140px" }} flexShrink={0}>
        <PersonAvatar name={assignee?.name ?? null} />
        <chakra.span hideBelow="sm" maxW="140px" truncate title={assignee?.name}>
          {assignee?.name ?? "Not assigned"}
        </chakra.span>
        <chakra.span srOnly hideFrom="sm">
          {assignee?.name ?? "Not assigned"}
        </chakra.span>
      </Flex>
    </Flex>
  );
};

/** Its room is kept while the uses load. */
function UsedIn({ incident }: { incident: Incident }) {
  const { use, text } = useIncidentUse(incident);
  return (
    <SmallText hideBelow="lg" w="168px" flexShrink={0} lineClamp={2} title={text}>
      {use ? `Used in ${text}` : text}
    </SmallText>
  );
}
