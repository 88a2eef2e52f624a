import { Box, Flex } from "@chakra-ui/react";
import type { Run } from "@contract/runs";

export type RunTick = "alert" | "warning" | "normal" | "failed";

const looks: Record<RunTick, { height: number; word: string; css: object }> = {
  alert: { height: 16, word: "Alert", css: { bg: "alert.solid" } },
  warning: { height: 10, word: "Warning", css: { bg: "warning.solid" } },
  normal: { height: 5, word: "Normal", css: { bg: "chart.baseline" } },
  failed: { height: 5, word: "Failed", css: { borderWidth: "1px", borderColor: "chart.baseline" } },
};

/** The worst result of a finished run. */
export function runTick({ summary }: Pick<Run, "summary">): RunTick {
  if (!summary) return "failed";
  if (summary.alerts > 0) return "alert";
  return summary.warnings > 0 ? "warning" : "normal";
}

/**
 * Finished runs, oldest first. The height also shows the severity, so that it doesn't depend on color alone.
 * The whole row has a single label.
 */
export const RunTicks = ({ ticks }: { ticks: readonly RunTick[] }) => (
  <Flex role="img" aria-label={ticksLabel(ticks)} align="flex-end" gap="3px" height="16px">
    {ticks.map((tick, index) => (
      <Tick key={index} tick={tick} />
    ))}
  </Flex>
);

/** The legend under the ticks. */
export const RunTickKey = () => (
  <Flex gap="2.5" textStyle="label" fontWeight="400" color="fg.muted" align="center" aria-hidden>
    {(["alert", "warning", "normal"] as const).map((tick) => (
      <Flex key={tick} align="center" gap="1.5">
        <Tick tick={tick} scale={0.75} />
        {looks[tick].word}
      </Flex>
    ))}
  </Flex>
);

const Tick = ({ tick, scale = 1 }: { tick: RunTick; scale?: number }) => (
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
export function ticksLabel(ticks: readonly RunTick[]): string {
  if (ticks.length === 0) return "No finished runs";
  const parts = (["alert", "warning", "normal", "failed"] as const).flatMap((tick) => {
    const count = ticks.filter((entry) => entry === tick).length;
    return count > 0 ? [`${count} ${looks[tick].word.toLowerCase()}`] : [];
  });
  return `Last ${ticks.length === 1 ? "run" : `${ticks.length} runs`}: ${parts.join(", ")}`;
}
