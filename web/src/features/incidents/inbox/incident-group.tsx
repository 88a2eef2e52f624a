import { chakra, Flex } from "@chakra-ui/react";
import { beganText, segmentName, type Began } from "@contract/incidents/began-together";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import { BeganHeader } from "@/components/incidents/began-header";
import { ConnectionName } from "@/components/incidents/connection-name";
import { Card } from "@/components/layout/card";
import { hiddenOnPhones } from "@/components/layout/use-long-press";
import { Checkbox } from "@/components/ui/checkbox";

type GroupCardProps = {
  groupKey: string;
  began: Began;
  /** How many incidents it has. */
  count: number;
  /** Null if the workspace has only one connection. */
  connectionName: string | null;
  /** How many of its incidents are selected. */
  selected: number;
  /** Missing for members who may not change incidents. */
  onSelect?: ((isSelected: boolean) => void) | undefined;
  isSelecting: boolean;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  /** Its rows. */
  children: ReactNode;
};

/** Incidents that began together under a heading that says when. Folded, only the heading is shown. */
export function GroupCard({
  groupKey,
  began,
  count,
  connectionName,
  selected,
  onSelect,
  isSelecting,
  isFolded,
  onFold,
  children,
}: GroupCardProps) {
  const title = beganText(began);
  const titleId = useId();
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <Card aria-labelledby={titleId} overflow="hidden" data-group={groupKey}>
      <Flex
        gap="3"
        px={{ base: "4", sm: "5" }}
        py={{ base: "2.5", lg: "1" }}
        minH="40px"
        align={{ base: "flex-start", lg: "center" }}
        bg="bg.subtle"
        position="relative"
        css={{ "&:has([aria-expanded]:focus-visible)": { boxShadow: "inset 2px 0 {colors.accent.mark}" } }}
      >
        {onSelect && (
          <Checkbox
            ref={(box: HTMLInputElement | null) => {
              if (box) box.indeterminate = selected > 0 && selected < count;
            }}
            aria-label={`Select all of ${title}`}
            checked={selected === count}
            onCheckedChange={onSelect}
            css={isSelecting ? {} : hiddenOnPhones}
          />
        )}
        <FoldButton
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? "Expand" : "Collapse"} ${title}`}
          onClick={() => onFold(!isFolded)}
        >
          <Chevron size={15} aria-hidden />
        </FoldButton>
        <Flex
          flex="1"
          minW="0"
          columnGap="4"
          justify="space-between"
          direction={{ base: "column", lg: "row" }}
          align={{ lg: "center" }}
        >
          <Flex gap="2" align="center" minW="0">
            <BeganHeader id={titleId} began={began} count={count} />
          </Flex>
          <Flex columnGap="4" wrap="wrap" textStyle="small" color="fg.muted">
            {began.change && began.segment && (
              <chakra.span overflowWrap="anywhere">All in {segmentName(began.segment)}</chakra.span>
            )}
            {connectionName !== null && <ConnectionName name={connectionName} />}
          </Flex>
        </Flex>
      </Flex>
      {!isFolded && <ul>{children}</ul>}
    </Card>
  );
}

const FoldButton = chakra(
  "button",
  {
    base: {
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      boxSize: "24px",
      mx: "-4.5px",
      my: { base: "-2px", lg: "0" },
      flexShrink: 0,
      position: "relative",
      color: "fg.muted",
      borderRadius: "badge",
      cursor: "pointer",
      focusVisibleRing: "outside",
      _hover: { color: "fg" },
      // Enlarges the touch target.
      smDown: { _after: { content: '""', position: "absolute", inset: "-8px" } },
    },
  },
  { defaultProps: { type: "button" } },
);
