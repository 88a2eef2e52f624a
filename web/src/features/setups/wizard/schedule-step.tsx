import { Box, Flex, Grid, Icon, Stack } from "@chakra-ui/react";
import { hourChecks } from "@contract/detectors";
import { useQuery } from "@tanstack/react-query";
import { Calendar, CircleDashed, TrendingUp, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { BodyCard, Card, CardBody, CardHeader } from "@/components/layout/card";
import { Code } from "@/components/ui/code";
import { SelectField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { SmallText, Strong } from "@/components/ui/text";
import { usePlan } from "@/data/plan";
import { frequencies, parseCron, wholeHours, type Frequency } from "@/lib/cron";
import { countOf, formatMoney, formatNumber } from "@/lib/format";
import type { Draft } from "./draft";
import { PriceRadio } from "./price-radio";
import { costOf, draftEstimateQuery } from "./schedule-cost";
import { TimeZoneField } from "./time-zone-field";

const frequencyLabels: Record<Frequency, string> = {
  hourly: "Hourly",
  daily: "Daily",
  weekly: "Weekly (Monday)",
  monthly: "Monthly (the 1st)",
  manual: "Manual",
  custom: "Custom",
};

/** When problems are found. */
const frequencyHelp: Record<Exclude<Frequency, "custom">, string> = {
  hourly: "Problems with event counts are found within about 3 hours. Costs the same as daily.",
  daily: "Problems are found the next day.",
  weekly: "Problems are found up to 7 days later.",
  monthly: "Problems are found up to a month later.",
  manual: "Runs only when you start it.",
};

const countsEvents = ({ selected }: Draft): boolean => selected.some(({ key }) => hourChecks.includes(key));

type ScheduleStepProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Undefined while it is unknown. */
  projectTimeZone: string | undefined;
};

export function ScheduleStep({ draft, onChange, projectTimeZone }: ScheduleStepProps) {
  const weekendsId = useId();
  const { frequency, time } = draft.schedule;
  return (
    <Stack gap="4">
      <Card>
        <CardHeader title="Schedule" actions={<Box textStyle="small">Monthly price</Box>} />
        <FrequencyRadio draft={draft} onChange={onChange} />
      </Card>
      {frequency === "hourly" && <HoursCard />}
      {frequency !== "manual" && (
        <BodyCard>
          <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" }}>
            {frequency === "hourly" ? (
              <SelectField
                label="Time"
                value="hourly"
                options={[{ value: "hourly", label: "Every hour, at :00" }]}
                disabled
                onChange={() => {}}
                help="Daily, weekly and monthly runs start at an hour you choose."
              />
            ) : (
              frequency !== "custom" && (
                <SelectField
                  label="Time"
                  value={time}
                  options={wholeHours.map((hour) => ({ value: hour, label: hour }))}
                  onChange={(value) => onChange({ ...draft, schedule: { ...draft.schedule, time: value } })}
                />
              )
            )}
            <TimeZoneField
              value={draft.timeZone}
              projectTimeZone={projectTimeZone}
              hour={frequency === "custom" || frequency === "hourly" ? null : time}
              onChange={(timeZone) => onChange({ ...draft, timeZone })}
            />
          </Grid>
          <Flex align="center" justify="space-between" gap="4" mt="5" pt="5" borderTopWidth="1px">
            <Box id={weekendsId}>
              <Box textStyle="smallStrong">Include weekends</Box>
              <SmallText color="fg.subtle">
                When off, a run due on Saturday or Sunday starts on Monday. The days analyzed don't change.
              </SmallText>
            </Box>
            <Switch
              aria-labelledby={weekendsId}
              checked={draft.includeWeekends}
              onCheckedChange={(includeWeekends) => onChange({ ...draft, includeWeekends })}
            />
          </Flex>
        </BodyCard>
      )}
    </Stack>
  );
}

/** How often the setup runs, each choice with its price. */
function FrequencyRadio({ draft, onChange }: Pick<ScheduleStepProps, "draft" | "onChange">) {
  const { plan } = usePlan();
  const { data: estimate } = useQuery(draftEstimateQuery(draft));
  const checksPerRun = estimate?.rowsPerRun ?? null;
  const priceOf = (frequency: Frequency) => {
    if (checksPerRun === null) return null;
    const { checks, cents } = costOf(plan, draft, frequency, checksPerRun);
    const included = plan.tiers[0]?.upTo ?? 0;
    const note = frequency === "manual" ? `up to ${formatNumber(included)} checks` : countOf(checks, "check");
    return { amount: formatMoney(cents, plan.currency), note };
  };
  const helpOf = (frequency: Frequency) => {
    if (frequency === "hourly" && !countsEvents(draft)) return "Hourly runs only check event counts.";
    if (frequency !== "custom") return frequencyHelp[frequency];
    return (
      <>
        Runs at <Code>{draft.originalCron}</Code> until another frequency is chosen.
      </>
    );
  };
  return (
    <PriceRadio
      label="Frequency"
      value={draft.schedule.frequency}
      options={frequencies
        .filter((value) => value !== "custom" || isCustom(draft))
        .map((value) => ({
          value,
          label: frequencyLabels[value],
          help: helpOf(value),
          price: priceOf(value),
          isDisabled: value === "hourly" && !countsEvents(draft),
        }))}
      onChange={(frequency) => onChange({ ...draft, schedule: { ...draft.schedule, frequency } })}
    />
  );
}

// 'Custom' is offered only for a stored cron that fits no other choice.
const isCustom = ({ originalCron }: Draft): boolean => parseCron(originalCron).frequency === "custom";

const HoursCard = () => (
  <Card>
    <CardHeader title="What hourly runs check" />
    <CardBody>
      <Stack as="ul" listStyleType="none" gap="3" textStyle="small">
        {hourFacts.map(({ icon, title, text }) => (
          <Flex as="li" key={title} gap="3">
            <Icon as={icon} boxSize="14px" mt="0.5" color="fg.muted" />
            <Box color="fg.muted">
              <Strong>{title}:</Strong> {text}
            </Box>
          </Flex>
        ))}
      </Stack>
    </CardBody>
  </Card>
);

const hourFacts: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: CircleDashed,
    title: "Silence",
    text: "an event that should have arrived and didn't. From the first day.",
  },
  {
    icon: TrendingUp,
    title: "Drops and spikes",
    text: "the last 1 to 12 hours and the day so far. After about nine days, once it is known how late your events arrive.",
  },
  {
    icon: Calendar,
    title: "Everything else stays daily",
    text: "properties, values and user profiles are checked once a day, with the first run after midnight.",
  },
];
