/**
 * Rounds values to whole numbers that add up to `total`, so that a column and its printed sum agree. The
 * values with the largest remainders are rounded up (largest remainder method).
 * @param total a whole number close to the values' sum
 */
export function roundToSum(values: readonly number[], total: number): number[] {
  if (values.length === 0) return [];
  const floors = values.map(Math.floor);
  const missing = total - floors.reduce((sum, value) => sum + value, 0);
  const each = Math.floor(missing / values.length);
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder);
  const raised = new Set(byRemainder.slice(0, missing - each * values.length).map(({ index }) => index));
  return floors.map((value, index) => value + each + (raised.has(index) ? 1 : 0));
}
