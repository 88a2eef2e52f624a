import { chakra } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import { isLasting } from "@contract/incidents/rank";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";

/** The severity of an incident, or that it is over. */
export const IncidentIcon = ({ incident }: { incident: Incident }) => {
  const { severity } = incident.finding;
  return (
    <>
      <SeverityIcon severity={isLasting(incident) ? severity : "normal"} />
      <chakra.span srOnly>{severityWord(severity)}</chakra.span>
    </>
  );
};
