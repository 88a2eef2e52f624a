import { useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/api-client";
import { toastOutcome } from "@/lib/toast-outcome";

/** Emails a link that verifies the signed-in person's address. */
export function SendVerification({
  email,
  children = "Send verification email",
  ...button
}: { email: string | null } & Omit<ComponentProps<typeof Button>, "onClick" | "disabled">) {
  const [isPending, setIsPending] = useState(false);
  const send = async () => {
    setIsPending(true);
    const sent = callApi("sendVerificationEmail");
    toastOutcome(
      sent,
      { title: "Email sent", description: `Open the link that we sent to ${email ?? "you"}.` },
      "Unable to send the email",
    );
    await sent.catch(() => undefined);
    setIsPending(false);
  };
  return (
    <Button {...button} disabled={isPending} onClick={() => void send()}>
      {children}
    </Button>
  );
}
