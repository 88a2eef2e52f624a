import { Box, Flex } from "@chakra-ui/react";
import type { RecordedBaseline } from "@contract/runs";
import { addDays } from "@/components/charts/plot/calendar";
import { formatProjectDay } from "@/lib/format";

type BaselineProgressProps = {
  recorded: RecordedBaseline;
  /** Last tested day; null when the run has none. */
  lastDay: string | null;
};

/** The recorded days of an incomplete baseline, one cell per day, and when it will be complete. */
export function BaselineProgress({ recorded, lastDay }: BaselineProgressProps) {
  const { needed } = recorded;
  const known = Math.min(recorded.known, needed);
  return (
    <Box mt="3">
      <Flex role="img" aria-label={`${known} of ${needed} daily snapshots recorded`} gap="1.5" wrap="wrap">
        {Array.from({ length: needed }, (_, index) => (
          <Box
            key={index}
            width="24px"
            height="8px"
            borderRadius="2px"
            borderWidth="1px"
            borderColor="chart.baseline"
            bg={index < known ? "chart.baseline" : "transparent"}
          />
        ))}
      </Flex>
      {lastDay && known < needed && (
        <Box textStyle="small" color="fg.muted" mt="2">
          With a run every day, this check starts on {formatProjectDay(addDays(lastDay, needed - known + 1))}.
        </Box>
      )}
    </Box>
  );
}
