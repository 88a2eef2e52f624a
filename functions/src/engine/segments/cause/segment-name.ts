import { valueText } from "../../cause/cause-text.js";
import type { SegmentValue } from "../../../aggregates/event-segments.js";

/** A segment's value: strings without quotes, others as JSON. Rare or personal values have no name. */
export const segmentName = ({ name }: SegmentValue): string =>
  name === null ? "a value that isn't stored by name" : valueText(name);
