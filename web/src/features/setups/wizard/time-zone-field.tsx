import { Flex, Stack } from "@chakra-ui/react";
import { scheduleTimeZones } from "@contract/setups";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { clockElsewhere } from "@/lib/format";

type TimeZoneFieldProps = {
  /** IANA name. */
  value: string;
  projectTimeZone: string | undefined;
  /** The chosen hour ("09:00"); null if the schedule has no single one. */
  hour: string | null;
  onChange: (timeZone: string) => void;
};

/** UTC, the project's own time zone, common ones, and a search over all others. */
export function TimeZoneField({ value, projectTimeZone, hour, onChange }: TimeZoneFieldProps) {
  const [isSearching, setIsSearching] = useState(false);
  const [utc, ...common] = scheduleTimeZones;
  const zones = [...new Set([utc, projectTimeZone ?? utc, ...common, value])];
  const choose = (zone: string) => {
    setIsSearching(false);
    onChange(zone);
  };
  return (
    <Stack gap="2">
      <SelectField
        label="Time zone"
        value={value}
        options={zones.map((zone) => ({
          value: zone,
          label: zone === projectTimeZone ? `${zone}, the project's` : zone,
        }))}
        help={
          hour &&
          projectTimeZone &&
          projectTimeZone !== value &&
          `${hour} there is ${clockElsewhere(hour, { from: value, to: projectTimeZone })} in the project's time zone.`
        }
        onChange={choose}
      />
      <Flex columnGap="4" rowGap="1" wrap="wrap">
        {projectTimeZone && projectTimeZone !== value && (
          <Button
            variant="link"
            whiteSpace="normal"
            flexShrink="1"
            h="auto"
            textAlign="start"
            onClick={() => choose(projectTimeZone)}
          >
            Use the project's time zone ({projectTimeZone})
          </Button>
        )}
        {!isSearching && (
          <Button variant="link" onClick={() => setIsSearching(true)}>
            Search all time zones
          </Button>
        )}
      </Flex>
      {isSearching && <TimeZoneSearch onChoose={choose} />}
    </Stack>
  );
}

const allTimeZones: readonly string[] =
  typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : scheduleTimeZones;

/** Suggests zones while typing. Spaces match underscores: "new york". */
function TimeZoneSearch({ onChoose }: { onChoose: (zone: string) => void }) {
  const [text, setText] = useState("");
  const listId = useId();
  return (
    <>
      <TextField
        label="Find a time zone"
        isOptional
        autoFocus
        list={listId}
        value={text}
        help="Type a city, such as Lisbon."
        error={text.length > 2 && matches(text).length === 0 ? "No time zones match." : undefined}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          const exact = allTimeZones.find((zone) => normalize(zone) === normalize(typed));
          if (exact) onChoose(exact);
        }}
        onKeyDown={(event) => {
          const [first] = matches(text);
          if (event.key !== "Enter" || !first || text === "") return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      <datalist id={listId}>
        {matches(text).map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

const normalize = (text: string): string => text.trim().toLowerCase().replaceAll(" ", "_");
const matches = (text: string): string[] =>
  allTimeZones.filter((zone) => normalize(zone).includes(normalize(text)));
