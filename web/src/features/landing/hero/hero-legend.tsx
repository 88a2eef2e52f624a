import { chakra, Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { colorVar } from "@/components/charts/plot/color-var";

/** Names the chart's lines. */
export const HeroLegend = () => (
  <Flex
    columnGap="5"
    rowGap="2"
    wrap="wrap"
    textStyle="label"
    fontWeight="450"
    color="fg.muted"
    mt="3"
    aria-hidden
  >
    <Entry name="Observed">
      <path d="M0 5h16" stroke={colorVar("fg")} strokeWidth="2" />
    </Entry>
    <Entry name="Expected">
      <path d="M0 5h16" stroke={colorVar("accent.line")} strokeWidth="1.5" strokeDasharray="2 2" />
    </Entry>
    <Entry name="Expected range">
      <rect width="16" height="10" fill={colorVar("accent.line")} fillOpacity="0.16" />
      <path d="M0 .5h16M0 9.5h16" stroke={colorVar("accent.line")} />
    </Entry>
    <Entry name="Flagged day">
      <path d="M2.5 .5h11L8 9.5z" fill={colorVar("alert.solid")} />
    </Entry>
  </Flex>
);

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2">
    <svg width="16" height="10" fill="none">
      {children}
    </svg>
    {name}
  </chakra.span>
);
