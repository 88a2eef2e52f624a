import { Box, Flex } from "@chakra-ui/react";
import type { FindingIncident } from "@contract/results";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { PersonAvatar } from "./person-avatar";
import { standingText } from "./standing-text";

type IncidentLineProps = {
  incident: FindingIncident | null;
  /** Where the finding's analysis is, where its name opens the incident; else the line leads to the incident. */
  analysis?: string;
};

/** Who deals with a finding's incident, and what they did. Nothing where the incident is gone. */
export const IncidentLine = ({ incident, analysis }: IncidentLineProps) =>
  incident?.now ? (
    <Flex textStyle="small" color="fg.subtle" mt="1" gap="2" align="flex-start">
      <PersonAvatar name={incident.now.assignee?.name ?? null} />
      <Box minW="0" pt="1px" overflowWrap="anywhere">
        {standingText(incident.now)} ·{" "}
        {analysis === undefined ? (
          <InlineLink to={paths.incident(incident.id)}>Open incident</InlineLink>
        ) : (
          <InlineLink to={analysis}>View analysis</InlineLink>
        )}
      </Box>
    </Flex>
  ) : null;
