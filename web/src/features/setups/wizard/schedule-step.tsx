import { Box, Flex, Stack } from "@chakra-ui/react";
import { hourChecks } from "@contract/detectors";
import { useId } from "react";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { Code } from "@/components/ui/code";
import { SelectField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { frequencies, parseCron, wholeHours, type Frequency } from "@/lib/cron";
import type { Draft } from "./draft";
import { TimeZoneField } from "./time-zone-field";

const frequencyLabels: Record<Frequency, string> = {
  manual: "Manual",
  hourly: "Hourly",
  daily: "Daily",
  weekly: "Weekly (Monday)",
  monthly: "Monthly (the 1st)",
  custom: "Custom",
};

/** When problems are found. */
const frequencyHelp: Record<Exclude<Frequency, "custom">, string> = {
  manual: "Runs only when you start it.",
  hourly: "Problems with event counts are found within about 3 hours. Costs the same as daily.",
  daily: "Problems are found the next day.",
  weekly: "Problems are found up to 7 days later.",
  monthly: "Problems are found up to a month later.",
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
  // 'Custom' is offered only for a stored cron that fits no other choice.
  const choices = frequencies.filter((value) => value !== "custom" || isCustom(draft));
  return (
    <Card>
      <CardHeader title="Schedule" />
      <CardBody>
        <Stack gap="5" maxW="400px">
          <SelectField
            label="Frequency"
            value={frequency}
            options={choices.map((value) => ({ value, label: frequencyLabels[value] }))}
            onChange={(value) => {
              const next = frequencies.find((known) => known === value);
              if (next) onChange({ ...draft, schedule: { ...draft.schedule, frequency: next } });
            }}
            help={
              frequency === "custom" ? (
                <>
                  Runs at <Code>{draft.originalCron}</Code> until another frequency is chosen.
                </>
              ) : frequency === "hourly" && !countsEvents(draft) ? (
                "Hourly runs only check event counts, and none of those checks is selected."
              ) : (
                frequencyHelp[frequency]
              )
            }
          />
          {frequency !== "manual" && (
            <>
              {frequency !== "custom" && frequency !== "hourly" && (
                <SelectField
                  label="Time"
                  value={time}
                  options={wholeHours.map((hour) => ({ value: hour, label: hour }))}
                  onChange={(value) => onChange({ ...draft, schedule: { ...draft.schedule, time: value } })}
                />
              )}
              <TimeZoneField
                value={draft.timeZone}
                projectTimeZone={projectTimeZone}
                hour={frequency === "custom" ? null : time}
                onChange={(timeZone) => onChange({ ...draft, timeZone })}
              />
              <Flex align="center" justify="space-between" gap="4">
                <Box id={weekendsId}>
                  <Box textStyle="smallStrong">Include weekends</Box>
                  <Box textStyle="small" color="fg.subtle">
                    When off, a run due on Saturday or Sunday starts on Monday. The days analyzed don't
                    change.
                  </Box>
                </Box>
                <Switch
                  aria-labelledby={weekendsId}
                  checked={draft.includeWeekends}
                  onCheckedChange={(includeWeekends) => onChange({ ...draft, includeWeekends })}
                />
              </Flex>
            </>
          )}
        </Stack>
      </CardBody>
    </Card>
  );
}

const isCustom = ({ originalCron }: Draft): boolean => parseCron(originalCron).frequency === "custom";
