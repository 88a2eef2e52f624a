import { defineSemanticTokens } from "@chakra-ui/react";

/** [light, dark] */
const pair = ([light, dark]: readonly [string, string]) => ({ value: { _light: light, _dark: dark } });
const group = <K extends string>(pairs: Record<K, readonly [string, string]>) =>
  Object.fromEntries(Object.entries<readonly [string, string]>(pairs).map(([name, p]) => [name, pair(p)]));

/**
 * Every color of the app. Text has a contrast of at least 4.5 : 1 on `bg.muted`, graphics and control edges 3
 * : 1.
 */
export const semanticColors = defineSemanticTokens.colors({
  bg: group({
    DEFAULT: ["#f9fafa", "#0e1313"],
    panel: ["#ffffff", "#141a1a"],
    subtle: ["#f5f7f7", "#181f1f"],
    muted: ["#edf0f0", "#202828"],
    emphasized: ["#dfe4e4", "#2c3535"],
    scrim: ["rgba(14, 19, 19, 0.5)", "rgba(0, 0, 0, 0.62)"],
  }),
  fg: group({
    DEFAULT: ["#141b1b", "#eaeeed"],
    muted: ["#4a5353", "#adb6b6"],
    subtle: ["#636d6c", "#909a9a"],
  }),
  border: group({
    DEFAULT: ["#dee3e3", "#293131"],
    emphasized: ["#c6cece", "#3c4646"],
    control: ["#7d8787", "#6c7777"],
  }),
  accent: group({
    solid: ["#006160", "#007e7b"],
    solidHover: ["#00504f", "#006f6d"],
    contrast: ["#ffffff", "#ffffff"],
    fg: ["#005c5c", "#6dd2cb"],
    subtle: ["#e9f7f6", "#132928"],
    muted: ["#d2edeb", "#143a39"],
    border: ["#a2d2d0", "#1f5a59"],
    line: ["#3c9695", "#3c9d9a"],
    /** Uses the color of `line` in dark mode and of `solid` in light mode: mark, switch, progress, ring. */
    mark: ["#006160", "#3c9d9a"],
    focusRing: ["#006160", "#3c9d9a"],
  }),
  alert: group({
    fg: ["#ac221a", "#fc9382"],
    solid: ["#d02e1e", "#ee5b45"],
    contrast: ["#ffffff", "#1c0805"],
    subtle: ["#fef1ef", "#2f1c1a"],
    border: ["#fbc3ba", "#6d3933"],
  }),
  warning: group({
    fg: ["#805000", "#f0bc66"],
    solid: ["#bc7518", "#e4a341"],
    subtle: ["#fdf6e6", "#2c2111"],
    border: ["#edd09c", "#614821"],
  }),
  success: group({
    fg: ["#1b6236", "#7ed49d"],
    subtle: ["#ecf9f0", "#15271d"],
    border: ["#b5dcc1", "#2c533b"],
  }),
  info: group({
    fg: ["#1d569a", "#8dc1f7"],
    solid: ["#266ec3", "#4e96e2"],
    subtle: ["#eef5fe", "#192532"],
    border: ["#bdd5f4", "#324f70"],
  }),
  // Not named "base", because Chakra drops that word from token names.
  chart: group({ baseline: ["#869090", "#697474"] }),
});
