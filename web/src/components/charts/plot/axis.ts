export type Axis = { max: number; ticks: readonly number[] };

/** First digits of a step that are easy to count in. */
const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 10];
const intervals = 4;

/**
 * An axis from 0 to the next round number above `max`, in four steps.
 * @param smallestStep 1 for values that are always whole numbers
 */
export function axisFromZero(max: number, smallestStep = 0): Axis {
  const least = (max > 0 ? max : 1) / intervals;
  const power = 10 ** Math.floor(Math.log10(least));
  const found = roundSteps.find((step) => step * power >= least * (1 - 1e-9)) ?? 10;
  const step = Math.max(found * power, smallestStep);
  const ticks = Array.from({ length: intervals + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { max: step * intervals, ticks };
}
