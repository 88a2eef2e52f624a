import { chakra, Icon } from "@chakra-ui/react";
import { ArrowRight } from "lucide-react";

/** '0% → 90%' on one line; the app's font has no arrow. */
export const FromTo = ({ from, to }: { from: string | null; to: string }) => (
  <chakra.span whiteSpace="nowrap">
    {from !== null && (
      <>
        {from}{" "}
        <Icon display="inline-block" boxSize="0.9em" verticalAlign="-0.08em" aria-hidden>
          <ArrowRight strokeWidth={2.1} />
        </Icon>
        <chakra.span srOnly>to</chakra.span>{" "}
      </>
    )}
    {to}
  </chakra.span>
);
