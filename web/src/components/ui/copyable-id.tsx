import { HStack } from "@chakra-ui/react";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Code } from "./code";
import { IconButton } from "./icon-button";

/** An id with a button that copies it. `name` says what is copied. */
export function CopyableId({ id, name = "ID" }: { id: string; name?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setIsCopied(true);
  };
  return (
    <HStack as="span" display="inline-flex" gap="1" my="-6px">
      <Code>{id}</Code>
      <IconButton
        label={isCopied ? "Copied" : `Copy ${name}`}
        onClick={() => void copy()}
        onBlur={() => setIsCopied(false)}
        icon={isCopied ? <Check /> : <Copy />}
      />
    </HStack>
  );
}
