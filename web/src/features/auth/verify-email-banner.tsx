import { Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { SendVerification } from "@/components/verification/send-verification";

/** Asks the user to verify their email address. */
export function VerifyEmailBanner({ email, onHide }: { email: string | null; onHide: () => void }) {
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
      <SendVerification email={email} size="xs">
        Send email again
      </SendVerification>
      <IconButton label="Hide for a day" onClick={onHide} icon={<X />} />
    </Flex>
  );
}
