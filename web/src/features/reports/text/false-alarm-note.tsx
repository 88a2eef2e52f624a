import type { RunReport } from "@contract/runs";
import { SmallText } from "@/components/ui/text";
import { falseAlarmText } from "./summary-text";

type FalseAlarmNoteProps = { detector: Pick<RunReport["detectors"][number], "id" | "counts"> };

/** How many false alarms are normal for a check of this size, so that a reader can weigh its findings. */
export function FalseAlarmNote({ detector }: FalseAlarmNoteProps) {
  const text = falseAlarmText(detector.id, detector.counts.analysed);
  return text ? (
    <SmallText color="fg.subtle" mt="4">
      {text}
    </SmallText>
  ) : null;
}
