import { valueText } from "../../cause/cause-text.js";
import type { SegmentValue } from "../model.js";

/** "Android" of a text, JSON of anything else; a value that was rare or looked personal has no name. */
export const segmentName = ({ name }: SegmentValue): string =>
  name === null ? "a value that isn't stored by name" : valueText(name);
