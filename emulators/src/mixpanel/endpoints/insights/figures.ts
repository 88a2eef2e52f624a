import type { Cell, Cells } from "./cells.js";
import type { Metric } from "./request.js";

/** Group value → bucket → the metric's number. */
export type Figures = Map<string, Map<string, number>>;

export function figures({ measurement }: Metric, cells: Cells): Figures {
  const figure = (cell: Cell): number => {
    const numbers = cell.numbers.toSorted((a, b) => a - b);
    const sum = numbers.reduce((total, n) => total + n, 0);
    switch (measurement.math) {
      case "total":
        return measurement.property ? sum : cell.rows;
      case "unique":
        return cell.users.size;
      case "average":
        return sum / (numbers.length || 1);
      case "median":
        return numbers[numbers.length >> 1] ?? 0;
      case "min":
        return numbers[0] ?? 0;
      case "max":
        return numbers.at(-1) ?? 0;
    }
  };
  return new Map(
    [...cells].map(([key, buckets]) => [
      key,
      new Map([...buckets].map(([bucket, cell]) => [bucket, figure(cell)])),
    ]),
  );
}
