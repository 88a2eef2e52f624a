import { Box } from "@chakra-ui/react";
import type { CreatedToken } from "@contract/tokens";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";

/** The token itself, which is never shown again. Stays until dismissed, so a stray click doesn't lose it. */
export const NewToken = ({ token: { name, token }, onDone }: { token: CreatedToken; onDone: () => void }) => (
  <Notice
    tone="info"
    title={`Copy the token “${name}” now. You won't see it again.`}
    action={<Button onClick={onDone}>Done</Button>}
  >
    <Box mt="2">
      <CopyableId id={token} name="token" />
    </Box>
  </Notice>
);
