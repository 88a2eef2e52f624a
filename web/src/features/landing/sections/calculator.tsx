import { Box, chakra, Flex } from "@chakra-ui/react";
import { checksPerRun, monthlyCost, type CheckableCounts } from "@contract/prices/check-usage";
import { descriptors } from "@contract/detectors/descriptors";
import { standardTiers } from "@contract/prices/tier-costs";
import { useId, useState, type ReactNode } from "react";
import { formatCron } from "@/lib/cron";
import { checkCount } from "@/lib/detector-names";
import { formatMoney, formatNumber } from "@/lib/format";
import { SmallText, Subheading } from "@/components/ui/text";

const selections = {
  all: { label: `All ${checkCount} checks`, subjects: null },
  events: { label: "Event checks", subjects: ["events"] },
  properties: { label: "Events and their properties", subjects: ["events", "event-properties"] },
} as const satisfies Record<string, { label: string; subjects: readonly string[] | null }>;
type Selection = keyof typeof selections;

const schedules = { daily: "Daily", weekly: "Weekly", monthly: "Monthly" } as const;
type Schedule = keyof typeof schedules;

type CalculatorProps = {
  /** The project it starts with and names the price of. */
  example: { name: string; counts: CheckableCounts };
};

/** Estimates a month's cost from a project's size, with the functions that the app's own estimates use. */
export function Calculator({ example }: CalculatorProps) {
  const [counts, setCounts] = useState(example.counts);
  const [selection, setSelection] = useState<Selection>("all");
  const [schedule, setSchedule] = useState<Schedule>("daily");
  const perRun = checksOf(selection, counts);
  const month = monthOf(perRun, schedule);
  const change = (part: Partial<CheckableCounts>) => setCounts({ ...counts, ...part });
  return (
    <Box p={{ base: "4", sm: "7" }} bg="bg.subtle" textStyle="body">
      <Subheading>What would your month cost?</Subheading>
      <Flex direction="column" gap="2" mt="3">
        <Count label="Events" value={counts.events} onChange={(events) => change({ events })} />
        <Count
          label="Their properties, in total"
          value={counts.eventProperties}
          onChange={(eventProperties) => change({ eventProperties })}
        />
        <Count
          label="User properties"
          value={counts.userProperties}
          onChange={(userProperties) => change({ userProperties })}
        />
        <Row label="Checks">
          {(id) => (
            <Control as="select" id={id} value={selection} onChange={chosen<Selection>(setSelection)}>
              {options(Object.entries(selections).map(([key, { label }]) => [key, label]))}
            </Control>
          )}
        </Row>
        <Row label="Schedule">
          {(id) => (
            <Control as="select" id={id} value={schedule} onChange={chosen<Schedule>(setSchedule)}>
              {options(Object.entries(schedules))}
            </Control>
          )}
        </Row>
      </Flex>
      <Flex justify="space-between" align="baseline" mt="4" pt="3" borderTopWidth="1px" aria-live="polite">
        <chakra.span color="fg.muted">Per month, at most</chakra.span>
        <chakra.span textStyle="figure">{formatMoney(month.cents)}</chakra.span>
      </Flex>
      <SmallText textAlign="end">
        {formatNumber(perRun)} billable checks per run, {formatNumber(month.checks)} a month
      </SmallText>
      <SmallText mt="3">{exampleText(example)}</SmallText>
    </Box>
  );
}

function checksOf(selection: Selection, counts: CheckableCounts): number {
  const subjects: readonly string[] | null = selections[selection].subjects;
  return descriptors
    .filter(({ subject }) => subjects === null || subjects.includes(subject))
    .reduce((sum, { subject }) => sum + checksPerRun(subject, counts), 0);
}

function monthOf(checks: number, schedule: Schedule): { checks: number; cents: number } {
  const cron = formatCron({ frequency: schedule, time: "09:00" });
  return monthlyCost(standardTiers, [{ cron, includeWeekends: true, checks }]);
}

/** 'The demo shop has 60 events. Running all nine checks daily costs at most $198.20 a month.' */
function exampleText({ name, counts }: CalculatorProps["example"]): string {
  const { cents } = monthOf(checksOf("all", counts), "daily");
  return `${name} has ${formatNumber(counts.events)} events. Running all ${checkCount} checks daily costs at most ${formatMoney(cents)} a month.`;
}

type RowProps = { label: string; children: (id: string) => ReactNode };

function Row({ label, children }: RowProps) {
  const id = useId();
  return (
    <Flex align="center" justify="space-between" gap="3">
      <chakra.label htmlFor={id} color="fg.muted">
        {label}
      </chakra.label>
      {children(id)}
    </Flex>
  );
}

type CountProps = { label: string; value: number; onChange: (value: number) => void };

const Count = ({ label, value, onChange }: CountProps) => (
  <Row label={label}>
    {(id) => (
      <Control
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={mostNames}
        value={value}
        width="110px"
        textAlign="end"
        onChange={({ currentTarget }) => onChange(wholeNumber(currentTarget.value))}
      />
    )}
  </Row>
);

/** The most names that the app reads from a project. */
const mostNames = 20_000;
const wholeNumber = (text: string): number => Math.min(mostNames, Math.max(0, Math.floor(Number(text) || 0)));

const chosen =
  <T extends string>(set: (value: T) => void) =>
  ({ currentTarget }: { currentTarget: { value: string } }) =>
    // The options are the keys.
    set(currentTarget.value as T);

const options = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([key, label]) => (
    <option key={key} value={key}>
      {label}
    </option>
  ));

const Control = chakra("input", {
  base: {
    height: { base: "40px", sm: "32px" },
    px: "2",
    bg: "bg.panel",
    borderWidth: "1px",
    borderColor: "border.control",
    borderRadius: "control",
    maxW: "200px",
  },
});
