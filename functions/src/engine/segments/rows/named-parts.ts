type Part = { part: number };

/**
 * Segments with the parts that a finding's cause gives to those it names, so that a report has one figure for each. The
 * others share what is left in the proportion of their own parts.
 * @param namedPart the part of a segment that the cause names, in 0–1; null for all others
 */
export function withNamedParts<Segment extends Part>(
  segments: readonly Segment[],
  namedPart: (segment: Segment) => number | null,
): Segment[] {
  const named = new Map(
    segments.flatMap((segment) => {
      const part = namedPart(segment);
      return part === null ? [] : [[segment, Math.min(1, Math.max(0, part))] as const];
    }),
  );
  if (named.size === 0) return [...segments];
  const left = Math.max(0, 1 - [...named.values()].reduce((sum, part) => sum + part, 0));
  const others = segments.reduce((sum, segment) => sum + (named.has(segment) ? 0 : segment.part), 0);
  return segments.map((segment) => ({
    ...segment,
    part: named.get(segment) ?? (others === 0 ? 0 : (segment.part / others) * left),
  }));
}
