import type { RowState } from "@contract/results";
import { CircleDot, CornerDownRight, History, Repeat, TrendingUp, Undo2 } from "lucide-react";
import { Badge } from "./badge";

const states = {
  new: { word: "New", icon: CircleDot, tone: "plain" },
  ongoing: { word: "Ongoing", icon: History, tone: "muted" },
  escalating: { word: "Worse", icon: TrendingUp, tone: "alert" },
  regressed: { word: "Back again", icon: Repeat, tone: "warning" },
  recovered: { word: "Recovered", icon: Undo2, tone: "quiet" },
  new_level: { word: "New level", icon: History, tone: "muted" },
  folded: { word: "Folded", icon: CornerDownRight, tone: "muted" },
} as const;

export const stateWord = (state: RowState): string => states[state].word;

/** The state of a finding or an incident according to the checks. */
export function StateBadge({ state }: { state: RowState }) {
  const { word, icon: StateIcon, tone } = states[state];
  return (
    <Badge tone={tone}>
      <StateIcon aria-hidden />
      {word}
    </Badge>
  );
}
