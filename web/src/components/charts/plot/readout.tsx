import { Box, chakra, Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";

export type ReadoutEntry = {
  /** A drawn sample of the line, bar or triangle. */
  sample: ReactNode;
  name: string;
  /** The value of the day; undefined for a legend entry without one. */
  value?: string;
  color?: string;
};

/** The legend, which also shows the values of one day, so that no tooltip covers the data. */
export const Readout = ({ title, entries }: { title: string; entries: readonly ReadoutEntry[] }) => (
  <Flex
    direction={{ base: "column", sm: "row" }}
    wrap={{ sm: "wrap" }}
    columnGap="4"
    rowGap={{ base: "2", sm: "1" }}
    align={{ base: "stretch", sm: "center" }}
    textStyle="caption"
    minH="32px"
    py="1.5"
  >
    <Box fontWeight="600" minW={{ sm: "132px" }}>
      {title}
    </Box>
    {entries.map(({ sample, name, value, color = "fg" }) => (
      <Flex key={name} align="center" gap="1.5" hideBelow={value === undefined ? "sm" : undefined}>
        <chakra.span display="inline-flex" flexShrink={0} aria-hidden>
          {sample}
        </chakra.span>
        <chakra.span color="fg.muted">{name}</chakra.span>
        {value !== undefined && (
          <chakra.span color={color} fontWeight="600" marginInlineStart={{ base: "auto", sm: "0" }}>
            {value}
          </chakra.span>
        )}
      </Flex>
    ))}
  </Flex>
);

/** A square color sample for bars. */
export const Swatch = ({ color, border }: { color: string; border?: string }) => (
  <Box
    boxSize="10px"
    borderRadius="2px"
    bg={color}
    borderWidth={border ? "1px" : undefined}
    borderColor={border}
  />
);
