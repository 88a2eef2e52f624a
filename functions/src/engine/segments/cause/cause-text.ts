import { causePercent, causeText, segmentsText } from "../../../contract/cause-text.js";
import type { Cause } from "../../../contract/results.js";
import type { SegmentValue } from "../model.js";
import { segmentName } from "./segment-name.js";
import type { BadKind, ShareCause } from "./share-cause.js";

/** What the segments are made of. */
type Units = "events" | "profiles";

const badValues: Readonly<Record<BadKind, string>> = {
  null: "missing values",
  like: "values that say nothing",
  type: "values of another type",
  bucket: "shifted values",
};

/** "$os = Android", "$os = Android or iOS". */
export const segmentText = (property: string, values: readonly SegmentValue[]): string =>
  segmentsText(property, values.map(segmentName));

/** "97% of the missing values have $os = Android (15% of all events); inside 3% → 100%, elsewhere 0%". */
export const shareCauseText = (cause: ShareCause, units: Units): string =>
  `${causeText(detailOf(cause), { affected: badValues[cause.bad], all: `all ${units}` })}; ${insideText(cause)}`;

/** The same of a finding inside the one segment that its cause names: "$os = Android: 97% of the missing values …". */
export function segmentCauseText(segment: string, cause: ShareCause | null, units: Units): string {
  if (!cause || causeSegment(cause) !== segment) return segment;
  const { bad, part, usual } = cause;
  return `${segment}: ${causePercent(part)} of the ${badValues[bad]} (${causePercent(usual)} of all ${units}); ${insideText(cause)}`;
}

const insideText = ({ printed: { before, now }, outside }: ShareCause): string =>
  `inside ${causePercent(before)} → ${causePercent(now)}, elsewhere ${causePercent(outside)}`;

/** The segment or segments that a cause names. */
export const causeSegment = ({ dimension, named }: ShareCause): string =>
  segmentText(
    dimension.rows.property,
    named.map(({ segment }) => segment),
  );

/** What the report draws. */
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
