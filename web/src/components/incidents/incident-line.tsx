import { Box, Flex } from "@chakra-ui/react";
import type { FindingIncident } from "@contract/results";
import { InlineLink } from "@/components/ui/text-link";
import type { OpenedFrom } from "@/config/opened-from";
import { paths } from "@/config/paths";
import { PersonAvatar } from "./person-avatar";
import { standingText } from "./standing-text";

type IncidentLineProps = {
  incident: FindingIncident | null;
  /** The page, which the incident leads back to. */
  from: OpenedFrom;
};

/**
 * The assignee of a finding's incident and what people did about it. Renders nothing if the incident is gone.
 */
export const IncidentLine = ({ incident, from }: IncidentLineProps) =>
  incident?.now ? (
    <Flex textStyle="small" color="fg.subtle" mt="1" gap="2" align="flex-start">
      <PersonAvatar name={incident.now.assignee?.name ?? null} />
      <Box minW="0" pt="1px" overflowWrap="anywhere">
        {standingText(incident.now)} ·{" "}
        <InlineLink to={paths.incident(incident.id)} state={from}>
          Open incident
        </InlineLink>
      </Box>
    </Flex>
  ) : null;
