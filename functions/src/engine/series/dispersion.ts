/** Reused because this runs for every table. */
let rowsOfDay = new Float64Array();

/**
 * Overdispersion ρ of each cell's share in the baseline. Rows of one user aren't independent, so a share
 * varies more from day to day than independent draws would. For each cell it is the mean squared Pearson
 * residual of its days, at least that of the average cell, and at least 1.
 * @param counts rows of cell c on day d at `first + d · cells + c`
 * @param days days of the baseline, the first ones of `counts`
 */
export function dispersionOf(counts: Float64Array, cells: number, days: number, first = 0): Float64Array {
  const own = new Float64Array(cells);
  if (rowsOfDay.length < days) rowsOfDay = new Float64Array(days);
  let rows = 0;
  let daysWithRows = 0;
  for (let day = 0; day < days; day++) {
    let sum = 0;
    for (let cell = 0; cell < cells; cell++) {
      const count = counts[first + day * cells + cell]!;
      sum += count;
      own[cell]! += count;
    }
    rowsOfDay[day] = sum;
    rows += sum;
    if (sum > 0) daysWithRows++;
  }
  if (daysWithRows < 2) return own.fill(1);

  let total = 0;
  let seen = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (own[cell] === 0) continue;
    const share = own[cell]! / rows;
    let squares = 0;
    for (let day = 0; day < days; day++) {
      const expected = rowsOfDay[day]! * share;
      const residual = counts[first + day * cells + cell]! - expected;
      squares += (residual * residual) / Math.max(expected * (1 - share), 0.25);
    }
    own[cell] = squares / (daysWithRows - 1);
    total += own[cell]!;
    seen++;
  }
  const floor = Math.max(1, total / seen);
  for (let cell = 0; cell < cells; cell++) own[cell] = Math.max(own[cell]!, floor);
  return own;
}
