import { Icon } from "@chakra-ui/react";
import { ArrowRight } from "lucide-react";
import { Fragment } from "react";

/** A name, or an old and a new one: "Coupon Applied → coupon_applied". The app's font has no arrow. */
export const NameLabel = ({ label }: { label: string }) =>
  label.split(" → ").map((part, place) => (
    <Fragment key={place}>
      {place > 0 && (
        <>
          {" "}
          <Icon boxSize="12px" aria-label="to" verticalAlign="-1px" role="img">
            <ArrowRight />
          </Icon>{" "}
        </>
      )}
      {part}
    </Fragment>
  ));
