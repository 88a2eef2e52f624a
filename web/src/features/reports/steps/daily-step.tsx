import { Box } from "@chakra-ui/react";
import { monthlyCost } from "@contract/prices/check-usage";
import type { RunReport } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Button, type ButtonProps } from "@/components/ui/button";
import { billingStatusQuery, requiresUpgrade } from "@/data/billing";
import { usePlan } from "@/data/plan";
import { useUpdateSetup } from "@/data/setups";
import { useUpgrade } from "@/data/upgrade-context";
import { useMay } from "@/data/use-current-workspace";
import { countOf, formatMoney, formatNumber, zoneNote } from "@/lib/format";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast-outcome";
import { Step, type StepState } from "./step";
import { dailyCron, dailyTime } from "./use-first-steps";

type DailyStepProps = StepState & {
  run: RunReport;
  setup: Setup | undefined;
  variant: ButtonProps["variant"];
};

/** Runs the setup every morning in the project's time zone, with the price that this run's checks come to. */
export function DailyStep({ run, setup, variant, ...state }: DailyStepProps) {
  const { plan } = usePlan();
  const { data: billing } = useQuery(billingStatusQuery());
  const update = useUpdateSetup();
  const upgrade = useUpgrade();
  const mayPay = useMay("createSetupIntent", false);
  const checks = run.rowsAnalysed ?? 0;
  const month = monthlyCost(plan.tiers, [
    { cron: dailyCron, includeWeekends: setup?.includeWeekends ?? true, checks },
  ]);
  const timeZone = run.window?.timeZone ?? "UTC";
  const mustPay = billing !== undefined && requiresUpgrade(billing);
  const runDaily = () =>
    toastOutcome(
      update.mutateAsync({
        id: run.setupId,
        body: { scheduleCron: dailyCron, scheduleTimezone: timeZone, status: "active" },
      }),
      {
        done: { title: messages.setups.updatedTitle, description: messages.setups.updated },
        failed: messages.setups.updateFailed,
      },
    );
  return (
    <Step {...state} title="Run it daily">
      <Box textStyle="small" color="fg.muted" mb="3" flex="1">
        <Box as="strong" color="fg" fontWeight="600">
          {formatMoney(month.cents, plan.currency)} a month
        </Box>
        : {countOf(month.checks, "billable check")}, {formatNumber(checks)} a day.
        {mustPay && !mayPay && ` ${messages.runs.ownerMustPay}`}
      </Box>
      {!(mustPay && !mayPay) && (
        <Button
          variant={variant}
          disabled={!setup || update.isPending}
          onClick={() => (mustPay ? upgrade.open(runDaily) : runDaily())}
          alignSelf={{ lg: "flex-start" }}
        >
          Run daily at {dailyTime}
          {zoneNote(timeZone)}
        </Button>
      )}
    </Step>
  );
}
