import { Box, Flex, Stack } from "@chakra-ui/react";
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
  daily: "Daily",
  weekly: "Weekly (Monday)",
  monthly: "Monthly (the 1st)",
  custom: "Custom",
};

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
              ) : frequency === "manual" ? (
                "Runs only when you start it."
              ) : undefined
            }
          />
          {frequency !== "manual" && (
            <>
              {frequency !== "custom" && (
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
