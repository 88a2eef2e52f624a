import { Box, Flex, Grid, type BoxProps } from "@chakra-ui/react";
import { useEffect, useState, type ReactNode } from "react";
import { cardRow } from "../layout/card";

/**
 * In milliseconds. Skeletons become visible only after this delay, so that quick responses don't cause
 * flicker; their space is reserved from the start.
 */
const delayMs = 150;

/** Loading boxes in the shape of the real layout. A screen reader announces `label`. */
export function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  const isDue = useIsDue();
  return (
    <Box role="status" aria-label={label} aria-busy>
      <Box aria-hidden visibility={isDue ? undefined : "hidden"}>
        {children}
      </Box>
    </Box>
  );
}

/** One gray bar. */
export const SkeletonBar = (props: BoxProps) => (
  <Box
    bg="bg.muted"
    borderRadius="badge"
    height="14px"
    animation="pulse 1.6s ease-in-out infinite"
    {...props}
  />
);

/** The frame of a card. */
export const SkeletonBox = (props: BoxProps) => (
  <Box bg="bg.panel" borderWidth="1px" borderRadius="card" overflow="hidden" {...props} />
);

type SkeletonHeadProps = {
  hasCrumbs?: boolean;
  /** A line of facts below the title. */
  hasFacts?: boolean;
};

/** Placeholder for a page's header: breadcrumbs (if it has any), title, facts. */
export const SkeletonHead = ({ hasCrumbs = false, hasFacts = false }: SkeletonHeadProps) => (
  <Box mb="6">
    {hasCrumbs && <SkeletonBar width="160px" height="18px" mb="3" />}
    <SkeletonBar width="240px" maxW="70%" height="28px" />
    {hasFacts && <SkeletonBar width="420px" maxW="100%" height="18px" mt="2" />}
  </Box>
);

type SkeletonCardsProps = {
  count: number;
  label: string;
  /** Two columns on wide screens, like lists of cards. */
  isGrid?: boolean;
};

/** `count` cards of the size of a setup card. */
export const SkeletonCards = ({ count, label, isGrid = false }: SkeletonCardsProps) => (
  <Skeletons label={label}>
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", lg: isGrid ? "repeat(2, minmax(0, 1fr))" : undefined }}
      gap="4"
    >
      {Array.from({ length: count }, (_, index) => (
        <SkeletonCard key={index} />
      ))}
    </Grid>
  </Skeletons>
);

/** One card with its footer. */
const SkeletonCard = () => (
  <SkeletonBox data-testid="skeleton-card">
    <Box p={{ base: "4", sm: "5" }}>
      <SkeletonBar width="45%" maxW="220px" height="20px" />
      <SkeletonBar width="28%" maxW="140px" mt="2.5" />
      <SkeletonBar width="80%" mt="5" />
      <Flex gap="6" mt="6" mb="3">
        {[0, 1, 2].map((fact) => (
          <SkeletonBar key={fact} width="25%" height="28px" />
        ))}
      </Flex>
    </Box>
    <Flex gap="2" {...cardRow} py="3">
      <SkeletonBar width="72px" height={{ base: "36px", sm: "28px" }} />
      <SkeletonBar width="104px" height={{ base: "36px", sm: "28px" }} />
    </Flex>
  </SkeletonBox>
);

type SkeletonTableProps = {
  rows: number;
  /** Set to false inside a card. */
  isFramed?: boolean;
  /** Shows the row of column headers. */
  hasHead?: boolean;
  /** Shows a card's title above the table. */
  hasTitle?: boolean;
  /** In pixels; 52 matches tables with two lines per cell. */
  rowHeight?: number;
  /** In pixels, on small screens, where a table of runs becomes cards. */
  narrowRowHeight?: number;
};

/** Placeholder for a table's header and `rows` rows, for use inside `Skeletons`. */
export const SkeletonTable = ({
  rows,
  isFramed = true,
  hasHead = true,
  hasTitle = false,
  rowHeight = 52,
  narrowRowHeight = rowHeight,
}: SkeletonTableProps) => (
  <SkeletonBox {...(isFramed ? {} : { bg: undefined, borderWidth: "0" })}>
    {hasTitle && (
      <Flex align="center" height="56px" px={{ base: "4", sm: "5" }} borderBottomWidth="1px">
        <SkeletonBar width="120px" height="18px" />
      </Flex>
    )}
    {hasHead && (
      <Box
        height="35px"
        bg="bg.subtle"
        borderBottomWidth="1px"
        hideBelow={narrowRowHeight === rowHeight ? undefined : "sm"}
      />
    )}
    {Array.from({ length: rows }, (_, index) => (
      <Box
        key={index}
        px={{ base: "4", sm: "5" }}
        height={{ base: `${narrowRowHeight}px`, sm: `${rowHeight}px` }}
        borderTopWidth={index ? "1px" : "0"}
        overflow="hidden"
      >
        <Flex justify="space-between" align="center" gap="4" height={`${rowHeight}px`}>
          <SkeletonBar width="30%" />
          <SkeletonBar width="20%" />
          <SkeletonBar width="12%" />
        </Flex>
        {narrowRowHeight > rowHeight && (
          <Box hideFrom="sm">
            <SkeletonBar width="40%" mt="2" />
            <SkeletonBar width="55%" mt="5" />
            <SkeletonBar width="30%" mt="5" />
          </Box>
        )}
      </Box>
    ))}
  </SkeletonBox>
);

/** Shown while a table loads. */
export const SkeletonRows = ({ label, ...table }: SkeletonTableProps & { label: string }) => (
  <Skeletons label={label}>
    <SkeletonTable {...table} />
  </Skeletons>
);

/** True after the delay, or immediately if it follows another skeleton, either in the HTML or on the page. */
function useIsDue(): boolean {
  const [isDue, setIsDue] = useState(followsAnother);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isDue) return;
    shown++;
    return () => void shown--;
  }, [isDue]);
  return isDue;
}

let shown = 0;
const followsAnother = (): boolean =>
  shown > 0 || typeof document === "undefined" || document.documentElement.classList.contains("signed-in");
