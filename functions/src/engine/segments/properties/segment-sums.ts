import type { SharePeriod } from "../../series/share-period.js";
import {
  bucketCount,
  type DimensionRows,
  type PropertySegments,
} from "../../../aggregates/event-segments.js";
import { fewestBaselineRows, fewestWindowRows, isEnough } from "./check-segment.js";
import { cellsOf, type SegmentTableKind } from "./segment-counts.js";
import { segmentWindows } from "./segment-window.js";

/** Indexes of the sums that are kept besides buckets. */
const [nulls, nullLikes, numbers, texts, all] = [0, 1, 2, 3, 4];
const sources = 5;

/** Reused because this runs for every property in every dimension. */
let ofSources: Float64Array = new Float64Array();
let ofBuckets: Float64Array = new Float64Array();
const [before, after] = [new Float64Array(bucketCount), new Float64Array(bucketCount)];

/**
 * Sums of one property's rows in all segments of a dimension, over the baseline and the newest days. They
 * rule out nearly all segments cheaply. The arrays are shared, so an instance is valid only until the next
 * one is made.
 */
export class SegmentSums {
  readonly #width: number;
  /**
   * The newest days are summed in consecutive parts, the newest first. These are the parts' first days; each
   * part ends where the one before it in this list begins, and the first one at the end of the period.
   */
  readonly #firstDays: readonly number[];
  #hasBuckets = false;

  constructor(
    readonly dimension: DimensionRows,
    readonly counted: PropertySegments,
    readonly period: SharePeriod,
    checkBackDays: number,
  ) {
    const { split, end } = period;
    this.#width = dimension.values.length;
    const longest = Math.min(checkBackDays, end - split);
    this.#firstDays = segmentWindows.filter((length) => length <= longest).map((length) => end - length);
    const size = this.#width * (this.#firstDays.length + 1);
    ofSources = clear(ofSources, size * sources);
    this.#sum(counted.nulls, this.#width, ofSources, nulls * size);
    this.#sum(counted.nullLikes, this.#width, ofSources, nullLikes * size);
    this.#sum(counted.numbers, this.#width, ofSources, numbers * size);
    this.#sum(counted.texts, this.#width, ofSources, texts * size);
    this.#sum(dimension.rows, this.#width, ofSources, all * size);
  }

  /** Whether a segment's baseline has enough values to detect their loss. */
  hasEnoughValues(value: number): boolean {
    const rows = this.#of(all, 0, value);
    return isEnough(rows, rows - this.#of(nulls, 0, value) - this.#of(nullLikes, 0, value));
  }

  /**
   * Whether any window of a segment may differ from the baseline by the threshold. This is an upper bound
   * that assumes independent rows, since overdispersion only lowers the effect.
   * @param threshold a share, 0–1
   */
  movedEnough(kind: SegmentTableKind, value: number, threshold: number): boolean {
    if (kind === "bucket" && !this.#hasBuckets) this.#readBuckets();
    const cells = cellsOf[kind];
    before.fill(0);
    this.#addPart(kind, 0, value, before);
    const baseline = sumOf(before, cells);
    if (baseline < fewestBaselineRows) return false;
    after.fill(0);
    for (let part = 1; part <= this.#firstDays.length; part++) {
      this.#addPart(kind, part, value, after);
      const rows = sumOf(after, cells);
      if (rows < fewestWindowRows[kind]) continue;
      if (effectAtMost(kind, cells, rows, baseline, threshold) >= threshold) return true;
    }
    return false;
  }

  #of(source: number, part: number, value: number): number {
    return ofSources[(source * (this.#firstDays.length + 1) + part) * this.#width + value]!;
  }

  #addPart(kind: SegmentTableKind, part: number, value: number, sums: Float64Array): void {
    if (kind === "bucket") {
      const at = (part * this.#width + value) * bucketCount;
      for (let bucket = 0; bucket < bucketCount; bucket++) sums[bucket]! += ofBuckets[at + bucket]!;
      return;
    }
    const empty = this.#of(nulls, part, value) + this.#of(nullLikes, part, value);
    const filled = this.#of(all, part, value) - empty;
    if (kind === "empty") {
      sums[0]! += filled;
      sums[1]! += empty;
      return;
    }
    const ofNumbers = this.#of(numbers, part, value);
    const ofTexts = this.#of(texts, part, value);
    sums[0]! += ofNumbers;
    sums[1]! += ofTexts;
    sums[2]! += filled - ofNumbers - ofTexts;
  }

  #readBuckets(): void {
    const width = this.#width * bucketCount;
    ofBuckets = clear(ofBuckets, width * (this.#firstDays.length + 1));
    this.#sum(this.counted.buckets!.segments, width, ofBuckets, 0);
    this.#hasBuckets = true;
  }

  /** Sums `width` numbers per day, over the baseline first and then over each part of the newest days. */
  #sum(counts: Uint32Array, width: number, sums: Float64Array, at: number): void {
    const { from, split } = this.period;
    sumDays(counts, width, from, split, sums, at);
    let { end } = this.period;
    for (let part = 0; part < this.#firstDays.length; part++) {
      const first = this.#firstDays[part]!;
      sumDays(counts, width, first, end, sums, at + (part + 1) * width);
      end = first;
    }
  }
}

function sumDays(
  counts: Uint32Array,
  width: number,
  from: number,
  end: number,
  sums: Float64Array,
  at: number,
): void {
  for (let day = from; day < end; day++) {
    const first = day * width;
    for (let place = 0; place < width; place++) sums[at + place]! += counts[first + place]!;
  }
}

function clear(scratch: Float64Array, size: number): Float64Array {
  return scratch.length < size ? new Float64Array(size) : scratch.fill(0, 0, size);
}

/** An upper bound of the effect for these rows. Chance is subtracted only if it reaches the threshold. */
function effectAtMost(
  kind: SegmentTableKind,
  cells: number,
  rows: number,
  baseline: number,
  threshold: number,
): number {
  if (kind === "empty") {
    const usual = (before[1]! + 0.5) / (baseline + 1);
    return ((after[1]! + 0.5) / (rows + 1) - usual) / (1 - usual);
  }
  let distance = 0;
  for (let cell = 0; cell < cells; cell++)
    distance += Math.abs(after[cell]! / rows - before[cell]! / baseline);
  if (distance / 2 < threshold) return distance / 2;
  const spread = 1 / rows + 1 / baseline;
  let chance = 0;
  for (let cell = 0; cell < cells; cell++) {
    const both = (after[cell]! + before[cell]!) / (rows + baseline);
    chance += Math.sqrt(both * (1 - both) * spread);
  }
  return Math.sqrt(Math.max(0, distance ** 2 - (2 / Math.PI) * chance ** 2)) / 2;
}

function sumOf(rows: Float64Array, cells: number): number {
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) sum += rows[cell]!;
  return sum;
}
