import { chakra } from "@chakra-ui/react";

/** A keyboard key. */
export const Kbd = chakra("kbd", {
  base: {
    textStyle: "label",
    fontFamily: "inherit",
    px: "1.5",
    borderWidth: "1px",
    borderRadius: "badge",
    color: "fg.muted",
  },
});

/** Hides keyboard hints on devices without a keyboard. */
export const onlyWithKeyboard = {
  mdDown: { display: "none" },
  "@media (hover: none) and (pointer: coarse)": { display: "none" },
};
