import { Flex, Grid, Icon } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import type { Workspace } from "@contract/workspaces";
import { X, Check } from "lucide-react";
import type { ReactNode } from "react";
import { Card, CardHeader } from "@/components/layout/card";
import { IconButton } from "@/components/ui/icon-button";
import { paths } from "@/config/paths";
import { useCurrentWorkspace, useMay } from "@/data/use-current-workspace";
import type { PlacedFinding } from "../findings/group-findings";
import { ReplayLine } from "./replay-line";
import { useFirstSteps, dailyCron, dailyTime } from "./use-first-steps";
import { monthlyCost } from "@contract/prices/check-usage";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Button, type ButtonProps, LinkButton } from "@/components/ui/button";
import { SmallText, Strong, Subheading } from "@/components/ui/text";
import { billingStatusQuery, requiresUpgrade } from "@/data/billing";
import { usePlan } from "@/data/plan";
import { useUpdateSetup } from "@/data/setups";
import { useUpgrade } from "@/data/upgrade-context";
import { countOf, formatMoney, formatNumber, zoneNote } from "@/lib/format";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast";

type FirstStepsCardProps = { run: RunReport; topFinding: PlacedFinding | undefined };

/**
 * Below the first report of a setup: what is left until the next problem is noticed in time. For those who can do at
 * least one of the steps, until all are done or the card is closed.
 */
export function FirstStepsCard(props: FirstStepsCardProps) {
  const workspace = useCurrentWorkspace();
  return workspace ? <OpenSteps {...props} workspace={workspace} /> : null;
}

function OpenSteps({ run, topFinding, workspace }: FirstStepsCardProps & { workspace: Workspace }) {
  const { setup, steps, doneCount, close } = useFirstSteps(run, workspace);
  const mayReplay = useMay("startReplay");
  if (steps.length === 0) return null;
  const next = steps.find(({ isDone }) => !isDone)?.kind;
  return (
    <Card aria-label="Next steps" mt="4" overflow="hidden" _print={{ display: "none" }}>
      <CardHeader
        title="Hear about the next problem in time"
        note={`${doneCount} of ${steps.length} done`}
        actions={<IconButton label="Close these steps" icon={<X />} onClick={close} />}
      />
      <Grid
        as="ol"
        templateColumns={{ base: "minmax(0, 1fr)", lg: `repeat(${steps.length}, minmax(0, 1fr))` }}
        borderTopWidth="1px"
      >
        {steps.map(({ kind, isDone, result }, index) => {
          const step = { number: index + 1, isDone, result };
          const variant = kind === next ? "solid" : "outline";
          switch (kind) {
            case "daily":
              return <DailyStep key={kind} {...step} run={run} setup={setup} variant={variant} />;
            case "channel":
              return (
                <Step key={kind} {...step} title="Send findings to Slack or email">
                  <Text>One message after a run with news. Routes say which findings go where.</Text>
                  <Flex gap="2" wrap="wrap">
                    <LinkButton variant={variant} to={`${paths.channels}?add=slack`}>
                      Add Slack
                    </LinkButton>
                    <LinkButton to={`${paths.channels}?add=email`}>Add email</LinkButton>
                  </Flex>
                </Step>
              );
            case "invite":
              return (
                <Step key={kind} {...step} title="Invite someone">
                  <Text>They see this report and its incidents, and can take one.</Text>
                  <LinkButton variant={variant} to={`${paths.workspaceSettings}?invite`}>
                    Invite
                  </LinkButton>
                </Step>
              );
          }
        })}
      </Grid>
      {/* Its sentence comes later, so it stands below: the steps don't move under the pointer. */}
      {setup && mayReplay && <ReplayLine run={run} setup={setup} topFinding={topFinding} />}
    </Card>
  );
}

const Text = ({ children }: { children: ReactNode }) => (
  <SmallText mb="3" flex="1">
    {children}
  </SmallText>
);

type DailyStepProps = StepState & {
  run: RunReport;
  setup: Setup | undefined;
  variant: ButtonProps["variant"];
};

/** Runs the setup every morning in the project's time zone, with the price that this run's checks come to. */
function DailyStep({ run, setup, variant, ...state }: DailyStepProps) {
  const { plan } = usePlan();
  const { data: billing } = useQuery(billingStatusQuery());
  const update = useUpdateSetup();
  const upgrade = useUpgrade();
  const mayPay = useMay("createSetupIntent", false);
  const checks = run.rowsAnalysed ?? 0;
  const schedule = { cron: dailyCron, includeWeekends: setup?.includeWeekends ?? true, checks };
  const month = monthlyCost(plan.tiers, [schedule]);
  const timeZone = run.window?.timeZone ?? "UTC";
  const mustPay = billing !== undefined && requiresUpgrade(billing);
  const runDaily = () =>
    toastOutcome(
      update.mutateAsync({
        id: run.setupId,
        body: { scheduleCron: dailyCron, scheduleTimezone: timeZone, status: "active" },
      }),
      messages.setups.updated,
      messages.setups.updateFailed,
    );
  return (
    <Step {...state} title="Run it daily">
      <SmallText mb="3" flex="1">
        <Strong>{formatMoney(month.cents, plan.currency)} a month</Strong>:{" "}
        {countOf(month.checks, "billable check")}, {formatNumber(checks)} a day.
        {mustPay && !mayPay && ` ${messages.runs.ownerMustPay}`}
      </SmallText>
      {!(mustPay && !mayPay) && (
        <Button
          variant={variant}
          disabled={!setup || update.isPending}
          onClick={() => (mustPay ? upgrade.open(runDaily, schedule) : runDaily())}
          alignSelf={{ lg: "flex-start" }}
        >
          Run daily at {dailyTime}
          {zoneNote(timeZone)}
        </Button>
      )}
    </Step>
  );
}

type StepState = { number: number; isDone: boolean; /** Shown once it is done. */ result: string };

/** A numbered step with its actions, or its result with a check. */
const Step = ({
  number,
  isDone,
  result,
  title,
  children,
}: StepState & { title: string; children: ReactNode }) => (
  <Flex
    as="li"
    direction="column"
    px={{ base: "4", sm: "5" }}
    py="4"
    borderInlineStartWidth={{ lg: number > 1 ? "1px" : "0" }}
    borderTopWidth={{ base: number > 1 ? "1px" : "0", lg: "0" }}
  >
    <Flex gap="2.5" align="center" mb="2">
      <Flex
        boxSize="22px"
        flexShrink="0"
        align="center"
        justify="center"
        borderRadius="full"
        borderWidth="1px"
        borderColor={isDone ? "accent.border" : "border.control"}
        bg={isDone ? "accent.subtle" : undefined}
        color={isDone ? "accent.fg" : "fg.muted"}
        textStyle="label"
      >
        {isDone ? <Icon as={Check} boxSize="14px" aria-label="Done" /> : number}
      </Flex>
      <Subheading>{title}</Subheading>
    </Flex>
    {isDone ? <SmallText role="status">{result}</SmallText> : children}
  </Flex>
);
