import { Box } from "@chakra-ui/react";
import { formatPercent } from "@/lib/format";

type ShareBarProps = {
  /** Shares in 0–1: of what is wrong, drawn as a bar, and of everything, drawn as a tick. */
  part: number;
  usual: number;
  color: string;
};

/** A segment's share of what is wrong, in figures too, against its share of everything. */
export const ShareBar = ({ part, usual, color }: ShareBarProps) => (
  <Box display="flex" alignItems="center" gap="3">
    <Box
      position="relative"
      height="6px"
      width="100%"
      minW="52px"
      maxW="144px"
      bg="bg.muted"
      borderRadius="2px"
      aria-hidden
    >
      <Box height="6px" borderRadius="2px" bg={color} width={`${part * 100}%`} />
      <Box
        position="absolute"
        top="-5px"
        insetInlineStart={`${usual * 100}%`}
        width="2px"
        height="16px"
        bg="fg"
        boxShadow="0 0 0 1px {colors.bg.panel}"
      />
    </Box>
    <Box fontWeight="600" minW="36px">
      {formatPercent(part * 100)}
    </Box>
  </Box>
);

/** Names the tick in the head of a table's column. */
export const TickSample = () => (
  <Box
    as="span"
    display="inline-block"
    width="2px"
    height="11px"
    bg="fg"
    me="1.5"
    verticalAlign="-1px"
    aria-hidden
  />
);
