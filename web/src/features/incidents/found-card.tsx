import { Box } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import type { NearbyChange } from "@contract/integrations/project-context";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RichText } from "@/components/badges/rich-text";
import { NextSteps } from "@/components/incidents/next-steps";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { detectorResultQuery } from "@/data/runs";
import { IncidentChart } from "./incident-chart";

type FoundCardProps = { incident: Incident; changes: readonly NearbyChange[]; children?: ReactNode };

/** The latest finding of an incident in a sentence, with its chart and a link to the analysis. */
export function FoundCard({ incident, changes, children }: FoundCardProps) {
  const { runId, detector, reason } = incident.finding;
  const result = useQuery(detectorResultQuery(runId, detector));
  const place = result.data?.rows.findIndex((row) => row.incident?.id === incident.id) ?? 0;
  const row = result.data?.rows[place];
  const analysis = place > 0 ? paths.finding(runId, detector, place) : paths.analysis(runId, detector);
  return (
    <Card>
      <CardHeader
        title="What the last run found"
        actions={
          <LinkButton variant="outline" to={analysis}>
            View analysis
          </LinkButton>
        }
      />
      <CardBody>
        <Box overflowWrap="anywhere" mb="4">
          <RichText text={reason} />
        </Box>
        <IncidentChart incident={incident} changes={changes} />
        {row && (
          <Box mt="5">
            <NextSteps row={row} />
          </Box>
        )}
        {children}
      </CardBody>
    </Card>
  );
}
