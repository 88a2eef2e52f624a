import type { IncidentStanding, IncidentStatus } from "@contract/incidents/states";
import { BellOff, Check, Eye, type LucideIcon } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { statusText } from "./standing-text";

const icons: Partial<Record<IncidentStatus, LucideIcon>> = {
  acknowledged: Eye,
  muted: BellOff,
  closed: Check,
};

/** The status that people have given an incident. */
export function IncidentStatusBadge({ standing }: { standing: IncidentStanding }) {
  const StatusIcon = icons[standing.status];
  return (
    <Badge tone={standing.status === "open" ? "plain" : "muted"} whiteSpace="normal">
      {StatusIcon && <StatusIcon aria-hidden />}
      {statusText(standing)}
    </Badge>
  );
}
