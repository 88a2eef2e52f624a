import { Box } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { countOf } from "@/lib/format";
import { chanceText } from "./verdict";

type ChanceNoteProps = {
  detectors: readonly Pick<RunReport["detectors"][number], "id" | "counts">[];
  /** What gives that many: "a run like this one", "that". */
  subject: string;
};

/** How many findings come by chance, so that a reader can weigh those above. */
export function ChanceNote({ detectors, subject }: ChanceNoteProps) {
  const events = detectors.find(({ id }) => id === "event_count_change")?.counts.analysed ?? 0;
  const text = chanceText(events, subject);
  return text ? (
    <Box textStyle="small" color="fg.subtle" mt="4">
      {countOf(events, "event")} judged. {text}
    </Box>
  ) : null;
}
