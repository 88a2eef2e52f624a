import { defineGlobalStyles } from "@chakra-ui/react";

/**
 * Paper: everything at its full length, nothing to press, and charts, rows and headings whole on one page. Colors of
 * charts and badges are printed. `color-mode.ts` makes the page light.
 */
export const printCss = defineGlobalStyles({
  ":root": { _print: { printColorAdjust: "exact", bg: "white", overflow: "visible" } },
  "nav[aria-label='Breadcrumb'], form, [role=dialog], [data-scope=toast]": {
    _print: { display: "none !important" },
  },
  "figure, svg, tr, li": { _print: { breakInside: "avoid" } },
  "h1, h2, h3": { _print: { breakInside: "avoid", breakAfter: "avoid" } },
  // What scrolls or is folded on a screen is printed as a whole.
  "main *": { _print: { maxHeight: "none !important" } },
  "main [role=region], main ul": { _print: { overflow: "visible !important" } },
  "details::details-content": { _print: { contentVisibility: "visible", height: "auto" } },
});
