import type { Segment } from "../results.js";

/** "on Android", "in US", "with plan = pro": a segment as part of a sentence. */
export function placeOf({ dimension, value }: Segment): string {
  if (/country/i.test(dimension)) return `in ${value}`;
  if (/(^|[^a-z])(os|platform|device_?type|client(_?type)?|lib|browser)([^a-z]|$)/i.test(dimension))
    return `on ${value}`;
  return `with ${dimension} = ${value}`;
}
