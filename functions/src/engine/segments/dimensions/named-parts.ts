type Part = { part: number };

/**
 * Replaces the parts of segments that a finding's cause names with those in the cause, so that a report has
 * only one figure for each. The other segments share the rest in proportion to their own parts.
 * @param namedPart returns the part, in 0–1, of a segment that the cause names; null for all others
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
