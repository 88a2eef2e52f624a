import type { SegmentChanges } from "../../annotations/annotations.js";
import type { DetectorSettings } from "../../../contract/detectors.js";
import { withoutLeftOut } from "../../expectation/counts/project-counts.js";
import { weekdayOf, type Day } from "../../../common/days.js";
import type { AggregateReader, PropertySeries } from "../../../aggregates/model.js";
import type { BaselineChange } from "../../model.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import { sharePeriod } from "../../series/share-period.js";
import { sum } from "../../stats/moments.js";
import { segmentName } from "../../text/segment-name.js";
import { type EventDimension, type EventSegment } from "../dimensions/event-dimensions.js";
import { SegmentedEvent } from "../properties/segmented-event.js";
import { type CountDays, DailyRows } from "./daily-rows.js";
import { SegmentCounts, type SegmentStreak } from "./check-segment-counts.js";
import { isMoved, type OtherValue } from "./moved-rows.js";
import type { EventInSegment } from "./segment-trend.js";

/** The finding of an event inside one segment. */
export type CountFinding = {
  dimension: string;
  segment: EventSegment;
  rows: EventInSegment;
  streak: SegmentStreak;
  /** More than the newest day alone is flagged, so late events can't undo the finding. */
  isLasting: boolean;
  firstDay: Day;
};

/** A segment of a dimension, with the events that have it. */
type Group = { dimension: string; members: Member[] };
/** One event in a segment. Series are made per segment when checked, since all don't fit in memory. */
type Member = {
  event: string;
  place: number;
  rank: number;
  segment: EventSegment;
  inside: ArrayLike<number>;
  /** Rows in each of the dimension's segments, this one included. */
  inSegments: readonly ArrayLike<number>[];
  /** `inside` with the baseline as annotations change it; null if they don't. */
  changed: ArrayLike<number> | null;
  /** Rows of the whole event per day, from the reader's first day on. */
  rows: readonly number[];
};

type PlacedFinding = CountFinding & Pick<Member, "place" | "rank">;

/** Checks a project's event counts inside segments, from one-way counts over 28 baseline days and window. */
export class CountSegments {
  readonly #groups = new Map<string, Group>();
  readonly #days: readonly Day[];
  /** Index of the first compared day among the reader's days. */
  readonly #from: number;
  readonly #countDays: CountDays;

  /**
   * @param allDays the days of all readers
   * @param changesOf returns the annotations on an event inside segments
   */
  constructor(
    private readonly allDays: readonly Day[],
    private readonly setup: { lastDay: Day } & DetectorSettings,
    private readonly changesOf: (event: string) => SegmentChanges | null = () => null,
  ) {
    const period = sharePeriod(allDays, [], setup.lastDay, setup.checkBackDays);
    this.#from = Math.max(0, period.split - propertyBaselineDays);
    this.#days = allDays.slice(this.#from, period.end);
    this.#countDays = { weekdays: this.#days.map(weekdayOf), windowStart: period.split - this.#from };
  }

  /** Adds a reader's events, none of which may have been added before. */
  add(aggregates: AggregateReader): void {
    const { lastDay, checkBackDays } = this.setup;
    for (const event of aggregates.events()) {
      const counted = aggregates.segments?.(event);
      if (!counted) continue;
      const seriesOf = (property: string): PropertySeries => aggregates.series(event, property);
      const rows = aggregates.rows(event);
      const changes = this.changesOf(event);
      const period = sharePeriod(this.allDays, rows, lastDay, checkBackDays);
      for (const dimension of new SegmentedEvent(counted, seriesOf).dimensionsOf(period)) {
        const { property } = dimension.rows;
        const inside = rowsOfSegments(dimension, seriesOf(property), this.#from, this.#days.length);
        dimension.segments.forEach((segment, rank) => {
          const change = changes?.baselineIn(property, segmentName(segment));
          this.#groupOf(property, segment).members.push({
            event,
            place: dimension.place,
            rank,
            segment,
            inside: inside[rank]!,
            inSegments: inside,
            changed: change ? this.#withChangedBaseline(inside[rank]!, change) : null,
            rows,
          });
        });
      }
    }
  }

  /** Returns at most one finding per event. */
  findings(): Map<string, CountFinding> {
    const { thresholdPercent } = this.setup;
    const foundIn = new Map<string, SegmentFindings[]>();
    for (const { dimension, members } of this.#groups.values()) {
      const series = members.map((member) => this.#seriesOf(member));
      const checked = new SegmentCounts(series, this.#countDays);
      members.forEach(({ event, place, rank, segment }, index) => {
        if (segment.isNearlyAll) return;
        const threshold =
          this.changesOf(event)?.thresholdIn(dimension, segmentName(segment), thresholdPercent) ??
          thresholdPercent;
        const flagged = checked.flaggedStreaks(index, threshold / 100);
        if (flagged.length === 0) return;
        const clearest = flagged.reduce((a, b) => (isSurer(b, a) ? b : a));
        if (isMoved(clearest, this.#otherValues(members[index]!))) return;
        const isLasting = flagged.some(({ length }) => length > 1);
        const ofSegment = flagged.map((streak): PlacedFinding => {
          const firstDay = this.#days[streak.first]!;
          return { dimension, segment, rows: series[index]!, streak, isLasting, firstDay, place, rank };
        });
        const largestLoss = ofSegment.reduce((a, b) => (isWorse(b, a) ? b : a));
        const surest = ofSegment.reduce((a, b) => (isSurer(b.streak, a.streak) ? b : a));
        const effect = Math.min(...flagged.map((streak) => streak.effect));
        foundIn.set(event, [...(foundIn.get(event) ?? []), { largestLoss, surest, effect }]);
      });
    }
    return new Map([...foundIn].map(([event, segments]) => [event, pickFinding(segments)]));
  }

  #groupOf(dimension: string, { hash }: EventSegment): Group {
    const key = JSON.stringify([dimension, hash]);
    const group = this.#groups.get(key) ?? { dimension, members: [] };
    this.#groups.set(key, group);
    return group;
  }

  #seriesOf({ event, inside, changed, rows }: Member): EventInSegment {
    const outside = Array.from(inside, (count, day) => Math.max(0, (rows[this.#from + day] ?? 0) - count));
    return {
      event,
      inside: new DailyRows(changed ?? inside, this.#countDays),
      outside: new DailyRows(outside, this.#countDays),
    };
  }

  /** Rows with each other common value of the dimension, and with none of these. */
  #otherValues({ inside, inSegments, rows }: Member): OtherValue[] {
    const all = inside.length;
    const uncommon = Float64Array.from({ length: all }, (_, day) =>
      Math.max(0, (rows[this.#from + day] ?? 0) - sum(inSegments.map((counts) => counts[day]!))),
    );
    const others = [...inSegments.filter((counts) => counts !== inside), uncommon];
    return others.map((counts) => {
      const rest = Float64Array.from({ length: all }, (_, day) =>
        sum(others.flatMap((other) => (other === counts ? [] : [other[day]!]))),
      );
      return { rows: new DailyRows(counts, this.#countDays), rest: new DailyRows(rest, this.#countDays) };
    });
  }

  #withChangedBaseline(inside: ArrayLike<number>, change: BaselineChange): readonly number[] {
    return withChangedBaseline(inside, this.allDays.slice(this.#from), this.#countDays.windowStart, change);
  }
}

/** Findings of one event in one segment: streaks with the largest loss and largest z, and largest effect. */
type SegmentFindings = { largestLoss: PlacedFinding; surest: PlacedFinding; effect: number };

/** Losses within `sameLoss` of the largest may be the same loss; within `alikeLoss`, neither is larger. */
const sameLoss = 0.15;
const alikeLoss = 0.05;
const alikeEffect = 0.05;

/**
 * Picks the segment to report, and its surest streak. A loss often shows in several dimensions. Among
 * segments with about the largest loss, the order is: share of own events lost, then loss, then dimension.
 */
function pickFinding(segments: readonly SegmentFindings[]): CountFinding {
  const worst = worstOf(segments);
  const ofSameLoss = segments.filter(
    ({ largestLoss }) =>
      largestLoss.streak.severity === worst.largestLoss.streak.severity &&
      isAtLeast(largestLoss, worst.largestLoss, sameLoss),
  );
  const largest = Math.min(...ofSameLoss.map(({ effect }) => effect));
  const ofSameEffect = ofSameLoss.filter(({ effect }) => effect <= largest + alikeEffect);
  const most = worstOf(ofSameEffect);
  const alike = ofSameEffect.filter(({ largestLoss }) => isAtLeast(largestLoss, most.largestLoss, alikeLoss));
  const earliest = Math.min(...alike.map(({ largestLoss }) => largestLoss.place));
  return worstOf(alike.filter(({ largestLoss }) => largestLoss.place === earliest)).surest;
}

const worstOf = (segments: readonly SegmentFindings[]): SegmentFindings =>
  segments.reduce((a, b) => (isWorse(b.largestLoss, a.largestLoss) ? b : a));

const isAtLeast = (one: PlacedFinding, largest: PlacedFinding, within: number): boolean =>
  lossOf(one.streak) >= (1 - within) * lossOf(largest.streak);

/**
 * A segment's rows with a changed baseline: 0 before the accepted level, and replaced by usual ones on
 * excluded days.
 */
function withChangedBaseline(
  rows: ArrayLike<number>,
  days: readonly Day[],
  windowStart: number,
  { start, isLeftOut }: BaselineChange,
): readonly number[] {
  const leftOut = new Set(
    days.flatMap((day, index) => (index < windowStart && isLeftOut(day) ? [index] : [])),
  );
  const usual = withoutLeftOut(Array.from(rows), 0, leftOut);
  return usual.map((count, index) =>
    start !== null && index < windowStart && days[index]! < start ? 0 : count,
  );
}

/** Rows per day of each segment, from the one-way counts of the dimension. */
export function rowsOfSegments(
  { segments }: EventDimension,
  series: PropertySeries,
  from: number,
  length: number,
): Float64Array[] {
  const places = new Map(segments.map(({ hash }, rank) => [hash, rank]));
  const rows = segments.map(() => new Float64Array(length));
  for (let day = 0; day < length; day++)
    for (const value of series.days[from + day]?.values ?? []) {
      const rank = places.get(value.hash);
      if (rank !== undefined) rows[rank]![day] = value.rows;
    }
  return rows;
}

/** Orders by severity, then larger loss, then earlier dimension, then more common value. */
function isWorse(a: PlacedFinding, b: PlacedFinding): boolean {
  if (a.streak.severity !== b.streak.severity) return a.streak.severity === "alert";
  const [lossA, lossB] = [lossOf(a.streak), lossOf(b.streak)];
  if (lossA !== lossB) return lossA > lossB;
  return a.place === b.place ? a.rank < b.rank : a.place < b.place;
}

const lossOf = ({ expected, observed }: SegmentStreak): number => expected - observed;

function isSurer(a: SegmentStreak, b: SegmentStreak): boolean {
  return a.severity === b.severity ? a.z > b.z : a.severity === "alert";
}
