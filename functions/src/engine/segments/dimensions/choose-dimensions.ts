import { canDivide } from "../../../contract/names/property-names.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { Day } from "../../../common/days.js";
import { mostDimensions, type SegmentBy } from "../../../contract/data-settings.js";
import { sharePeriod, type SharePeriod } from "../../series/share-period.js";
import type { PlannedDimension, SegmentPlan, VersionPlan } from "../../../aggregates/event-segments.js";
import { dimensionClass, isNamedLikeDimension, isOutcome, unnamedClass } from "./dimension-class.js";
import { type Division, divisionOf, fewestEventRows } from "./division.js";
import {
  canTellVersions,
  platformOf,
  type VersionCandidate,
  versionCandidate,
  versionPropertyOf,
} from "./version-property.js";

const fewestEvents = 2;
const shareOfEvents = 0.3;
/** Value buckets are affordable in dimensions with at most this many segments. */
const mostNarrowValues = 8;

/** Any other name than those of platforms, clients and countries must divide an event into more than this share and a rest. */
const largestShare = 0.8;
/** More segments than these don't divide better: each has fewer rows. */
const mostEffectiveSegments = 10;

/** A property, and the events that it divides. `effectiveSegments` is the sum over these. */
type Candidate = {
  property: string;
  events: string[];
  mostValues: number;
  effectiveSegments: number;
  hasNumbers: boolean;
};

/** Chooses the dimensions of a project whose aggregates are all in memory. */
export function chooseDimensions(
  aggregates: AggregateReader,
  tested: TestedDays,
  previous: SegmentPlan | null,
): SegmentPlan {
  const candidates = new DimensionCandidates(tested);
  candidates.add(aggregates);
  return candidates.choose(previous);
}

/** `segmentBy`: the properties that a person has chosen; null or missing if the data decides. */
type TestedDays = { lastDay: Day; checkBackDays: number; isSampled?: boolean; segmentBy?: SegmentBy };

/** Collects the properties that divide a project's events, block by block, and chooses its dimensions. */
export class DimensionCandidates {
  readonly #tested: TestedDays;
  readonly #candidates = new Map<string, Candidate>();
  readonly #versionProperties = new Map<string, string>();
  #events = 0;

  constructor(tested: TestedDays) {
    this.#tested = tested;
  }

  /** Adds some of the project's events, with all days of each. */
  add(aggregates: AggregateReader): void {
    const { lastDay, checkBackDays, isSampled = false } = this.#tested;
    for (const event of aggregates.events()) {
      const days = sharePeriod(aggregates.days, aggregates.rows(event), lastDay, checkBackDays);
      const period = { ...days, isSampled };
      if (rowsIn(aggregates.rows(event), period) < fewestEventRows) continue;
      this.#events++;
      this.#addEvent(aggregates, event, period);
    }
  }

  #addEvent(aggregates: AggregateReader, event: string, period: SharePeriod): void {
    const { segmentBy } = this.#tested;
    const versions: VersionCandidate[] = [];
    for (const property of aggregates.properties(event)) {
      if (!canDivide(property) && !canTellVersions(property)) continue;
      const series = aggregates.series(event, property);
      const version = canTellVersions(property) ? versionCandidate(series, period) : null;
      if (version) versions.push(version);
      const division = divisionOf(series, period);
      if (!division || !(segmentBy ? segmentBy.includes(property) : isOfUse(property, division))) continue;
      const candidate = this.#candidates.get(property) ?? {
        property,
        events: [],
        mostValues: 0,
        effectiveSegments: 0,
        hasNumbers: false,
      };
      this.#candidates.set(property, candidate);
      candidate.events.push(event);
      candidate.mostValues = Math.max(candidate.mostValues, division.segments.length);
      candidate.effectiveSegments += Math.min(mostEffectiveSegments, division.effectiveSegments);
      candidate.hasNumbers ||= division.hasMostlyNumbers;
    }
    const version = versionPropertyOf(versions);
    if (version !== null) this.#versionProperties.set(event, version);
  }

  /**
   * Chooses up to 3 dimensions from the properties that divide at least 30% of the project's events, and at
   * least 2 of them unless there is only one. The best platform, client and country come first. Their names only
   * order them: the data decides which properties qualify. Of properties that a person has chosen, it takes all that divide
   * any event.
   * @param previous its dimensions stay while they divide, since a new one must be counted for a whole
   * baseline first
   */
  choose(previous: SegmentPlan | null): SegmentPlan {
    const candidates = [...this.#candidates.values()];
    const dimensions = this.#tested.segmentBy
      ? candidates.sort(byRank)
      : chosen(candidates, this.#events, previous);
    return {
      dimensions: dimensions.map(toPlanned),
      versions: versionPlans(this.#versionProperties, dimensions),
    };
  }
}

function chosen(candidates: readonly Candidate[], events: number, previous: SegmentPlan | null): Candidate[] {
  const needed = events === 1 ? 1 : Math.max(fewestEvents, shareOfEvents * events);
  const admitted = candidates.filter((candidate) => candidate.events.length >= needed).sort(byRank);
  const before = new Set(previous?.dimensions.map(({ property }) => property));
  const kept = admitted.filter(({ property }) => before.has(property));
  const firstOfClass = admitted.filter(
    ({ property }) =>
      property ===
      admitted.find((other) => dimensionClass(other.property) === dimensionClass(property))!.property,
  );
  const best = new Set([...kept, ...firstOfClass, ...admitted]);
  return [...best].slice(0, mostDimensions).sort(byRank);
}

/** Whether a property that divides an event tells where something breaks; names of platforms and the like say so. */
const isOfUse = (property: string, division: Division): boolean =>
  dimensionClass(property) < unnamedClass ||
  (division.largestShare <= largestShare &&
    !isOutcome(property) &&
    (!division.hasMostlyNumbers || isNamedLikeDimension(property)));

/**
 * Orders by the class of the name. Platforms, clients and countries: more events first, then fewer values. Others: texts
 * before numbers, then those that divide more events into more segments. Then by name.
 */
function byRank(a: Candidate, b: Candidate): number {
  const ofClass = dimensionClass(a.property);
  return (
    ofClass - dimensionClass(b.property) ||
    (ofClass < unnamedClass
      ? b.events.length - a.events.length || a.mostValues - b.mostValues
      : Number(a.hasNumbers) - Number(b.hasNumbers) || b.effectiveSegments - a.effectiveSegments) ||
    (a.property < b.property ? -1 : 1)
  );
}

const toPlanned = ({ property, mostValues }: Candidate): PlannedDimension => ({
  property,
  isNarrow: mostValues <= mostNarrowValues,
});

function versionPlans(
  versions: ReadonlyMap<string, string>,
  dimensions: readonly Candidate[],
): Map<string, VersionPlan> {
  return new Map(
    [...versions].map(([event, version]) => {
      const ofEvent = dimensions.filter(({ events }) => events.includes(event));
      return [event, { version, platform: platformOf(ofEvent.map(({ property }) => property)) }];
    }),
  );
}

function rowsIn(rows: readonly number[], { from, split }: SharePeriod): number {
  let total = 0;
  for (let day = from; day < split; day++) total += rows[day] ?? 0;
  return total;
}
