import { shortDay } from "./days.js";
import { countText, percentText } from "./figures.js";
import type { Copies, Successor } from "./finding.js";
import type { Cause, CauseProperty } from "../results.js";

/** The label of events that lack the property. */
export const notSet = "(not set)";

/** Words for what a cause explains ("missing events") and for the total of its usual share ("normal traffic"). */
export type CauseWords = { affected: string; all: string };

/** The words for a count that fell or rose. */
export const countCauseWords = (
  direction: "missing" | "extra",
  unit: "events" | "profiles" = "events",
): CauseWords => ({ affected: `${direction} ${unit}`, all: "normal traffic" });

/**
 * "97% of the missing events have $os = iOS (62% of normal traffic), and 95% have brand = Apple": a cause in the CSV, a
 * report or an email, with the property that tells these events apart second best.
 * @param mark highlights the segment where text can be formatted
 */
export function causeText(
  cause: CauseProperty & Partial<Pick<Cause, "others">>,
  { affected, all }: CauseWords,
  mark: (segment: string) => string = (segment) => segment,
): string {
  const have = (one: CauseProperty): string => `have ${mark(segmentText(one))}`;
  const [other] = cause.others ?? [];
  const also = other ? `, and ${causePercent(other.part)} ${have(other)}` : "";
  return `${causePercent(cause.part)} of the ${affected} ${have(cause)} (${causePercent(cause.usual)} of ${all})${also}`;
}

/**
 * "About 1,020 of the 1,050 extra events are copies: same user, same second (49% of all events, normally 0.3%)".
 * @param extra events above the expected ones
 */
export const copiesText = ({ count, nowPct, beforePct }: Copies, extra: number): string =>
  `About ${countText(Math.min(count, extra))} of the ${countText(extra)} extra events are copies: ` +
  `${sameSecond} (${percentText(nowPct)} of all events, normally ${percentText(beforePct)})`;

/** What makes events copies. */
export const sameSecond = "same user, same second";

/** "checkout_started began on the same day with about the same volume": why something that was renamed stopped. */
export function renameText(
  { names, since, volume }: Successor,
  stoppedOn: string,
  mark: (name: string) => string = (name) => name,
): string {
  const day = since === stoppedOn ? "the same day" : shortDay(since);
  const share =
    Math.abs(volume - 1) <= sameVolume
      ? "about the same volume"
      : `${Math.round(100 * volume)}% of the missing volume`;
  return `${names.map(mark).join(" and ")} began on ${day} with ${share}`;
}

const sameVolume = 0.15;

/** "$os = Android", "$os = Android or iOS". */
export const segmentText = ({ property, values }: Pick<CauseProperty, "property" | "values">): string =>
  segmentsText(
    property,
    values.map(({ value }) => value),
  );

/** The same for values given as names. */
export const segmentsText = (property: string, names: readonly string[]): string =>
  `${property} = ${alternatives(names.map(quoted))}`;

/** Quotes a value if it would otherwise be unclear where it ends. */
function quoted(text: string): string {
  if (text === notSet) return text;
  return /[,"'()]| or /.test(text) ? JSON.stringify(text) : text;
}

/** "a", "a or b", "a, b or c". */
const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** A share in 0–1 as a percentage, rounded like the reason next to it: to a tenth first, then to whole percents from 1%. */
export function causePercent(share: number): string {
  const tenths = Math.round(1000 * Math.max(0, Math.min(1, share)));
  return `${tenths >= 10 ? Math.round(tenths / 10) : tenths / 10}%`;
}
