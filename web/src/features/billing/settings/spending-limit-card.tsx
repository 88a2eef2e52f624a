import { Box, Flex, Stack } from "@chakra-ui/react";
import type { BillingEstimate, BillingStatus, BillingSummary } from "@contract/billing";
import { hasRole } from "@contract/workspaces";
import { useState, type FormEvent } from "react";
import { BodyCard, CardTitle } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useSetSpendingLimit } from "@/data/billing";
import type { Plan } from "@/data/plan";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { formatMoney } from "@/lib/format";
import { toastOutcome } from "@/lib/toast";
import { SpendingMeter } from "./spending-meter";

type SpendingLimitCardProps = {
  billing: BillingStatus;
  usage: BillingSummary["usage"];
  forecast: BillingEstimate["forecast"];
  plan: Plan;
};

/** The most that a billing period may cost. Everyone sees it; owners set it. */
export function SpendingLimitCard({ billing, usage, forecast, plan }: SpendingLimitCardProps) {
  const { spendingLimitCents: saved } = billing;
  const { currency } = usage;
  const role = useCurrentWorkspace()?.role ?? "viewer";
  const [text, setText] = useState(saved === null ? "" : String(saved / 100));
  const save = useSetSpendingLimit();
  const cents = text.trim() === "" ? null : Math.round(Number(text) * 100);
  const isValid = cents === null || (Number.isFinite(cents) && cents > 0);
  const set = (limit: number | null) =>
    toastOutcome(
      save.mutateAsync(limit),
      limit === null ? "Spending limit removed" : "Spending limit saved",
      "Unable to save the spending limit",
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set(cents);
  };
  const current =
    saved === null ? "No limit is set." : `The limit is ${formatMoney(saved, currency)} per billing period.`;
  const meter = saved !== null && <SpendingMeter {...{ usage, forecast, plan }} limitCents={saved} />;
  if (!hasRole(role, "owner"))
    return (
      <BodyCard>
        <CardTitle size="sm">Spending limit</CardTitle>
        {current} An owner can change it.
        {meter && <Box mt="4">{meter}</Box>}
      </BodyCard>
    );
  return (
    <BodyCard>
      <Stack gap="4" mb="4">
        <CardTitle size="sm">Spending limit</CardTitle>
        {meter}
      </Stack>
      <form onSubmit={submit}>
        <Stack gap="4" maxW="400px">
          <TextField
            label={`Limit per billing period (${currency.toUpperCase()})`}
            help="We email owners at 80%. At 100%, runs stop until the next period or a higher limit. Leave empty for no limit."
            inputMode="decimal"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Flex gap="2" wrap="wrap">
            <Button type="submit" disabled={!isValid || cents === saved || save.isPending}>
              {save.isPending ? "Saving..." : "Save"}
            </Button>
            {saved !== null && (
              <Button
                variant="ghost"
                disabled={save.isPending}
                onClick={() => {
                  setText("");
                  set(null);
                }}
              >
                Remove limit
              </Button>
            )}
          </Flex>
        </Stack>
      </form>
    </BodyCard>
  );
}
