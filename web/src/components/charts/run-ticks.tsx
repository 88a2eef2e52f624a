import { Box, Flex } from "@chakra-ui/react";
import { type RunOutcome, runOutcomes } from "@contract/runs";

const looks: Record<RunOutcome, { height: number; word: string; css: object }> = {
  alert: { height: 16, word: "Alert", css: { bg: "alert.solid" } },
  warning: { height: 10, word: "Warning", css: { bg: "warning.solid" } },
  normal: { height: 5, word: "Normal", css: { bg: "chart.baseline" } },
  failed: { height: 5, word: "Failed", css: { borderWidth: "1px", borderColor: "chart.baseline" } },
};

export const outcomeWord = (outcome: RunOutcome): string => looks[outcome].word;

/**
 * Finished runs, oldest first. The height also shows the severity, so that it doesn't depend on color alone.
 * The whole row has a single label.
 */
export const RunTicks = ({ ticks }: { ticks: readonly RunOutcome[] }) => (
  <Flex role="img" aria-label={ticksLabel(ticks)} align="flex-end" gap="3px" height="16px">
    {ticks.map((tick, index) => (
      <Tick key={index} tick={tick} />
    ))}
  </Flex>
);

/** The legend under the ticks. */
export const RunTickKey = ({ outcomes = runOutcomes }: { outcomes?: readonly RunOutcome[] }) => (
  <Flex gap="2.5" textStyle="caption" color="fg.muted" align="center" aria-hidden>
    {outcomes.map((tick) => (
      <Flex key={tick} align="center" gap="1.5">
        <Tick tick={tick} scale={0.75} />
        {looks[tick].word}
      </Flex>
    ))}
  </Flex>
);

const Tick = ({ tick, scale = 1 }: { tick: RunOutcome; scale?: number }) => (
  <Box
    as="span"
    display="inline-block"
    width="6px"
    height={`${Math.max(4, looks[tick].height * scale)}px`}
    borderRadius="1px"
    css={looks[tick].css}
  />
);

/** 'Last 14 runs: 2 alerts, 1 warning, 11 normal'. */
export function ticksLabel(ticks: readonly RunOutcome[]): string {
  if (ticks.length === 0) return "No finished runs";
  const parts = runOutcomes.flatMap((tick) => {
    const count = ticks.filter((entry) => entry === tick).length;
    return count > 0 ? [`${count} ${looks[tick].word.toLowerCase()}`] : [];
  });
  return `Last ${ticks.length === 1 ? "run" : `${ticks.length} runs`}: ${parts.join(", ")}`;
}
