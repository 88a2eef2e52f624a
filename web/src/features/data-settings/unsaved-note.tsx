import { HStack, Icon } from "@chakra-ui/react";
import { PencilLine } from "lucide-react";
import { countOf } from "@/lib/format";

export const UnsavedNote = ({ changeCount }: { changeCount: number }) => (
  <HStack gap="1.5" textStyle="small" color="accent.fg" fontWeight="560" marginInlineStart="auto">
    <Icon as={PencilLine} boxSize="15px" aria-hidden strokeWidth={1.75} />
    {countOf(changeCount, "unsaved change")}
  </HStack>
);
