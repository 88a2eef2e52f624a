import { notSet } from "../../contract/findings/cause-text.js";
import type { SegmentValue } from "../../aggregates/event-segments.js";

/** The text for a value: strings without JSON quotes, everything else as JSON. */
function valueText(name: string): string {
  if (name === notSet) return name;
  const value: unknown = JSON.parse(name);
  return typeof value === "string" ? value : name;
}

/** A segment's value: strings without quotes, others as JSON. Rare or personal values have no name. */
export const segmentName = ({ name }: Pick<SegmentValue, "name">): string =>
  name === null ? "a value that isn't stored by name" : valueText(name);
