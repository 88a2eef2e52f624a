import { Box, Flex } from "@chakra-ui/react";
import { causePercent } from "@contract/findings/cause-text";
import type { DistributionSeries } from "@contract/results";
import { formatPercent } from "@/lib/format";
import { Caption } from "@/components/ui/text";

type EffectScaleProps = {
  series: Pick<DistributionSeries, "chance" | "warningFrom" | "alertFrom" | "effect">;
  severity: "alert" | "warning";
};

/** The shifted share on the same scale as random variation and the thresholds for warnings and alerts. */
export function EffectScale({ series, severity }: EffectScaleProps) {
  const { chance, warningFrom, alertFrom, effect } = series;
  const end = scaleEnd(Math.max(effect, alertFrom));
  const chanceText = `random ${formatPercent(chance * 100, chance < 0.01 ? 1 : 0)}`;
  // A shift in the form of values can only be an alert.
  const warningText = warningFrom < alertFrom ? formatPercent(warningFrom * 100) : null;
  const alertText = formatPercent(alertFrom * 100);
  const at = (share: number) => `${Math.min(100, (share / end) * 100)}%`;
  return (
    <Box>
      <Flex gap="2" textStyle="small" mb="2.5">
        <Box color="fg.muted">Share shifted beyond random variation</Box>
        <Box fontWeight="600" color={`${severity}.fg`}>
          {causePercent(effect)}
        </Box>
      </Flex>
      <Box position="relative" height="8px" bg="bg.muted" borderRadius="2px" aria-hidden>
        <Box position="absolute" height="8px" width={at(chance)} bg="chart.baseline" borderRadius="2px" />
        {warningText && <Tick at={at(warningFrom)} />}
        <Tick at={at(alertFrom)} />
        <Box
          position="absolute"
          top="-5px"
          insetInlineStart={at(effect)}
          width="3px"
          height="18px"
          ms="-1.5px"
          bg={`${severity}.solid`}
        />
      </Box>
      <Caption mt="2" hideFrom="sm">
        {[chanceText, warningText && `warning from ${warningText}`, `alert from ${alertText}`]
          .filter(Boolean)
          .join(", ")}
      </Caption>
      <Caption position="relative" height="20px" mt="2" hideBelow="sm">
        <Box position="absolute" insetInlineStart="0">
          0, {chanceText}
        </Box>
        {warningText && <Mark at={at(warningFrom)}>{`warning ${warningText}`}</Mark>}
        <Mark at={at(alertFrom)}>{`alert ${alertText}`}</Mark>
        <Box position="absolute" insetInlineEnd="0">
          {formatPercent(end * 100)}
        </Box>
      </Caption>
    </Box>
  );
}

const Tick = ({ at }: { at: string }) => (
  <Box position="absolute" top="-3px" insetInlineStart={at} width="1px" height="14px" bg="border.control" />
);

const Mark = ({ at, children }: { at: string; children: string }) => (
  <Box position="absolute" insetInlineStart={at} transform="translateX(-50%)" whiteSpace="nowrap">
    {children}
  </Box>
);

/** The lowest of 25, 50, 75 and 100% that leaves some room. */
const scaleEnd = (most: number): number => [0.25, 0.5, 0.75].find((end) => most <= end * 0.92) ?? 1;
