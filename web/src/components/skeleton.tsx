import { Box, Stack, type BoxProps } from "@chakra-ui/react";
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

/** `count` cards of the size of a setup's. */
export const SkeletonCards = ({ count, label }: { count: number; label: string }) => (
  <Skeletons label={label}>
    <Stack gap="4">
      {Array.from({ length: count }, (_, index) => (
        <Box
          key={index}
          data-testid="skeleton-card"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="border"
          borderRadius="card"
          p="5"
        >
          <SkeletonBar width="45%" maxW="220px" height="18px" />
          <SkeletonBar width="28%" maxW="140px" mt="2.5" />
          <SkeletonBar width="80%" mt="6" />
          <Box display="flex" gap="2" mt="5">
            <SkeletonBar width="88px" height="32px" />
            <SkeletonBar width="112px" height="32px" />
          </Box>
        </Box>
      ))}
    </Stack>
  </Skeletons>
);

/** A table's head and `rows` lines. */
export const SkeletonRows = ({ rows, label }: { rows: number; label: string }) => (
  <Skeletons label={label}>
    <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card" overflow="hidden">
      <Box height="34px" bg="bg.subtle" borderBottomWidth="1px" borderColor="border" />
      {Array.from({ length: rows }, (_, index) => (
        <Box
          key={index}
          display="flex"
          justifyContent="space-between"
          gap="4"
          px="5"
          py="4"
          borderTopWidth={index ? "1px" : "0"}
          borderColor="border"
        >
          <SkeletonBar width="30%" />
          <SkeletonBar width="20%" />
          <SkeletonBar width="12%" />
        </Box>
      ))}
    </Box>
  </Skeletons>
);

function useDelay(ms: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue;
}
