import { switchRecipe } from "@/theme/recipes/controls";

const columns = {
  base: "minmax(0, 1fr) 44px",
  sm: "minmax(0, 1fr) 110px 44px",
  md: "minmax(0, 1fr) 88px 110px 44px",
};

/**
 * Styles of all rows, set once on the card. Rows are plain elements because a thousand styled components would
 * take most of a second to render.
 */
export const listCss = {
  "& .switch": switchRecipe.base ?? {},
  // Keeps a focused row clear of the save bar.
  "& .switch, & .toggle": { scrollMarginBlock: "72px" },
  "& .head, & .row": {
    display: "grid",
    gridTemplateColumns: columns,
    columnGap: "4",
    alignItems: "center",
    px: { base: "4", sm: "5" },
  },
  "& .head": {
    bg: "bg.subtle",
    color: "fg.muted",
    fontSize: "12px",
    fontWeight: "520",
    whiteSpace: "nowrap",
    h: "36px",
    "& > :last-child": { textAlign: "end" },
  },
  "& .row": { borderTopWidth: "1px", minH: "46px", fontSize: "13px" },
  "& .row > :last-child": { justifySelf: "end" },
  "& .date": { color: "fg.muted", display: { base: "none", sm: "block" } },
  "& .volume": {
    color: "fg.muted",
    display: { base: "none", md: "block" },
    textAlign: "end",
    fontVariantNumeric: "tabular-nums",
  },
  "& .name": { display: "flex", alignItems: "center", gap: "2", minWidth: "0" },
  "& .name > .text": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .is-off .text": { color: "fg.subtle" },
  "& .event .text": { fontWeight: "570" },
  "& .event.is-off .text": { fontWeight: "450" },
  "& .count": {
    marginInlineStart: "auto",
    color: "fg.muted",
    // Wraps before the name does.
    flexShrink: "100",
    textAlign: "end",
    display: { base: "none", sm: "block" },
  },
  "& .toggle": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minWidth: "0",
    flex: "1",
    minH: "44px",
    cursor: "pointer",
    textAlign: "start",
    borderRadius: "control",
    "& svg": { flexShrink: "0", color: "fg.muted", transition: "transform 120ms" },
    "&[aria-expanded=true] svg": { transform: "rotate(90deg)" },
  },
  "& .properties": { bg: "bg.subtle", borderTopWidth: "1px", py: "1" },
  "& .properties .row": { border: "none", minH: "38px", ps: { base: "10", sm: "44px" } },
  "& .changed": {
    flexShrink: "0",
    px: "7px",
    borderRadius: "badge",
    borderWidth: "1px",
    bg: "accent.subtle",
    borderColor: "accent.border",
    color: "accent.fg",
    fontSize: "12px",
    lineHeight: "18px",
    fontWeight: "540",
  },
};
