import type { PropertySeries } from "../../../aggregates/model.js";
import type { SharePeriod } from "../../series/share-period.js";
import { dimensionsOf, type EventDimension } from "../dimensions/event-dimensions.js";
import type { EventSegments } from "../../../aggregates/event-segments.js";
import { type Platform, platformsWithNewVersions } from "../dimensions/new-versions.js";
import { countsWithNoneAsValue, isNoneAValue, withNoneAsValue } from "./none-values.js";
import type { SegmentedProperty } from "./check-property.js";

/** The two-way counts of one event, or of all profiles, as the checks read them. */
export class SegmentedEvent {
  private readonly dimensions = new Map<string, readonly EventDimension[]>();
  private readonly platforms = new Map<string, readonly Platform[]>();

  /** @param seriesOf returns the one-way counts of a property */
  constructor(
    readonly counted: EventSegments,
    private readonly seriesOf: (property: string) => PropertySeries,
  ) {}

  /** The dimensions that divide the event, checked on the baseline of a period. */
  dimensionsOf(period: SharePeriod): readonly EventDimension[] {
    const key = keyOf(period);
    let dimensions = this.dimensions.get(key);
    if (!dimensions)
      this.dimensions.set(key, (dimensions = dimensionsOf(this.counted, this.seriesOf, period)));
    return dimensions;
  }

  platformsWithNewVersions(period: SharePeriod): readonly Platform[] {
    const { versions } = this.counted;
    if (!versions) return [];
    const key = keyOf(period);
    let platforms = this.platforms.get(key);
    if (!platforms) {
      const { rows } = this.seriesOf(versions.version);
      platforms = platformsWithNewVersions(versions, this.dimensionsOf(period), rows, period);
      this.platforms.set(key, platforms);
    }
    return platforms;
  }

  /**
   * A property inside the segments of all dimensions except itself; null if the event has no other dimension.
   */
  property(series: PropertySeries, period: SharePeriod): SegmentedProperty | null {
    const dimensions = this.dimensionsOf(period).filter(({ rows }) => rows.property !== series.property);
    if (dimensions.length === 0) return null;
    const isValue = isNoneAValue(series, period);
    const counted = new Map(
      dimensions.map((dimension) => {
        const inside = this.counted.property(dimension.place, series.property);
        return [dimension, isValue ? countsWithNoneAsValue(inside, series) : inside];
      }),
    );
    return { series: isValue ? withNoneAsValue(series) : series, period, counted };
  }

  isDimension(property: string): boolean {
    return this.counted.dimensions.some((dimension) => dimension.property === property);
  }
}

const keyOf = ({ from, split, end }: SharePeriod): string => `${from}/${split}/${end}`;
