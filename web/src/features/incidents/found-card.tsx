import { Box } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import type { NearbyChange } from "@contract/integrations/project-context";
import type { ReactNode } from "react";
import { RichText } from "@/components/badges/rich-text";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { IncidentChart } from "./incident-chart";

type FoundCardProps = { incident: Incident; changes: readonly NearbyChange[]; children?: ReactNode };

/** The latest finding of an incident in a sentence, with its chart and a link to the analysis. */
export const FoundCard = ({ incident, changes, children }: FoundCardProps) => (
  <Card>
    <CardHeader
      title="What the last run found"
      actions={
        <LinkButton variant="outline" to={paths.analysis(incident.finding.runId, incident.finding.detector)}>
          View analysis
        </LinkButton>
      }
    />
    <CardBody>
      <Box overflowWrap="anywhere" mb="4">
        <RichText text={incident.finding.reason} />
      </Box>
      <IncidentChart incident={incident} changes={changes} />
      {children}
    </CardBody>
  </Card>
);
