import { useMediaQuery } from "@chakra-ui/react";

/** Whether the window is as narrow as a phone's. */
export function useIsNarrow(): boolean {
  const [isNarrow] = useMediaQuery(["(max-width: 39.99rem)"], { ssr: false });
  return isNarrow === true;
}
