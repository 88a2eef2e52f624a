import { detectorOf } from "@contract/detectors";
import type { RunReport } from "@contract/runs";
import { SmallText } from "@/components/ui/text";
import { falseAlarmText } from "./summary-text";

type FalseAlarmNoteProps = { detectors: readonly Pick<RunReport["detectors"][number], "id" | "counts">[] };

/** How many false alarms are normal for a run of this size, so that a reader can weigh the findings. */
export function FalseAlarmNote({ detectors }: FalseAlarmNoteProps) {
  const stated = detectors.find(({ id }) => detectorOf(id).falseAlarmShare !== null);
  const text = stated ? falseAlarmText(stated.id, stated.counts.analysed) : null;
  return text ? (
    <SmallText color="fg.subtle" mt="4">
      {text}
    </SmallText>
  ) : null;
}
