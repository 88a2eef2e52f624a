import { Box } from "@chakra-ui/react";
import { causePercent } from "@contract/findings/cause-text";

type ShareBarProps = {
  /** Shares in 0–1: `part` of the affected events, drawn as a bar; `usual` of all events, drawn as a tick. */
  part: number;
  usual: number;
  color: string;
};

/** A segment's share of the affected events, as a bar and a figure, compared with its share of all events. */
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
      {causePercent(part)}
    </Box>
  </Box>
);

/** A sample of the tick, for the header of a table column. */
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
