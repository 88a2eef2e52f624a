import { Box, chakra, Icon } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

type AccordionItemProps = { title: string; number: number; startsOpen?: boolean; children: ReactNode };

/** A heading that expands its text over 200 ms. Collapsed text can't be reached by keyboard. */
export function AccordionItem({ title, number, startsOpen = false, children }: AccordionItemProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const id = useId();
  return (
    <Box borderTopWidth={number > 1 ? "1px" : "0"} borderColor="border">
      <chakra.h2>
        <Trigger
          type="button"
          id={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-text`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <chakra.span color="fg.subtle" fontWeight="400" width="14px" aria-hidden>
            {number}
          </chakra.span>
          <chakra.span flex="1">{title}</chakra.span>
          <Icon
            boxSize="16px"
            color="fg.muted"
            transition="transform 200ms"
            transform={isOpen ? "rotate(180deg)" : undefined}
            aria-hidden
          >
            <ChevronDown strokeWidth={1.75} />
          </Icon>
        </Trigger>
      </chakra.h2>
      <Box
        id={`${id}-text`}
        role="region"
        aria-labelledby={`${id}-title`}
        display="grid"
        gridTemplateRows={isOpen ? "1fr" : "0fr"}
        visibility={isOpen ? "visible" : "hidden"}
        transition="grid-template-rows 200ms ease-out, visibility 200ms"
        css={withoutScripts}
      >
        <Box overflow="hidden" minH="0">
          <Box ps={{ base: "4", sm: "46px" }} pe={{ base: "4", sm: "5" }} pb="5">
            {children}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** Without scripts nothing can expand a text, so all are expanded. */
const withoutScripts = {
  "html:not(.light):not(.dark) &": { gridTemplateRows: "1fr", visibility: "visible" },
};

const Trigger = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    width: "100%",
    minH: "52px",
    px: { base: "4", sm: "5" },
    textAlign: "start",
    textStyle: "cardSubtitle",
    color: "fg",
    cursor: "pointer",
    borderRadius: "control",
    _hover: { bg: "bg.subtle" },
  },
});
