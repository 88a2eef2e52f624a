import { Flex, Icon } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { callApi } from "@/lib/api-client";
import { toastOutcome } from "@/lib/toast-outcome";

/** Asks the user to verify their email address. */
export function VerifyEmailBanner({ email, onHide }: { email: string | null; onHide: () => void }) {
  const [isPending, setIsPending] = useState(false);
  const send = async () => {
    setIsPending(true);
    const sent = callApi("sendVerificationEmail");
    toastOutcome(sent, {
      done: { title: "Email sent", description: `Open the link that we sent to ${email ?? "you"}.` },
      failed: "Unable to send the email",
    });
    await sent.catch(() => undefined);
    setIsPending(false);
  };
  return (
    <Flex
      as="aside"
      aria-label="Verify your email"
      h="100%"
      px={{ base: "4", sm: "8" }}
      py="1.5"
      gap="3"
      align="center"
      justify="center"
      wrap="wrap"
    >
      Verify {email ?? "your email address"} to get emails about findings.
      <Button size="xs" disabled={isPending} onClick={() => void send()}>
        Send email again
      </Button>
      <IconButton
        label="Hide for a day"
        onClick={onHide}
        icon={
          <Icon aria-hidden>
            <X />
          </Icon>
        }
      />
    </Flex>
  );
}
