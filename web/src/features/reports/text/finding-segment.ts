import { segmentsText } from "@contract/cause-text";
import type { DetailedRow } from "@contract/results";
import { placeOf } from "@contract/findings/segment-place";

type InSegment = Pick<DetailedRow, "segment">;

/** ' on Android' for a finding inside a segment, to go after a word like "events"; empty for others. */
export const placeText = ({ segment }: InSegment): string => (segment ? ` ${placeOf(segment)}` : "");

/** The segment a finding was found in, else the values that explain most of it; null if it broke everywhere. */
export function shownSegment({
  segment,
  causeDetail: cause,
}: Pick<DetailedRow, "segment" | "causeDetail">): { dimension: string; values: string[] } | null {
  if (segment) return { dimension: segment.dimension, values: [segment.value] };
  if (!cause || cause.part < mostOfIt) return null;
  return { dimension: cause.property, values: cause.values.map(({ value }) => value) };
}

const mostOfIt = 0.5;

/** ' where `$os = Android`', for the next steps; empty if no segment is known. */
export function whereText(row: Pick<DetailedRow, "segment" | "causeDetail">): string {
  const shown = shownSegment(row);
  return shown ? ` where \`${segmentsText(shown.dimension, shown.values)}\`` : "";
}
