import { Flex } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import { segmentOfIncident } from "@contract/incidents/began-together";
import { isWidelyUsed, type WhoUses } from "@contract/integrations/project-context";
import type { ReactNode } from "react";
import { SegmentChip } from "@/components/badges/segment-chip";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { StateBadge } from "@/components/badges/state-badge";
import { Badge } from "@/components/badges/badge";
import { statusText } from "@/components/incidents/standing-text";
import { BellOff, Check, Eye, type LucideIcon } from "lucide-react";
import type { IncidentStanding, IncidentStatus } from "@contract/incidents/states";

/** Columns of an incident's page: what was found and done, and beside it who uses it. */
export const incidentColumns = { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 360px" };

type IncidentFactsProps = {
  incident: Incident;
  usedBy: WhoUses | null | undefined;
  /** What people have done about it. */
  children?: ReactNode;
};

/** An incident's severity, status and segment, and whether many people use what broke. */
export function IncidentFacts({ incident, usedBy, children }: IncidentFactsProps) {
  const segment = segmentOfIncident(incident);
  return (
    <Flex columnGap="3" rowGap="1" align="center" wrap="wrap">
      <SeverityBadge severity={incident.finding.severity} />
      <Flex gap="1.5" wrap="wrap">
        <IncidentStatusBadge standing={incident} />
        <StateBadge state={incident.detectorState} />
      </Flex>
      {segment && <SegmentChip dimension={segment.dimension} values={[segment.value]} />}
      {children}
      {usedBy && isWidelyUsed(usedBy.summary) && <strong>Widely used</strong>}
    </Flex>
  );
}

const icons: Partial<Record<IncidentStatus, LucideIcon>> = {
  acknowledged: Eye,
  muted: BellOff,
  closed: Check,
};

/** The status that people have given an incident. */
function IncidentStatusBadge({ standing }: { standing: IncidentStanding }) {
  const StatusIcon = icons[standing.status];
  return (
    <Badge tone={standing.status === "open" ? "plain" : "muted"} whiteSpace="normal">
      {StatusIcon && <StatusIcon aria-hidden />}
      {statusText(standing)}
    </Badge>
  );
}
