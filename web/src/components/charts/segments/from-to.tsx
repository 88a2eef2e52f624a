import { chakra } from "@chakra-ui/react";
import { Arrow } from "@/components/badges/arrow";

/** '0% → 90%' on one line. */
export const FromTo = ({ from, to }: { from: string | null; to: string }) => (
  <chakra.span whiteSpace="nowrap">
    {from !== null && (
      <>
        {from} <Arrow />{" "}
      </>
    )}
    {to}
  </chakra.span>
);
