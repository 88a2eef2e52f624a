import { Button } from "@/components/ui/button";
import { useResumeBilling } from "@/data/billing";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast-outcome";

/** Resumes a canceled plan until its end date. */
export function ResumeBillingButton() {
  const resume = useResumeBilling();
  const { billing } = messages;
  return (
    <Button
      variant="solid"
      disabled={resume.isPending}
      onClick={() =>
        toastOutcome(resume.mutateAsync(), {
          done: { title: billing.resumedTitle, description: billing.resumed },
          failed: billing.resumeFailed,
        })
      }
    >
      Resume plan
    </Button>
  );
}
