import type { DetectorState } from "@contract/incidents/states";
import { CircleDot, History, Repeat, TrendingUp, Undo2 } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { detectorStateWords } from "./standing-text";

const looks = {
  new: { icon: CircleDot, tone: "plain" },
  ongoing: { icon: History, tone: "muted" },
  escalating: { icon: TrendingUp, tone: "alert" },
  regressed: { icon: Repeat, tone: "warning" },
  recovered: { icon: Undo2, tone: "quiet" },
  new_level: { icon: History, tone: "muted" },
} as const;

/** The state of an incident according to the checks. */
export function DetectorStateBadge({ state }: { state: DetectorState }) {
  const { icon: StateIcon, tone } = looks[state];
  return (
    <Badge tone={tone}>
      <StateIcon aria-hidden />
      {detectorStateWords[state]}
    </Badge>
  );
}
