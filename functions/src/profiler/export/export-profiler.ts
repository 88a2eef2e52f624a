import type { Day } from "../../common/days.js";
import type { DayAggregates, EventDay } from "../aggregates/day-aggregates.js";
import { noExclusions, type Exclusions } from "../aggregates/exclusions.js";
import { summarizeLags, type TimeBasisEvidence } from "./export-time-basis.js";
import { createKeyedHashes, hashSeed } from "../aggregates/keyed-hash.js";
import { longValueBytes, ProfileKernel, rememberedRows } from "../kernel/profile-kernel.js";
import type { Address } from "../kernel/kernel-exports.js";
import { LineInput } from "./line-input.js";
import { countParsedRow } from "./parsed-row.js";
import { projectDays, type ExportTimeBasis } from "../aggregates/project-days.js";
import { maxListedValues, propertyDay } from "../kernel/reading/property-day.js";
import { PropertyNames, type EventNames } from "../kernel/property-names.js";
import type { SegmentPlan } from "../../aggregates/event-segments.js";
import { planProperty, startSegments } from "../kernel/plan-segments.js";
import { readSegments } from "../kernel/reading/read-segments.js";
import { readTally } from "../kernel/reading/read-tally.js";
import { TruncatedExportError } from "./truncated-export-error.js";

export type ExportProfilerOptions = {
  exportTimeBasis: ExportTimeBasis;
  /** IANA name of the project's time zone. */
  timeZone: string;
  /** The project days to count, both included; rows of other days are dropped. */
  days: { from: Day; to: Day };
  /** Secret of the connection, for the hashes under which values are stored. */
  hashKey: Uint8Array;
  excluded?: Exclusions;
  /** Two-way counts to make; missing for none. */
  segments?: SegmentPlan;
  /** Number of rows remembered to find duplicates. */
  rememberedRows?: number;
  /** Bytes kept of values of more than 1 KB in all; beyond that, such values only count in `otherRows`. */
  longValueBytes?: number;
};

/**
 * What happened to the export's lines. Each row is in exactly one of the numbers of rows, except that those not
 * remembered are also in `rows`.
 */
export type ExportStats = {
  bytes: number;
  /** Rows counted in the aggregates. */
  rows: number;
  duplicates: number;
  /** Rows of days outside `days`. */
  outOfRange: number;
  /** Rows of excluded events. */
  excluded: number;
  /** Rows counted after the limit of remembered rows was reached; duplicates of them were not found. */
  notRemembered: number;
  /** Rows of events beyond `maxEvents`. */
  unlistedRows: number;
  /** Values of properties beyond `maxPropertiesPerEvent` and `maxProperties`. */
  unlistedValues: number;
  /** Lines that are not an event, or longer than `maxLineBytes`. */
  invalidLines: number;
  /** Numbers of the first ten invalid lines, from 1. */
  firstInvalidLines: readonly number[];
  /** Number of the first invalid line with NaN or Infinity, which JSON doesn't have; null without one. */
  firstNotFiniteLine: number | null;
  timeBasisEvidence: TimeBasisEvidence;
};

export type ExportProfile = {
  stats: ExportStats;
  days: readonly Day[];
  /** Aggregates of one of the days, created as they are read, so that only one day at a time is in memory. */
  day(day: Day): DayAggregates;
};

const maxNamedInvalidLines = 10;
const hourSeconds = 3600;
/** What other languages write for numbers that JSON can't have. */
const notFinite = /[:,[]\s*-?(?:NaN|Infinity)/;

/** Creates a profiler for one raw export. */
export const createExportProfiler = (options: ExportProfilerOptions): ExportProfiler =>
  new ExportProfiler(options);

/**
 * Turns a raw export (NDJSON) into daily aggregates while it streams in. Rows are not stored: memory depends on the
 * number of events, properties and distinct values, plus about 5 bytes per row to recognize duplicates. The result
 * depends only on the bytes of the export, not on how they are cut into chunks.
 */
export class ExportProfiler {
  readonly #names: PropertyNames;
  readonly #kernel: ProfileKernel;
  readonly #lines: LineInput;
  readonly #days: readonly Day[];
  /** Hours of each day. */
  readonly #hours: readonly number[];
  readonly #hashKey: Uint8Array;
  readonly #plan: SegmentPlan | undefined;
  readonly #firstInvalidLines: number[] = [];
  #bytes = 0;
  #unusualLines = 0;
  #blankLines = 0;
  #invalidLines = 0;
  #firstNotFiniteLine: number | null = null;
  #unlistedRows = 0;
  #unlistedValues = 0;
  /** Number of the last invalid line; equal to the number of lines when the export ends with one. */
  #lastInvalidLine = 0;
  #saysTerminated = false;

  constructor(options: ExportProfilerOptions) {
    const { days, starts } = projectDays(options.days, options.exportTimeBasis, options.timeZone);
    this.#days = days;
    this.#hours = days.map((_, day) => Math.ceil((starts[day + 1]! - starts[day]!) / hourSeconds));
    this.#plan = options.segments;
    this.#names = new PropertyNames(
      options.excluded ?? noExclusions,
      false,
      ({ number, isExcluded }) => this.#kernel.exports.addEvent(number, isExcluded ? 1 : 0),
      (event, slot) => this.#plan && planProperty(this.#kernel.exports, this.#plan, event, slot),
    );
    this.#kernel = new ProfileKernel(
      this.#names,
      hashSeed(options.hashKey),
      starts,
      options.rememberedRows ?? rememberedRows,
      options.longValueBytes ?? longValueBytes,
    );
    if (this.#plan) startSegments(this.#kernel.exports, this.#plan);
    this.#lines = new LineInput(this.#kernel, (line) => this.#readUnusualLine(line));
    this.#hashKey = options.hashKey;
  }

  /** Adds the next bytes of the export, cut anywhere. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#lines.push(chunk);
  }

  /**
   * Finishes the profile.
   * @throws TruncatedExportError when the export is incomplete: export again, with a new profiler
   */
  end(): ExportProfile {
    this.#lines.readInput();
    if (this.#saysTerminated) throw new TruncatedExportError("terminated-early");
    if (this.#lines.hasRest) throw new TruncatedExportError("no-final-newline");
    if (this.#lastInvalidLine > 0 && this.#lastInvalidLine === this.#nonBlankLines)
      throw new TruncatedExportError("unparsable-tail");
    const hashOf = createKeyedHashes(this.#hashKey);
    const days = this.#days;
    const events = [...this.#names.events.keys()].sort();
    return {
      stats: this.#stats(),
      days,
      day: (day) => {
        const index = days.indexOf(day);
        if (index < 0) throw new RangeError(`${day} is not one of the profiled days`);
        return {
          day,
          events: { [Symbol.iterator]: () => this.#eventsOf(events, index, hashOf) },
          ...(this.#plan && { dimensions: this.#plan.dimensions }),
        };
      },
    };
  }

  /** Counted rows by event, for all events seen so far, including those seen only on days outside `days`. */
  rowsByEvent(): Map<string, number> {
    this.#lines.readInput();
    const { exports } = this.#kernel;
    return new Map(
      [...this.#names.events].map(([name, { number }]) => [
        name,
        this.#days.reduce((rows, _, day) => {
          const eventDay = exports.eventDayAt(number, day);
          return eventDay === 0 ? rows : rows + (exports.rowsOfDay(eventDay) >>> 0);
        }, 0),
      ]),
    );
  }

  /** Number of lines so far that are not blank. */
  get #nonBlankLines(): number {
    return this.#kernel.counter("lines") + this.#unusualLines - this.#blankLines;
  }

  /**
   * Reads a line that the kernel does not accept: an event in an unusual shape, or a blank, damaged or too long
   * (null) line.
   */
  #readUnusualLine(line: string | null): void {
    this.#unusualLines++;
    if (line === null) {
      this.#countInvalidLine("");
      // Its newline was read, so even as the last line it does not mean that the export was cut off.
      this.#lastInvalidLine = 0;
      return;
    }
    if (line.trim() === "") {
      this.#blankLines++;
      return;
    }
    const parsed = countParsedRow(line, this.#kernel, this.#names);
    if (parsed.kind === "unlisted") this.#unlistedRows++;
    else if (parsed.kind === "row") this.#unlistedValues += parsed.unlistedValues;
    else this.#countInvalidLine(line);
  }

  #countInvalidLine(line: string): void {
    if (line.includes("terminated early")) this.#saysTerminated = true;
    this.#invalidLines++;
    this.#lastInvalidLine = this.#nonBlankLines;
    if (this.#firstInvalidLines.length < maxNamedInvalidLines)
      this.#firstInvalidLines.push(this.#nonBlankLines + this.#blankLines);
    if (notFinite.test(line)) this.#firstNotFiniteLine ??= this.#nonBlankLines + this.#blankLines;
  }

  #stats(): ExportStats {
    const kernel = this.#kernel;
    return {
      bytes: this.#bytes,
      rows: kernel.counter("rows"),
      duplicates: kernel.counter("duplicates"),
      outOfRange: kernel.counter("outOfRange"),
      excluded: kernel.counter("excluded"),
      notRemembered: kernel.counter("notRemembered"),
      unlistedRows: this.#unlistedRows,
      unlistedValues: this.#unlistedValues,
      invalidLines: this.#invalidLines,
      firstInvalidLines: this.#firstInvalidLines,
      firstNotFiniteLine: this.#firstNotFiniteLine,
      timeBasisEvidence: summarizeLags(kernel.lags),
    };
  }

  *#eventsOf(names: readonly string[], day: number, hashOf: (text: string) => string): Generator<EventDay> {
    const { exports } = this.#kernel;
    for (const name of names) {
      const event = this.#names.events.get(name)!;
      const eventDay = exports.eventDayAt(event.number, day);
      if (eventDay === 0) continue;
      const rows = exports.rowsOfDay(eventDay) >>> 0;
      const copies = exports.copiesOfDay(eventDay) >>> 0;
      const hours = [...this.#kernel.memory.words(exports.hoursOfDay(eventDay), this.#hours[day]!)];
      const segments = this.#plan && {
        segments: readSegments({ kernel: this.#kernel, plan: this.#plan, event, eventDay, hashOf }),
      };
      const properties = this.#propertiesOf(event, eventDay, rows, hashOf);
      yield { event: name, rows, copies, hours, properties, ...segments };
    }
  }

  #propertiesOf(
    event: EventNames,
    eventDay: Address,
    rows: number,
    hashOf: (text: string) => string,
  ): EventDay["properties"] {
    const kernel = this.#kernel;
    const slots = [...event.slots.values()].sort((x, y) => (x.name < y.name ? -1 : 1));
    return {
      *[Symbol.iterator]() {
        for (const { index, name } of slots) {
          const tally = kernel.exports.tallyOfSlot(eventDay, index);
          if (tally !== 0)
            yield [name, propertyDay(name, readTally(kernel, tally, maxListedValues), rows, hashOf)] as const;
        }
      },
    };
  }
}
