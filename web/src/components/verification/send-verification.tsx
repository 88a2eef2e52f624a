import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { toastOutcome } from "@/lib/toast";

/** Emails a link that verifies the signed-in person's address. */
export function SendVerification({
  email,
  children = "Send verification email",
  ...button
}: { email: string | null } & Omit<ComponentProps<typeof Button>, "onClick" | "disabled">) {
  const { mutateAsync, isPending } = useMutation({ mutationFn: () => callApi("sendVerificationEmail") });
  const send = () =>
    toastOutcome(
      mutateAsync(),
      { title: "Email sent", description: `Open the link that we sent to ${email ?? "you"}.` },
      "Unable to send the email",
    );
  return (
    <Button {...button} disabled={isPending} onClick={send}>
      {children}
    </Button>
  );
}

/**
 * What a form says and offers in place of its submit button until an address is verified.
 * @param email the address that isn't verified yet, if there is one
 */
export const verifyFirst = (
  email: string | undefined,
): { description: ReactNode; instead: ReactNode; canSubmit: false } | undefined =>
  email === undefined
    ? undefined
    : {
        description: `Verify ${email} first. The link is in the email that we sent when you signed up.`,
        instead: (
          <SendVerification email={email} variant="solid">
            Send email again
          </SendVerification>
        ),
        canSubmit: false,
      };
