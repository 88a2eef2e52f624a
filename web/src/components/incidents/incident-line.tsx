import { Box } from "@chakra-ui/react";
import type { FindingIncident } from "@contract/results";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { standingText } from "./standing-text";

/** Who deals with a finding's incident, and the way there. Nothing where the incident is gone. */
export const IncidentLine = ({ incident }: { incident: FindingIncident | null }) =>
  incident?.now ? (
    <Box textStyle="small" color="fg.subtle" mt="1" overflowWrap="anywhere">
      {standingText(incident.now)} · <InlineLink to={paths.incident(incident.id)}>Open incident</InlineLink>
    </Box>
  ) : null;
