import { Fragment } from "react";
import { Arrow } from "./arrow";

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
