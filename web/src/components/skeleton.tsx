import { Box, Flex, Grid, type BoxProps } from "@chakra-ui/react";
import { useEffect, useState, type ReactNode } from "react";

/** Shown only when loading takes longer than this, so that quick answers do not flicker. */
const delayMs = 150;

/** Loading boxes in the shape of the real layout. `label` is what a screen reader says. */
export function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  const isDue = useDelay(delayMs);
  return (
    <Box role="status" aria-label={label} aria-busy>
      {isDue && <Box aria-hidden>{children}</Box>}
    </Box>
  );
}

/** One grey bar. */
export const SkeletonBar = (props: BoxProps) => (
  <Box
    bg="bg.muted"
    borderRadius="badge"
    height="14px"
    animation="pulse 1.6s ease-in-out infinite"
    {...props}
  />
);

/** The boxes of a page's head: breadcrumbs (when it has any) and title. */
export const SkeletonHead = ({ hasCrumbs = false }: { hasCrumbs?: boolean }) => (
  <Box mb="6">
    {hasCrumbs && <SkeletonBar width="160px" height="18px" mb="3" />}
    <SkeletonBar width="240px" maxW="70%" height="28px" />
  </Box>
);

type SkeletonCardsProps = {
  count: number;
  label: string;
  /** In two columns on wide screens, as lists of cards are. */
  isGrid?: boolean;
};

/** `count` cards of the size of a setup's. */
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
  <Box data-testid="skeleton-card" {...frame}>
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
    <Flex gap="2" px={{ base: "4", sm: "5" }} py="3" borderTopWidth="1px" borderColor="border">
      <SkeletonBar width="72px" height={{ base: "36px", sm: "28px" }} />
      <SkeletonBar width="104px" height={{ base: "36px", sm: "28px" }} />
    </Flex>
  </Box>
);

type SkeletonTableProps = {
  rows: number;
  /** Off inside a card. */
  isFramed?: boolean;
  /** The row of column heads. */
  hasHead?: boolean;
  /** Pixels; 52 as in tables with two lines a cell. */
  rowHeight?: number;
};

/** The boxes of a table's head and `rows` lines, for use inside `Skeletons`. */
export const SkeletonTable = ({
  rows,
  isFramed = true,
  hasHead = true,
  rowHeight = 52,
}: SkeletonTableProps) => (
  <Box {...(isFramed ? frame : {})}>
    {hasHead && <Box height="35px" bg="bg.subtle" borderBottomWidth="1px" borderColor="border" />}
    {Array.from({ length: rows }, (_, index) => (
      <Flex
        key={index}
        justify="space-between"
        align="center"
        gap="4"
        px={{ base: "4", sm: "5" }}
        height={`${rowHeight}px`}
        borderTopWidth={index ? "1px" : "0"}
        borderColor="border"
      >
        <SkeletonBar width="30%" />
        <SkeletonBar width="20%" />
        <SkeletonBar width="12%" />
      </Flex>
    ))}
  </Box>
);

/** A table while it is on its way. */
export const SkeletonRows = ({ label, ...table }: SkeletonTableProps & { label: string }) => (
  <Skeletons label={label}>
    <SkeletonTable {...table} />
  </Skeletons>
);

const frame = {
  bg: "bg.panel",
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "card",
  overflow: "hidden",
};

function useDelay(ms: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue;
}
