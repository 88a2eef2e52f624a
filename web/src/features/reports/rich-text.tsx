import { chakra } from "@chakra-ui/react";

/** A reason with its names set off: `names` in backticks, and the property and value a cause names. */
export const RichText = ({ text }: { text: string }) =>
  text.split(/(`[^`]+`|(?<=carry ).+?(?= \(\d+% of normal rows\)))/).map((part, index) =>
    index % 2 === 1 ? (
      <chakra.b key={index} fontWeight="600" color="fg" overflowWrap="anywhere">
        {part.replaceAll("`", "")}
      </chakra.b>
    ) : (
      part
    ),
  );
