import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/states/notice";
import { Box } from "@chakra-ui/react";

type NewSecretProps = { title: string; kind: string; secret: string; onDone: () => void };

/** A secret that is never shown again. Stays until dismissed, so a stray click doesn't lose it. */
export const NewSecret = ({ title, kind, secret, onDone }: NewSecretProps) => (
  <Notice
    tone="info"
    title={`Copy the ${title} now. You won't see it again.`}
    action={<Button onClick={onDone}>Done</Button>}
  >
    <Box mt="2">
      <CopyableId id={secret} name={kind} />
    </Box>
  </Notice>
);
