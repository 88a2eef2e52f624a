import { chakra } from "@chakra-ui/react";
import { Strong } from "@/components/ui/text";

/** The affected segment ('$os = Android'), shown beside the name of what broke. */
export const SegmentChip = ({ dimension, values }: { dimension: string; values: readonly string[] }) => (
  <chakra.span
    display="inline-block"
    maxW="100%"
    px="1.5"
    textStyle="caption"
    lineHeight="20px"
    color="fg.muted"
    bg="bg.muted"
    borderRadius="badge"
    overflowWrap="anywhere"
  >
    {dimension} = <Strong>{values.join(" or ")}</Strong>
  </chakra.span>
);
