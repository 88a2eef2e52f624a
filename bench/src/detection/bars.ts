import { printTable } from "./table.js";

/** One line of the summary table: the bar and the measured value. */
export type Bar = { what: string; bar: string; measured: string; isMet: boolean };

const percent = (part: number) => `${(100 * part).toFixed(1)}%`;

/** At least `least` of the cases, both as shares in 0–1. */
export const atLeast = (what: string, hits: number, n: number, least: number): Bar => ({
  what,
  bar: `≥ ${percent(least)}`,
  measured: n === 0 ? "–" : `${percent(hits / n)} (${n})`,
  isMet: n > 0 && hits / n >= least,
});

/** At most `most` of the cases, both as shares in 0–1. */
export const atMostShare = (what: string, hits: number, n: number, most: number): Bar => ({
  what,
  bar: `≤ ${percent(most)}`,
  measured: n === 0 ? "–" : `${percent(hits / n)} (${n})`,
  isMet: n > 0 && hits / n <= most,
});

export const atMost = (what: string, value: number, most: number, note = ""): Bar => ({
  what,
  bar: `≤ ${most}`,
  measured: `${value.toFixed(1)}${note}`,
  isMet: value <= most,
});

export const printBars = (bars: readonly Bar[]): void =>
  printTable(
    "Bars",
    ["what", "bar", "measured (n)", "met"],
    bars.map(({ what, bar, measured, isMet }) => [what, bar, measured, isMet ? "yes" : "**no**"]),
  );
