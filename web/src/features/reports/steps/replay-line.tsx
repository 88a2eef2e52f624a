import { Flex, Icon, Box } from "@chakra-ui/react";
import { namesOf } from "@contract/findings/finding";
import { placeOf } from "@contract/findings/segment-place";
import { nameOf } from "@words";
import { countNew, problemOf, type Replay, replayedDays } from "@contract/replay";
import type { RunReport } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { History } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { addDays } from "@/components/charts/plot/calendar";
import { ArrowLink } from "@/components/ui/text-link";
import { cardRow } from "@/components/layout/card";
import { paths } from "@/config/paths";
import { useReplay } from "@/data/replays";
import { countOf, formatClock, formatShortProjectDay, zoneNote } from "@/lib/format";
import type { PlacedFinding } from "../findings/group-findings";
import { dailyTime } from "./use-first-steps";

type ReplayLineProps = { run: RunReport; setup: Setup; topFinding: PlacedFinding | undefined };

/** Replays the last 4 weeks by itself and says when a daily run would have told. Nothing if that is impossible. */
export function ReplayLine({ run, setup, topFinding }: ReplayLineProps) {
  const { replay, error, start } = useReplay();
  const startOnce = useEffectEvent(() =>
    start({ connectionId: setup.connectionId, selectedDetectors: setup.selectedDetectors }),
  );
  useEffect(() => startOnce(), []);
  const isDone = replay?.status === "done";
  const text = isDone ? replayText(replay, topFinding, run.window?.timeZone ?? "UTC") : null;
  if (error || replay?.status === "failed" || (isDone && text === null)) return null;
  return (
    <Flex gap="3" align="center" wrap="wrap" {...cardRow} py="2.5" bg="bg.subtle">
      <Icon as={History} boxSize="16px" color="fg.muted" hideBelow="sm" />
      <Box flex="1" minW={{ base: "100%", sm: "0" }} role="status">
        {text === null ? (
          "Replaying the last 4 weeks"
        ) : (
          <>
            <b>Replay of the last 4 weeks:</b> {text}
          </>
        )}
      </Box>
      {text !== null && <ArrowLink to={paths.setup(setup.id)}>View replay</ArrowLink>}
    </Flex>
  );
}

/** When a run at six every morning would have told of the report's first finding, else how much it would have found. */
function replayText(replay: Replay, topFinding: PlacedFinding | undefined, timeZone: string): string | null {
  const { days } = replay;
  const replayed = replayedDays(replay);
  if (replayed === 0) return null;
  const problem = topFinding?.row.finding && problemOf(topFinding.row);
  const told = days.find(({ findings }) => findings.some((finding) => problemOf(finding) === problem));
  if (topFinding && problem && told) {
    // A day is tested the morning after.
    const daily = `on ${formatShortProjectDay(addDays(told.day, 1))} at ${dailyTime}${zoneNote(timeZone)}`;
    const { detector, segment, finding } = topFinding.row;
    const { subject } = finding!;
    const name = [nameOf(finding!), segment && placeOf(segment)].filter(Boolean).join(" ");
    // Hours are counts of whole events.
    const isOfHours = detector === "event_count_change" && segment === null && subject.kind !== "group";
    const hourly = isOfHours && told.hours?.find((one) => one.event === namesOf(subject).event)?.told;
    return hourly
      ? `an hourly run would have told you about ${name} on ${formatShortProjectDay(hourly.day)} at ${formatClock(Number(hourly.hour.slice(0, 2)), 0)}, a daily one ${daily}.`
      : `a daily run would have told you about ${name} ${daily}.`;
  }
  const found = countNew(replay);
  const span = replayed === days.length ? "4 weeks" : countOf(replayed, "day");
  return found === 0
    ? `a daily run would have found nothing in ${span}.`
    : `a daily run would have told you about ${countOf(found, "finding")} in ${span}.`;
}
