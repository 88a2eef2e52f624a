import type { EventSegments } from "../../../aggregates/event-segments.js";

/** Removes the dimensions that a user has excluded from two-way counts. */
export function withoutDimensions(
  counted: EventSegments,
  isExcluded: (property: string) => boolean,
): EventSegments {
  const kept = counted.dimensions.flatMap(({ property }, place) => (isExcluded(property) ? [] : [place]));
  if (kept.length === counted.dimensions.length) return counted;
  const { versions } = counted;
  const hasVersions =
    versions !== null && !isExcluded(versions.version) && !isExcluded(versions.platform ?? "");
  return {
    days: counted.days,
    dimensions: kept.map((place) => counted.dimensions[place]!),
    property: (dimension, property) => counted.property(kept[dimension]!, property),
    versions: hasVersions ? versions : null,
    versionNulls: (property) => counted.versionNulls(property),
  };
}
