import { chakra } from "@chakra-ui/react";

/** A cron, an id or a property, shown verbatim. */
export const Code = chakra("code", {
  base: {
    bg: "bg.muted",
    borderRadius: "badge",
    px: "1.5",
    py: "0.5",
    fontFamily: "body",
    fontSize: "13px",
    lineHeight: "18px",
    wordSpacing: "0.2em",
    overflowWrap: "anywhere",
  },
});
