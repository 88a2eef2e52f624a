import { Box, Flex, Stack } from "@chakra-ui/react";
import { scheduleTimeZones } from "@contract/setups";
import { useId } from "react";
import { Card, CardBody, CardHeader } from "@/components/card";
import { Code } from "@/components/code";
import { SelectField } from "@/components/field";
import { Switch } from "@/components/switch";
import { frequencies, readCron, wholeHours, type Frequency } from "@/lib/cron";
import { knownTimeZone, type Draft } from "./draft";

const frequencyLabels: Record<Frequency, string> = {
  manual: "Manual",
  daily: "Daily",
  weekly: "Weekly (Monday)",
  monthly: "Monthly (the 1st)",
  custom: "Custom",
};

type ScheduleStepProps = { draft: Draft; onChange: (draft: Draft) => void };

export function ScheduleStep({ draft, onChange }: ScheduleStepProps) {
  const weekendsId = useId();
  const { frequency, time } = draft.schedule;
  // Custom is what a stored cron can be, not what one can choose here.
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
              <SelectField
                label="Timezone"
                value={draft.timeZone}
                options={scheduleTimeZones.map((zone) => ({ value: zone, label: zone }))}
                onChange={(zone) => onChange({ ...draft, timeZone: knownTimeZone(zone) })}
              />
              <Flex align="center" justify="space-between" gap="4">
                <Box id={weekendsId}>
                  <Box textStyle="smallStrong">Include weekends</Box>
                  <Box textStyle="small" color="fg.subtle">
                    When off, a run due on Saturday or Sunday starts on Monday. What is judged stays the same.
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

const isCustom = ({ originalCron }: Draft): boolean => readCron(originalCron).frequency === "custom";
