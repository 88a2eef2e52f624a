/** From an hour of the day on, only a part of the events is left. */
export type DropInDay = { fromHour: number; left: number };

/** Weight of each hour: little at night, most in the evening. */
const hourWeights = [3, 2, 1, 1, 1, 2, 4, 7, 10, 12, 12, 13, 14, 13, 12, 12, 13, 14, 16, 18, 19, 17, 12, 7];

const weightsWith = (drop: DropInDay | null): number[] =>
  hourWeights.map((weight, hour) => (drop && hour >= drop.fromHour ? weight * drop.left : weight));

const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** The part of a day's events that is left. */
export const leftOfDay = (drop: DropInDay): number => total(weightsWith(drop)) / total(hourWeights);

/** Says by which time of day, as a share of the day, share u of its events has occurred. */
export function quantilesOfDay(drop: DropInDay | null): (u: number) => number {
  const weights = weightsWith(drop);
  const sum = total(weights);
  return (u) => {
    let left = u * sum;
    let hour = 0;
    while (hour < 23 && left >= weights[hour]!) left -= weights[hour++]!;
    return (hour + left / weights[hour]!) / 24;
  };
}
