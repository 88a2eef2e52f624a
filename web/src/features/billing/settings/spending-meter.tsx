import { Box, chakra, Flex } from "@chakra-ui/react";
import type { BillingSummary } from "@contract/billing";
import { Notice } from "@/components/states/notice";
import { SmallText } from "@/components/ui/text";
import type { Plan } from "@/data/plan";
import { formatDate, formatMoney } from "@/lib/format";
import { tierCosts, totalCents } from "@contract/prices/tier-costs";
import { lastInstantOf } from "../plan-text";

/** Owners get an email at this share of the limit. */
const warnedPercent = 80;

type SpendingMeterProps = { usage: BillingSummary["usage"]; plan: Plan; limitCents: number };

/** The period's cost so far against the spending limit, and where it will end up at this pace. */
export function SpendingMeter({ usage, plan, limitCents }: SpendingMeterProps) {
  const { currency, estimatedCost: cents, period } = usage;
  if (period === null) return null;
  const pace = spendingPace(usage.currentPeriodRows, period, plan, limitCents);
  const percent = Math.min(100, (100 * cents) / limitCents);
  const limit = formatMoney(limitCents, currency);
  return (
    <Box>
      {percent >= warnedPercent && percent < 100 && (
        <Notice mb="4" tone="warning" title={`${warnedPercent}% of the spending limit reached`}>
          {formatMoney(cents, currency)} of {limit}.
          {pace?.limitReachedAt && ` At this pace, runs stop on ${formatDate(pace.limitReachedAt)}.`}
        </Notice>
      )}
      <Flex justify="space-between" gap="3" wrap="wrap" textStyle="small" mb="1.5">
        <Box>
          <chakra.span fontWeight="600">{formatMoney(cents, currency)}</chakra.span> of {limit} this period
        </Box>
        {pace && (
          <Box color="fg.muted">
            About {formatMoney(pace.cents, currency, 0)} by {formatDate(lastInstantOf(period))} at this pace
          </Box>
        )}
      </Flex>
      <Box
        role="meter"
        aria-label="Spending limit"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        aria-valuetext={`${formatMoney(cents, currency)} of ${limit}`}
        position="relative"
        height="6px"
        borderRadius="full"
        bg="bg.emphasized"
      >
        <Box
          height="100%"
          borderRadius="full"
          bg={percent >= 100 ? "alert.solid" : "accent.solid"}
          width={`${percent}%`}
        />
        <Box
          position="absolute"
          top="-4px"
          insetStart={`${warnedPercent}%`}
          width="1px"
          height="14px"
          bg="fg.muted"
        />
      </Box>
      <SmallText position="relative" height="22px" mt="1.5" aria-hidden>
        <Box position="absolute" insetEnd={`${100 - warnedPercent}%`} transform="translateX(50%)">
          email at {warnedPercent}%
        </Box>
        <Box position="absolute" insetEnd="0" display={{ base: "none", sm: "block" }}>
          {limit}
        </Box>
      </SmallText>
    </Box>
  );
}

type Period = { start: string; end: string };

/**
 * Projects what a billing period will cost, and when the cost reaches the limit, if the remaining hours have
 * as many rows each as the hours so far.
 * @returns null on the period's first day, which says little about the rest
 */
function spendingPace(
  rows: number,
  { start, end }: Period,
  plan: Plan,
  limitCents: number,
  now = new Date(),
): { cents: number; limitReachedAt: string | null } | null {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  const elapsedMs = now.getTime() - startMs;
  if (elapsedMs < dayMs) return null;
  const centsAt = (ms: number) =>
    totalCents(tierCosts(plan.tiers, Math.round((rows * (ms - startMs)) / elapsedMs)));
  let ms = now.getTime();
  while (ms < endMs && centsAt(ms) < limitCents) ms += hourMs;
  return { cents: centsAt(endMs), limitReachedAt: ms < endMs ? new Date(ms).toISOString() : null };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
