/**
 * Rounds values to whole numbers that add up to their rounded total, so that a column and its sum agree. Those with
 * the largest remainders are rounded up (largest remainder method).
 */
export function roundToSum(values: readonly number[]): number[] {
  const total = Math.round(values.reduce((sum, value) => sum + value, 0));
  const floors = values.map(Math.floor);
  const missing = total - floors.reduce((sum, value) => sum + value, 0);
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return floors.map((value, index) => (raised.has(index) ? value + 1 : value));
}
