import { Box } from "@chakra-ui/react";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";

export type Secret = { name: string; signingSecret: string };

/** A webhook's signing secret, which is never shown again. It stays until dismissed. */
export const NewSecret = ({ secret, onDone }: { secret: Secret; onDone: () => void }) => (
  <Notice
    tone="info"
    title={`Copy the signing secret of “${secret.name}” now. You won't see it again.`}
    action={<Button onClick={onDone}>Done</Button>}
  >
    <Box mt="2">
      <CopyableId id={secret.signingSecret} name="signing secret" />
    </Box>
  </Notice>
);
