import { chakra } from "@chakra-ui/react";

/** A key of the keyboard. */
export const Kbd = chakra("kbd", {
  base: {
    textStyle: "label",
    fontFamily: "inherit",
    px: "1.5",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "badge",
    color: "fg.muted",
  },
});

/** Hints about keys are not shown where there is no keyboard. */
export const onlyWithKeyboard = {
  mdDown: { display: "none" },
  "@media (hover: none) and (pointer: coarse)": { display: "none" },
};
