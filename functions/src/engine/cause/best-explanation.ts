import { isIgnoredProperty } from "../../contract/names/property-names.js";
import type { PropertySeries } from "../../aggregates/model.js";
import { filledRows } from "../series/null-table.js";
import { isVersionLike } from "../series/self-changing.js";
import { type CountChange, explain, type Explanation } from "./explain.js";

const tieWithin = 0.05;
const maxNumbers = 20;

/**
 * Returns the explanations of a change, the best first: the one with the largest Σpart − Σq or, of those
 * within 0.05 of it, the one whose property has the fewest values.
 * @param seriesOf reads one property; only one is in memory at a time
 */
export function explanationsOf(
  change: CountChange,
  properties: readonly string[],
  seriesOf: (property: string) => PropertySeries,
): Explanation[] {
  const found: Explanation[] = [];
  for (const property of properties) {
    if (isIgnoredProperty(property)) continue;
    const series = seriesOf(property);
    if (!canExplain(series, change.base)) continue;
    const explanation = explain(change, series);
    if (explanation) found.push(explanation);
  }
  found.sort((a, b) => surplus(b) - surplus(a) || (a.property < b.property ? -1 : 1));
  const closest = found.filter((one) => surplus(found[0]!) - surplus(one) <= tieWithin);
  const winner = closest.reduce<Explanation | undefined>(
    (best, one) => (best && best.valueCount <= one.valueCount ? best : one),
    undefined,
  );
  return winner ? [winner, ...found.filter((one) => one !== winner)] : [];
}

const surplus = ({ part, usual }: Explanation): number => part - usual;

/** Excludes versions, which replace each other by themselves, and measured numbers. */
function canExplain(series: PropertySeries, base: readonly number[]): boolean {
  return !isVersionLike(series, base[0]!, base.at(-1)! + 1) && !isMeasured(series, base);
}

function isMeasured(series: PropertySeries, base: readonly number[]): boolean {
  let filled = 0;
  let numbers = 0;
  const distinct = new Set<string>();
  let hasMore = false;
  for (const day of base) {
    filled += filledRows(series, day);
    numbers += series.days[day]?.numbers ?? 0;
    hasMore ||= (series.days[day]?.distinct ?? 0) > maxNumbers;
    for (const { hash } of series.days[day]?.values ?? []) distinct.add(hash);
  }
  return filled > 0 && numbers >= 0.9 * filled && (hasMore || distinct.size > maxNumbers);
}
