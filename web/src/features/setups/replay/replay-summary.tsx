import type { SelectedDetector } from "@contract/detectors";
import { countNew, replayedDays } from "@contract/replay";
import { ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SmallText, Strong } from "@/components/ui/text";
import type { ReplayState } from "@/data/replays";
import { countOf } from "@/lib/format";
import { isReplayOf } from "./replay-text";

type ReplaySummaryProps = {
  state: ReplayState;
  connectionId: string;
  detectors: readonly SelectedDetector[];
  onView: () => void;
};

/** One sentence on the replay of the current settings, for the card beside the wizard's steps. */
export function ReplaySummary({ state, connectionId, detectors, onView }: ReplaySummaryProps) {
  const { replay, request } = state;
  if (replay?.status !== "done" || !isReplayOf(request, connectionId, detectors)) return null;
  const days = replayedDays(replay);
  if (days === 0) return null;
  return (
    <SmallText mt="3" pt="3" borderTopWidth="1px">
      <Strong>{countOf(countNew(replay), "finding")}</Strong>{" "}
      {days === replay.days.length ? "in the last 4 weeks" : `on ${countOf(days, "day")}`} with these
      settings.
      <Button variant="link" onClick={onView} mt="1" display="flex">
        View replay
        <ChevronRight />
      </Button>
    </SmallText>
  );
}
