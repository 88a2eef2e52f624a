import { badOf } from "./bad-values.js";
import { shareCause, type ShareCause } from "./share-cause.js";
import type { EventSegment } from "../dimensions/event-dimensions.js";
import { type FlaggedWindow, type SegmentedProperty } from "./check-property.js";

/** What is wrong inside a segment: values are missing, null-like ("undefined"), of another type or mix. */
type FindingKind = "nulls" | "form" | "type" | "bucket";

/** The finding that is reported for a property inside a segment. */
export type PropertyFinding = FlaggedWindow & {
  of: FindingKind;
  segment: EventSegment;
  /** More than the newest day alone is flagged, so late events can't undo the finding. */
  isLasting: boolean;
  cause: ShareCause | null;
};

const tableOrder = { empty: 0, type: 1, bucket: 2 };
const severityOrder = { alert: 0, warning: 1, normal: 2 };

/** Picks the finding to report for a property from the flagged windows of all segments; null if none. */
export function propertyFinding(
  property: SegmentedProperty,
  flagged: readonly FlaggedWindow[],
): PropertyFinding | null {
  const [first, ...others] = [...flagged].sort(byImportance);
  if (!first) return null;
  const of = kindOf(property, first);
  const cause = shareCause(property, badOf(of), property.period.from + first.window.start);
  const inCause = (one: FlaggedWindow): boolean =>
    cause !== null &&
    one.dimension === cause.dimension &&
    cause.named.some(({ segment }) => segment === segmentOf(one));
  const named = inCause(first) ? first : (others.find(inCause) ?? first);
  const segment = segmentOf(named);
  const isLasting = flagged.some((one) => segmentOf(one) === segment && one.window.length > 1);
  return { ...named, of: kindOf(property, named), segment, isLasting, cause };
}

const segmentOf = ({ dimension, rank }: FlaggedWindow): EventSegment => dimension.segments[rank]!;

/**
 * Orders by table (empty, type, bucket), then severity, then larger difference from all other rows, then
 * earlier dimension, then more common value.
 */
function byImportance(a: FlaggedWindow, b: FlaggedWindow): number {
  return (
    tableOrder[a.kind] - tableOrder[b.kind] ||
    severityOrder[a.window.severity] - severityOrder[b.window.severity] ||
    surplus(b) - surplus(a) ||
    a.dimension.place - b.dimension.place ||
    a.rank - b.rank
  );
}

const surplus = ({ window }: FlaggedWindow): number => window.effect - window.outsideEffect;

/** The kind of a finding. Empty values are either mostly nulls or mostly strings like "undefined". */
function kindOf({ period, counted }: SegmentedProperty, flagged: FlaggedWindow): FindingKind {
  const { kind, dimension, window } = flagged;
  if (kind !== "empty") return kind;
  const { rows } = dimension;
  const property = counted.get(dimension)!;
  let surplusOfNulls = 0;
  for (let day = period.from + window.start; day < period.end; day++) {
    const at = day * rows.values.length + segmentOf(flagged).value;
    surplusOfNulls += property.nulls[at]! - property.nullLikes[at]!;
  }
  return surplusOfNulls >= 0 ? "nulls" : "form";
}
