import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { touchTarget } from "./touch-target";

/** The name of an event or property in a list, linked to the page about it. */
export const SubjectLink = chakra(Link, {
  base: {
    color: "inherit",
    fontWeight: "600",
    textDecoration: "none",
    overflowWrap: "anywhere",
    borderRadius: "badge",
    ...touchTarget,
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});
