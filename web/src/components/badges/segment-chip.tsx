import { chakra } from "@chakra-ui/react";

/** The affected segment ('$os = Android'), shown beside the name of what broke. */
export const SegmentChip = ({ dimension, values }: { dimension: string; values: readonly string[] }) => (
  <chakra.span
    display="inline-block"
    maxW="100%"
    px="1.5"
    textStyle="label"
    fontWeight="400"
    lineHeight="20px"
    color="fg.muted"
    bg="bg.muted"
    borderRadius="badge"
    overflowWrap="anywhere"
  >
    {dimension} ={" "}
    <chakra.b fontWeight="600" color="fg">
      {values.join(" or ")}
    </chakra.b>
  </chakra.span>
);
