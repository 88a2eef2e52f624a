import { Box, Flex } from "@chakra-ui/react";
import { formatNumber } from "@/lib/format";

type ProgressBarProps = {
  /** The current step, shown at the left above the track. */
  step: string;
  done: number;
  /** Null while unknown; the bar then only shows that something is happening. */
  total: number | null;
  /** What is counted: "days". */
  unit?: string;
};

/** A 4 px track with the step's name at the left and "41 of 63" at the right. */
export function ProgressBar({ step, done, total, unit }: ProgressBarProps) {
  const isKnown = total !== null && total > 0;
  const count = isKnown ? `${formatNumber(done)} of ${formatNumber(total)}${unit ? ` ${unit}` : ""}` : null;
  return (
    <Box>
      <Flex justify="space-between" columnGap="3" wrap="wrap" textStyle="small" mb="1.5" aria-hidden>
        <Box color="fg.muted">{step}</Box>
        {count && <Box>{count}</Box>}
      </Flex>
      <Box
        role="progressbar"
        aria-label={step}
        aria-valuemin={0}
        aria-valuemax={isKnown ? total : undefined}
        aria-valuenow={isKnown ? Math.min(done, total) : undefined}
        aria-valuetext={count ?? undefined}
        height="4px"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <Box
          height="100%"
          borderRadius="full"
          bg="accent.mark"
          width={isKnown ? `${Math.min(100, (done / total) * 100)}%` : "25%"}
          transition="width 300ms linear"
          animation={isKnown ? undefined : "slide 1.6s linear infinite"}
        />
      </Box>
    </Box>
  );
}
