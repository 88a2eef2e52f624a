import { causePercent, causeText, segmentsText } from "../../../contract/findings/cause-text.js";
import type { Cause } from "../../../contract/results.js";
import type { SegmentValue } from "../../../aggregates/event-segments.js";
import { segmentName } from "../../text/segment-name.js";
import type { BadKind } from "./bad-values.js";
import type { ShareCause } from "./share-cause.js";

/** The word for the rows of a segment. */
type Units = "events" | "profiles";

const badValues: Readonly<Record<BadKind, string>> = {
  null: "missing values",
  like: "placeholder values",
  type: "values of another type",
  bucket: "shifted values",
};

/** "$os = Android", "$os = Android or iOS". */
export const segmentText = (property: string, values: readonly SegmentValue[]): string =>
  segmentsText(property, values.map(segmentName));

/** "97% of the missing values have $os = Android (15% of all events); inside 3% → 100%, elsewhere 0%". */
export const shareCauseText = (cause: ShareCause, units: Units): string =>
  `${causeText(detailOf(cause), { affected: badValues[cause.bad], all: `all ${units}` })}; ${insideText(printedOf(cause))}`;

/**
 * Shares inside the segments that a cause names, and the effect in all other events, as the row's reason
 * prints them.
 */
export type PrintedShares = { before: number; now: number; elsewhere: number };

/**
 * The cause text of a finding inside a segment: "$os = Android: 97% of the missing values …", or only the
 * segment if the cause doesn't name exactly that segment.
 * @param printed the finding's own figures
 */
export function segmentCauseText(
  segment: string,
  cause: ShareCause | null,
  printed: PrintedShares,
  units: Units,
): string {
  return cause && causeSegment(cause) === segment
    ? `${segment}: ${sharesText({ ...cause, printed }, units)}`
    : segment;
}

/** Whether a cause's text gives shares of this kind of bad value. */
export const namesBadKind = (cause: string, bad: BadKind): boolean =>
  cause.includes(`of the ${badValues[bad]} `);

/**
 * The figures for the segments that a cause names: "97% of the missing values (15% of all events); inside …".
 */
export const sharesText = (
  { bad, part, usual, printed }: Pick<ShareCause, "bad" | "part" | "usual"> & { printed: PrintedShares },
  units: Units,
): string =>
  `${causePercent(part)} of the ${badValues[bad]} (${causePercent(usual)} of all ${units}); ${insideText(printed)}`;

const printedOf = ({ printed, elsewhere }: ShareCause): PrintedShares => ({ ...printed, elsewhere });

const insideText = ({ before, now, elsewhere }: PrintedShares): string =>
  `inside ${causePercent(before)} → ${causePercent(now)}, elsewhere ${elsewherePercent(elsewhere)}`;

/** What all other events lost, in whole percent. Anything smaller is chance. */
export const elsewherePercent = (effect: number): string => `${Math.max(0, Math.round(100 * effect))}%`;

/** Text for the segment or segments that a cause names. */
export const causeSegment = ({ dimension, named }: ShareCause): string =>
  segmentText(
    dimension.rows.property,
    named.map(({ segment }) => segment),
  );

/** Converts a cause to what the report shows. */
export const detailOf = (cause: ShareCause): Cause => ({
  property: cause.dimension.rows.property,
  values: cause.named.map(({ segment, ...shares }) => ({ value: segmentName(segment), ...detail(shares) })),
  ...detail(cause),
  others: [],
});

const detail = ({
  part,
  usual,
  printed: { before, now },
}: Pick<ShareCause, "part" | "usual" | "printed">) => ({
  part: share(part),
  usual: share(usual),
  before: share(before),
  after: share(now),
});

const share = (value: number): number => Math.max(0, Math.min(1, value));
