import { pausingRefusals, refusalsUntilPause, type Setup } from "@contract/setups";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { useSetSetupStatus } from "@/data/setups";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast-outcome";

/** Says why scheduled runs don't start. If that has paused the setup, offers to resume it. */
export function RefusalNotice({ setup: { id, status, refusal } }: { setup: Setup }) {
  const setStatus = useSetSetupStatus();
  if (refusal === null) return null;
  if (status === "active")
    return (
      <Notice tone="warning" title="Scheduled runs can't start">
        {refusal.message} {timesText(refusal.count)}
      </Notice>
    );
  const isPausedAtOnce = pausingRefusals.includes(refusal.code);
  if (refusal.count < refusalsUntilPause && !isPausedAtOnce) return null;
  const resume = () =>
    toastOutcome(setStatus.mutateAsync({ id, status: "active" }), {
      done: { title: messages.setups.resumedTitle, description: messages.setups.resumed },
      failed: messages.setups.resumeFailed,
    });
  return (
    <Notice
      tone="warning"
      title={isPausedAtOnce ? "Paused" : `Paused after ${refusal.count} refused runs in a row`}
      action={
        <Button size="xs" disabled={setStatus.isPending} onClick={resume}>
          Resume
        </Button>
      }
    >
      {refusal.message} Fix this, then resume the setup.
    </Notice>
  );
}

const timesText = (count: number): string => (count === 1 ? "" : `Refused ${count} times in a row.`);
