import { Box, Flex, type HTMLChakraProps } from "@chakra-ui/react";
import type { SelectedDetector } from "@contract/detectors";
import { compareReplays, countNew, replayedDays, type Replay } from "@contract/replay";
import { Play, RotateCw } from "lucide-react";
import { RichText } from "@/components/badges/rich-text";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/layout/card";
import { timeLeftText } from "@/components/run-table/time-left";
import { Notice, RetryButton } from "@/components/states/notice";
import { ProgressBar } from "@/components/states/progress-bar";
import { Button } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import type { ReplayState } from "@/data/replays";
import { useMay } from "@/data/use-current-workspace";
import { errorText } from "@/lib/api-error";
import { capitalized, countOf, formatTime } from "@/lib/format";
import { CompareForm } from "./compare-form";
import { ReplayList } from "./replay-list";
import { ReplayStrip, type StripBlock, StripKey } from "./replay-strip";
import {
  changeText,
  commonThreshold,
  comparedAs,
  hourlyText,
  isReplayOf,
  limitsOf,
  replayCardId,
  verdictText,
  withThreshold,
} from "./replay-text";

type ReplayCardProps = HTMLChakraProps<"section"> & {
  connectionId: string;
  detectors: readonly SelectedDetector[];
  state: ReplayState;
  /** A replay of the same days with other settings. */
  comparison: ReplayState;
  /** Applies a threshold to all checks that have one. Without it, a comparison can't be applied. */
  onUseThreshold?: (percent: number) => void;
};

/** Shows what a run on each of the last 28 days would have reported with these checks. */
export function ReplayCard({
  connectionId,
  detectors,
  state,
  comparison: other,
  onUseThreshold,
  ...rest
}: ReplayCardProps) {
  const mayStart = useMay("startReplay", false);
  const { replay, request, isStarting, error } = state;
  const isChanged = request !== null && !isReplayOf(request, connectionId, detectors);
  const start = () => {
    other.stop();
    state.start({ connectionId, selectedDetectors: detectors });
  };
  const isRunning = isStarting || replay?.status === "running";
  const isDone = replay?.status === "done";
  const compared = isDone && other.replay?.status === "done" ? other.replay : null;
  const canStart = mayStart && connectionId !== "" && detectors.length > 0;
  return (
    <Card id={replayCardId} aria-label="Replay" {...rest}>
      <CardHeader
        title="Replay"
        note={compared && replay ? changeText(replay, compared) : "The last 4 weeks with these settings"}
        actions={
          isRunning ? (
            <Button onClick={state.stop}>Stop</Button>
          ) : (
            isDone &&
            canStart && (
              <Button onClick={start}>
                <RotateCw /> Replay again
              </Button>
            )
          )
        }
      />
      <CardBody>
        {error ? (
          <Notice tone="alert" title="Unable to replay" action={canStart && <RetryButton onRetry={start} />}>
            {errorText(error)}
          </Notice>
        ) : isRunning ? (
          <Running replay={replay} readAt={state.readAt} />
        ) : replay?.status === "failed" ? (
          <Notice tone="alert" title="Replay failed" action={canStart && <RetryButton onRetry={start} />}>
            {replay.error}
          </Notice>
        ) : isDone ? (
          <Result replay={replay} isChanged={isChanged} after={compared} />
        ) : (
          <Flex gap="3" align="center" wrap={{ base: "wrap", sm: "nowrap" }}>
            <Box flex="1" minW="0" color="fg.muted">
              See what these checks would have told you, day by day. Takes about a minute and isn't billed.
            </Box>
            <Button disabled={!canStart} onClick={start}>
              <Play /> Replay the last 4 weeks
            </Button>
          </Flex>
        )}
      </CardBody>
      {isDone && !isChanged && replayedDays(replay) > 0 && withThreshold(detectors).length > 0 && (
        <CardFooter>
          <CompareForm
            key={commonThreshold(detectors)}
            detectors={detectors}
            state={other}
            connectionId={connectionId}
            canStart={canStart}
            {...(onUseThreshold && {
              onUse: (percent: number) => {
                onUseThreshold(percent);
                const selectedDetectors = other.request?.selectedDetectors;
                if (selectedDetectors) state.start({ connectionId, selectedDetectors });
                other.forget();
              },
            })}
          />
          {!other.replay && replay.finishedAt && (
            <SmallText marginInlineStart="auto">
              Replayed at {formatTime(replay.finishedAt)}. A replay isn't billed.
            </SmallText>
          )}
        </CardFooter>
      )}
    </Card>
  );
}

/**
 * Shows no findings yet: they arrive at the end, since a replay goes event by event through all days at once.
 */
function Running({ replay, readAt }: { replay: Replay | null; readAt: number }) {
  const timeLeft = replay && timeLeftText({ startedAt: replay.createdAt, progress: replay.progress }, readAt);
  return (
    <>
      <ProgressBar
        step="Replaying the last 4 weeks"
        done={replay?.progress.done ?? 0}
        total={replay?.progress.total ?? null}
        unit={timeLeft ? `days, ${timeLeft}` : "days"}
      />
      {replay && (
        <ReplayStrip days={replay.days.map(({ day }) => ({ day, blocks: [], isReplayed: false }))} />
      )}
      <SmallText mt="6">You can keep working. The replay continues in the background.</SmallText>
    </>
  );
}

type ResultProps = { replay: Replay; isChanged: boolean; after: Replay | null };

function Result({ replay, isChanged, after }: ResultProps) {
  const days = replayedDays(replay);
  if (days === 0)
    return (
      <Notice tone="info" title="Nothing to replay yet">
        {replay.dataFrom === null
          ? "A replay uses data that earlier runs have read. Run this setup once; a workspace's first run is free."
          : limitsOf(replay).join(" ")}
      </Notice>
    );
  const compared = after && comparedAs(replay, after);
  const findings = compareReplays(replay, after ?? replay);
  const limits = limitsOf(replay);
  const hours = hourlyText(replay);
  const blocksOf = (day: string): StripBlock[] =>
    findings
      .filter((one) => one.day === day)
      .map(({ change, finding }) =>
        change === "gone" ? "gone" : finding.severity === "alert" ? "alert" : "warning",
      );
  return (
    <Box opacity={isChanged ? 0.5 : 1}>
      {isChanged && <Box mb="2">Settings changed. Replay again.</Box>}
      {(limits.length > 0 || days < replay.days.length) && (
        <Notice
          mb="4"
          tone="warning"
          title={
            days < replay.days.length
              ? `${days} of ${replay.days.length} days can be replayed`
              : "Some checks and days are limited"
          }
        >
          {limits.join(" ")}
        </Notice>
      )}
      <Box as="h3" textStyle="verdict" aria-live="polite">
        {after ? (
          <RichText
            text={`${countNew(replay)} → ${countOf(countNew(after), "finding")} in ${countOf(days, "day")}`}
          />
        ) : (
          verdictText(replay)
        )}
      </Box>
      {after && (
        <Box color="fg.muted">
          {comparisonText(
            findings.map(({ change }) => change),
            capitalized(compared ?? ""),
          )}
        </Box>
      )}
      <StripKey compared={compared} />
      <ReplayStrip
        days={replay.days.map(({ day, status }) => ({
          day,
          blocks: blocksOf(day),
          isReplayed: status !== "no-data",
        }))}
      />
      <ReplayList findings={findings} compared={compared} />
      {hours && <SmallText mt="4">{hours}</SmallText>}
    </Box>
  );
}

/** "At 40%, 2 of them would be gone. None would be new." */
function comparisonText(changes: readonly ("same" | "gone" | "new")[], at: string): string {
  const count = (change: string) => changes.filter((one) => one === change).length;
  const [gone, added] = [count("gone"), count("new")];
  return `${at}, ${gone === 0 ? "none" : gone} of them would be gone. ${added === 0 ? "None" : added} would be new.`;
}
