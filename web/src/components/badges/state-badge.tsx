import type { RowState } from "@contract/results";
import { CircleDot, CornerDownRight, History, Repeat, TrendingUp, Undo2 } from "lucide-react";
import { Badge } from "./badge";

const states = {
  new: { word: "New", icon: CircleDot, tone: "plain" },
  ongoing: { word: "Ongoing", icon: History, tone: "muted" },
  recovered: { word: "Recovered", icon: Undo2, tone: "quiet" },
  new_level: { word: "New level", icon: History, tone: "muted" },
  folded: { word: "Folded", icon: CornerDownRight, tone: "muted" },
} as const;

export const stateWord = (state: RowState): string => states[state].word;

/** Shown when a finding's incident got worse or came back. */
export const WorseBadge = ({ state }: { state: RowState | null }) => (
  <Badge tone={state === "new" ? "warning" : "alert"}>
    {state === "new" ? <Repeat aria-hidden /> : <TrendingUp aria-hidden />}
    {state === "new" ? "Back again" : "Escalating"}
  </Badge>
);

/** The state of a finding compared with the previous run of the same setup. */
export function StateBadge({ state }: { state: RowState }) {
  const { word, icon: StateIcon, tone } = states[state];
  return (
    <Badge tone={tone}>
      <StateIcon aria-hidden />
      {word}
    </Badge>
  );
}
