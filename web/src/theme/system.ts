import { createSystem, defaultBaseConfig, defineConfig, defineGlobalStyles } from "@chakra-ui/react";
import { semanticColors } from "./colors";
import { nativeSelectSlotRecipe, segmentedControlRecipe } from "./recipes/controls";
import {
  cardSlotRecipe,
  dialogSlotRecipe,
  menuSlotRecipe,
  tableSlotRecipe,
  tooltipSlotRecipe,
} from "./recipes/surfaces";
import { textStyles } from "./text-styles";

/** Spacing in 4 px steps: `p="5"` is 20 px. */
const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40];
const scale = Object.fromEntries(steps.map((step) => [String(step), { value: `${step / 4}rem` }]));
const fontStack = '"Geist Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif';

/**
 * Paper: everything at its full length, nothing to press, and charts, rows and headings whole on one page. Colors of
 * charts and badges are printed. `color-mode.ts` makes the page light.
 */
const printCss = defineGlobalStyles({
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

const config = defineConfig({
  preflight: true,
  // A class on <html> selects the theme (see index.html).
  conditions: { dark: ".dark &", light: ".light &, :root:not(.dark) &" },
  globalCss: {
    ...printCss,
    html: {
      colorPalette: "accent",
      bg: "bg",
      color: "fg",
      textSizeAdjust: "100%",
      overflowX: "hidden",
    },
    body: {
      textStyle: "body",
      fontFamily: "body",
      fontVariantNumeric: "tabular-nums",
      // Without this, Chrome on Linux rounds letter widths to whole pixels.
      textRendering: "geometricPrecision",
      minHeight: "100dvh",
    },
    "input, button, textarea, select": {
      fontFamily: "inherit",
      fontVariantNumeric: "inherit",
      textRendering: "inherit",
    },
    "h1, h2, h3, h4, p, dl, dd, figure, ul, ol": { margin: "0", padding: "0" },
    "ul, ol": { listStyle: "none" },
    // Icons are drawn thinner than by default, and keep their size.
    ":where(.lucide)": { flexShrink: "0" },
    ":where(.lucide[stroke-width='2'])": { strokeWidth: "1.75px" },
    "*::selection": { bg: "accent.muted" },
    ":focus-visible": { outline: "2px solid {colors.accent.focusRing}", outlineOffset: "2px" },
    "*, *::before, *::after": {
      borderColor: "border",
      _motionReduce: {
        animationDuration: "0.001ms !important",
        animationDelay: "0s !important",
        animationIterationCount: "1 !important",
        // Not a short time: with one, every change of a style starts a transition on each element that it reaches.
        transitionDuration: "0s !important",
        scrollBehavior: "auto !important",
      },
    },
  },
  theme: {
    breakpoints: { sm: "40rem", md: "56.25rem", lg: "62.5rem", xl: "80rem" },
    keyframes: {
      spin: { to: { transform: "rotate(360deg)" } },
      pulse: { "50%": { opacity: "0.55" } },
      swing: { "0%, 100%": { transform: "rotate(7deg)" }, "50%": { transform: "rotate(-7deg)" } },
      "fade-in": { from: { opacity: "0" } },
      "rise-in": { from: { opacity: "0", transform: "translateY(8px)" } },
      drop: { from: { transform: "scaleY(0)" } },
      slide: { from: { transform: "translateX(-100%)" }, to: { transform: "translateX(400%)" } },
    },
    tokens: {
      fonts: { body: { value: fontStack }, heading: { value: fontStack } },
      radii: {
        badge: { value: "4px" },
        control: { value: "6px" },
        card: { value: "8px" },
        dialog: { value: "12px" },
        full: { value: "9999px" },
      },
      spacing: scale,
      sizes: { ...scale, full: { value: "100%" }, page: { value: "1280px" } },
      zIndex: {
        sticky: { value: 10 },
        nav: { value: 100 },
        overlay: { value: 1000 },
        modal: { value: 1001 },
        toast: { value: 1100 },
        tooltip: { value: 1200 },
      },
    },
    semanticTokens: {
      colors: semanticColors,
      shadows: {
        float: {
          value: {
            _light: "0 4px 8px rgba(20, 27, 27, 0.06), 0 16px 40px rgba(20, 27, 27, 0.14)",
            _dark: "0 4px 8px rgba(0, 0, 0, 0.4), 0 16px 40px rgba(0, 0, 0, 0.5)",
          },
        },
      },
    },
    textStyles,
    slotRecipes: {
      card: cardSlotRecipe,
      dialog: dialogSlotRecipe,
      menu: menuSlotRecipe,
      nativeSelect: nativeSelectSlotRecipe,
      segmentedControl: segmentedControlRecipe,
      table: tableSlotRecipe,
      tooltip: tooltipSlotRecipe,
    },
  },
});

/** The app's Chakra system: the base utilities, and only the tokens and recipes that the app uses. */
export const system = createSystem(defaultBaseConfig, config);
