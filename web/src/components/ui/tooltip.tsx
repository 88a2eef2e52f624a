import { Portal, Tooltip as ChakraTooltip } from "@chakra-ui/react";
import { useState, type ReactNode } from "react";

const openDelayMs = 700;
/** Within this time after one tooltip closed, the next one opens immediately. */
const skipDelayMs = 300;
let lastClosedAt = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  content: ReactNode;
  /** A single element that accepts a ref and can be focused. */
  children: ReactNode;
};

/** A hint shown on hover and focus, after 700 ms. Never put information only in a tooltip. */
export function Tooltip({ content, children }: TooltipProps) {
  const [openDelay, setOpenDelay] = useState(openDelayMs);
  return (
    <ChakraTooltip.Root
      openDelay={openDelay}
      closeDelay={0}
      onOpenChange={({ open }) => {
        if (!open) lastClosedAt = performance.now();
      }}
      lazyMount
      unmountOnExit
    >
      <ChakraTooltip.Trigger
        asChild
        onPointerEnter={() => setOpenDelay(performance.now() - lastClosedAt < skipDelayMs ? 0 : openDelayMs)}
      >
        {children}
      </ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{content}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
