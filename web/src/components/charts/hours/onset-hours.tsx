import { Box, Icon } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import { Clock } from "lucide-react";
import { useState } from "react";
import { TextButton } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import type { HourMarker } from "../plot/markers";
import { HourChart } from "./hour-chart";

type OnsetHoursProps = {
  row: DetailedRow;
  severity: "alert" | "warning";
  markers: readonly HourMarker[];
};

/** "Show hours": those of the day on which a finding of event counts began. Nothing for findings of something else. */
export function OnsetHours({ row: { hours }, severity, markers }: OnsetHoursProps) {
  const [isShown, setIsShown] = useState(false);
  if (hours === undefined) return null;
  if (!hours) return <SmallText mt="3">Hours aren't stored for this day.</SmallText>;
  return (
    <Box mt="3">
      <TextButton aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        <Icon as={Clock} boxSize="15px" />
        {isShown ? "Hide hours" : "Show hours"}
      </TextButton>
      {isShown && (
        <Box mt="3">
          <HourChart figures={hours} severity={severity} day={hours.day} markers={markers} />
        </Box>
      )}
    </Box>
  );
}
