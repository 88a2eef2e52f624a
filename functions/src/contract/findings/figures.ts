/** "3,655", "9.5": formats a count for every screen and message, with one decimal below 10. */
export const countText = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: countDigits(value) });
/** "37%", "0.4%": formats a value in percent, with one decimal below 1. */
export const percentText = (percent: number): string =>
  `${percent.toLocaleString("en-US", { maximumFractionDigits: percentDigits(percent) })}%`;

/** Percent by which a count is off, computed from the two figures as shown; null if nothing was expected. */
export function changeOfCounts(observed: number | null, expected: number | null): number | null {
  if (observed === null || expected === null || shownCount(expected) <= 0) return null;
  return (shownCount(observed) / shownCount(expected) - 1) * 100;
}

/** "1,200–1,800", with one decimal below 10. */
export function rangeText({ low, high }: { low: number; high: number }): string {
  const format = (value: number) =>
    value.toLocaleString("en-US", { maximumFractionDigits: countDigits(high) });
  return `${format(low)}–${format(high)}`;
}

/** "−61%", "+122%", "0%", with a real minus sign. */
export const signedPercent = (percent: number): string => `${signed(percent)}%`;

/** "+34 pts": the difference of two values in percent as they are shown. */
export const signedPoints = (now: number, before: number): string =>
  `${signed(shownPercent(now) - shownPercent(before))}\u00a0pts`;

const countDigits = (value: number): number => (Math.abs(value) < 10 ? 1 : 0);
const percentDigits = (percent: number): number => (percent > 0 && percent < 1 ? 1 : 0);
const shownCount = (value: number): number => Number(value.toFixed(countDigits(value)));
const shownPercent = (percent: number): number => Number(percent.toFixed(percentDigits(percent)));

/** "−61", "+122", "0", with a real minus sign. */
function signed(value: number): string {
  const size = Math.abs(value);
  const text = size.toLocaleString("en-US", { maximumFractionDigits: percentDigits(size) });
  if (text === "0") return text;
  return value < 0 ? `−${text}` : `+${text}`;
}
