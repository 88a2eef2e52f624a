import { Portal, Tooltip as ChakraTooltip } from "@chakra-ui/react";
import { useState, type ReactNode } from "react";

const openDelayMs = 700;
/** Within this time after one closed, the next opens at once. */
const skipDelayMs = 300;
let lastClosedAt = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  content: ReactNode;
  /** One element that takes a ref and can be focused. */
  children: ReactNode;
  isDisabled?: boolean;
};

/** A hint on hover and focus, after 700 ms. Never the only place where something is said. */
export function Tooltip({ content, children, isDisabled = false }: TooltipProps) {
  const [openDelay, setOpenDelay] = useState(openDelayMs);
  return (
    <ChakraTooltip.Root
      openDelay={openDelay}
      closeDelay={0}
      disabled={isDisabled}
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
