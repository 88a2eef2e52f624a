import { chakra } from "@chakra-ui/react";

/** Explains what is beside or above it. */
export const SmallText = chakra("div", { base: { textStyle: "small", color: "fg.muted" } });

/** Text of the size of a label, for legends and notes. */
export const Caption = chakra("div", { base: { textStyle: "caption", color: "fg.muted" } });

/** The heading of a part of a card or section. */
export const Subheading = chakra("h3", { base: { textStyle: "cardSubtitle" } });

/** What counts in a gray sentence. */
export const Strong = chakra("b", { base: { color: "fg", fontWeight: "600" } });
