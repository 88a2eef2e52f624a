import { Box, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { SendVerification } from "@/components/verification/send-verification";

/** Asks the user to verify their email address. */
export function VerifyEmailBanner({ email, onHide }: { email: string | null; onHide: () => void }) {
  return (
    <Flex
      as="aside"
      aria-label="Verify your email"
      minH="inherit"
      px={{ base: "4", sm: "8" }}
      py="1.5"
      gap="3"
      align="center"
      justify="center"
      textStyle="small"
    >
      <Box minW="0" overflowWrap="anywhere">
        Verify {email ?? "your email address"} to get emails about findings.{" "}
        <SendVerification email={email} variant="link" size="xs" display="inline" height="auto">
          Send email again
        </SendVerification>
      </Box>
      <IconButton label="Hide for a day" onClick={onHide} icon={<X />} />
    </Flex>
  );
}
