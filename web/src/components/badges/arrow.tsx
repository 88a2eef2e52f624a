import { chakra, Icon } from "@chakra-ui/react";
import { ArrowRight } from "lucide-react";
import { Fragment } from "react";

/** The arrow of "0% → 90%", which the app's font doesn't have. Screen readers say "to". */
export const Arrow = () => (
  <>
    <Icon as={ArrowRight} display="inline-block" boxSize="0.9em" verticalAlign="-0.08em" strokeWidth={2.1} />
    <chakra.span srOnly>to</chakra.span>
  </>
);

/** A name, or an old and a new one: "Coupon Applied → coupon_applied". */
export const NameLabel = ({ label }: { label: string }) =>
  label.split(" → ").map((part, place) => (
    <Fragment key={place}>
      {place > 0 && (
        <>
          {" "}
          <Arrow />{" "}
        </>
      )}
      {part}
    </Fragment>
  ));

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
