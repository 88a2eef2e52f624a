import { scaleLinear } from "d3-scale";

export type Axis = { max: number; ticks: readonly number[] };

/** An axis from 0 to the next round number above `max`, with about four ticks. */
export function axisFromZero(max: number): Axis {
  const scale = scaleLinear()
    .domain([0, max > 0 ? max : 1])
    .nice(4);
  return { max: scale.domain()[1] ?? 1, ticks: scale.ticks(4) };
}
