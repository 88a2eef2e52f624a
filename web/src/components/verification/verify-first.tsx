import type { ReactNode } from "react";
import { SendVerification } from "./send-verification";

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
