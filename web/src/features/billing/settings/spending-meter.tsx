import { Box, chakra, Flex } from "@chakra-ui/react";
import type { BillingEstimate, BillingSummary } from "@contract/billing";
import { Notice } from "@/components/states/notice";
import { SmallText } from "@/components/ui/text";
import type { Plan } from "@/data/plan";
import { formatDate, formatMoney } from "@/lib/format";
import { tierCosts, totalCents } from "@contract/prices/tier-costs";
import { lastInstantOf } from "../plan-text";

/** Owners get an email at this share of the limit. */
const warnedPercent = 80;

type SpendingMeterProps = {
  usage: BillingSummary["usage"];
  forecast: BillingEstimate["forecast"];
  plan: Plan;
  limitCents: number;
};

/** The period's cost so far against the spending limit, and at its end with the current schedules. */
export function SpendingMeter({ usage, forecast, plan, limitCents }: SpendingMeterProps) {
  const { currency, estimatedCost: cents, period } = usage;
  if (period === null) return null;
  const limitReachedAt =
    forecast && dayOfLimit([usage.currentPeriodRows, forecast.rows], period.end, plan, limitCents);
  const percent = Math.min(100, (100 * cents) / limitCents);
  const limit = formatMoney(limitCents, currency);
  return (
    <Box>
      {percent >= warnedPercent && percent < 100 && (
        <Notice mb="4" tone="warning" title={`${warnedPercent}% of the spending limit reached`}>
          {formatMoney(cents, currency)} of {limit}.
          {limitReachedAt && ` With your schedules, runs stop on ${formatDate(limitReachedAt)}.`}
        </Notice>
      )}
      <Flex justify="space-between" gap="3" wrap="wrap" textStyle="small" mb="1.5">
        <Box>
          <chakra.span fontWeight="600">{formatMoney(cents, currency)}</chakra.span> of {limit} this period
        </Box>
        {forecast && (
          <Box color="fg.muted">
            {formatMoney(forecast.cents, currency)} by {formatDate(lastInstantOf(period))} with your schedules
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

/** When the cost reaches the limit, if all hours that are left have as many of the forecast's rows; null if it doesn't. */
function dayOfLimit(
  [rows, rowsAtEnd]: [number, number],
  end: string,
  plan: Plan,
  limitCents: number,
): string | null {
  const now = Date.now();
  const endMs = Date.parse(end);
  const centsAt = (ms: number) =>
    totalCents(tierCosts(plan.tiers, Math.round(rows + ((rowsAtEnd - rows) * (ms - now)) / (endMs - now))));
  let ms = now;
  while (ms < endMs && centsAt(ms) < limitCents) ms += hourMs;
  return ms < endMs ? new Date(ms).toISOString() : null;
}

const hourMs = 3_600_000;
