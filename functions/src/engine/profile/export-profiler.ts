import type { Day } from "../model.js";
import type { DayAggregates, EventDay } from "./aggregates.js";
import { noExclusions, type Exclusions } from "./default-exclusions.js";
import { evidenceOf, type EraEvidence } from "./era-evidence.js";
import { createKeyedHashes, hashSeed } from "./keyed-hash.js";
import { longValueBytes, ProfileKernel, rememberedRows } from "./kernel/profile-kernel.js";
import type { Address } from "./kernel/kernel-exports.js";
import { LineInput } from "./line-input.js";
import { takeParsedRow } from "./parsed-row.js";
import { projectDays, type Era } from "./project-days.js";
import { listedValues, propertyDay } from "./property-day.js";
import { PropertyNames, type EventNames } from "./property-names.js";
import { readTally } from "./property-tally.js";
import { TruncatedExportError } from "./truncated-export-error.js";

export type ExportProfilerOptions = {
  era: Era;
  /** IANA name of the project's time zone. */
  timeZone: string;
  /** The project days to count, both included; rows of other days are dropped. */
  days: { from: Day; to: Day };
  /** Secret of the connection, for the hashes under which values are stored. */
  hashKey: Uint8Array;
  excluded?: Exclusions;
  /** Counts Mixpanel's bookkeeping properties (`isJudgedByDefault`) too. */
  judgesDefaults?: boolean;
  /** Rows remembered to find duplicates. */
  rememberedRows?: number;
  /** Bytes kept of values of more than 1 KB; beyond them such values count among the others. */
  longValueBytes?: number;
};

/** Rows are lines that hold an event; each is counted in exactly one of the kinds of rows. */
export type ExportStats = {
  bytes: number;
  /** Rows counted in the aggregates. */
  rows: number;
  duplicates: number;
  /** Rows of days that were not asked for. */
  outOfRange: number;
  /** Rows of excluded events. */
  excluded: number;
  /** Rows that could not be remembered for want of memory: their duplicates, if any, were counted. */
  notRemembered: number;
  /** Rows of events beyond the number that is told apart (`mostEvents`). */
  unlistedRows: number;
  /** Values of properties beyond the numbers that are told apart (`mostPropertiesOfEvent`, `mostProperties`). */
  unlistedValues: number;
  /** Lines that are no event row, or longer than any (`mostLineBytes`). */
  invalidLines: number;
  /** Numbers of the first of them, from 1. */
  firstInvalidLines: readonly number[];
  era: EraEvidence;
};

export type ExportProfile = {
  stats: ExportStats;
  days: readonly Day[];
  /** Aggregates of one of the days, made when they are read so that one day at a time is in memory. */
  day(day: Day): DayAggregates;
};

const namedInvalidLines = 10;

/** Profiles a raw export as it streams by, see `ExportProfiler`. */
export const createExportProfiler = (options: ExportProfilerOptions): ExportProfiler =>
  new ExportProfiler(options);

/**
 * Turns a raw export (NDJSON) into daily aggregates. Rows are not kept: memory depends on how many events,
 * properties and distinct values there are, plus 5–6 bytes a row to recognise duplicates. The result depends
 * on the bytes of the export only, not on how they are cut into chunks.
 */
export class ExportProfiler {
  readonly #names: PropertyNames;
  readonly #kernel: ProfileKernel;
  readonly #lines: LineInput;
  readonly #days: readonly Day[];
  readonly #hashKey: Uint8Array;
  readonly #firstInvalidLines: number[] = [];
  #bytes = 0;
  #oddLines = 0;
  #blankLines = 0;
  #invalidLines = 0;
  #unlistedRows = 0;
  #unlistedValues = 0;
  /** Number of the last line if it is invalid; lines read since make it smaller than their own. */
  #lastInvalidLine = 0;
  #saysTerminated = false;

  constructor(options: ExportProfilerOptions) {
    const { days, starts } = projectDays(options.days, options.era, options.timeZone);
    this.#days = days;
    this.#names = new PropertyNames(
      options.excluded ?? noExclusions,
      options.judgesDefaults ?? false,
      ({ number, isExcluded }) => this.#kernel.exports.addEvent(number, isExcluded ? 1 : 0),
    );
    this.#kernel = new ProfileKernel(
      this.#names,
      hashSeed(options.hashKey),
      starts,
      options.rememberedRows ?? rememberedRows,
      options.longValueBytes ?? longValueBytes,
    );
    this.#lines = new LineInput(this.#kernel, (line) => this.#takeOddLine(line));
    this.#hashKey = options.hashKey;
  }

  /** Takes the next bytes of the export; they may be cut anywhere and are not kept. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#lines.push(chunk);
  }

  /**
   * Ends the export.
   * @throws TruncatedExportError when it is incomplete: fetch the range again with a new profiler
   */
  end(): ExportProfile {
    if (this.#saysTerminated) throw new TruncatedExportError("terminated-early");
    if (this.#lines.hasRest) throw new TruncatedExportError("no-final-newline");
    if (this.#lastInvalidLine > 0 && this.#lastInvalidLine === this.#filledLines)
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
        return { day, events: { [Symbol.iterator]: () => this.#eventsOf(events, index, hashOf) } };
      },
    };
  }

  /** Lines so far that are not blank. */
  get #filledLines(): number {
    return this.#kernel.counter("lines") + this.#oddLines - this.#blankLines;
  }

  /** A line of another shape than the kernel knows: perhaps an event row all the same, or blank, damaged, too long (null). */
  #takeOddLine(line: string | null): void {
    this.#oddLines++;
    if (line === null) {
      this.#countInvalidLine("");
      // It has an end, so as the last line it is no sign that the export was cut off.
      this.#lastInvalidLine = 0;
      return;
    }
    if (line.trim() === "") {
      this.#blankLines++;
      return;
    }
    const parsed = takeParsedRow(line, this.#kernel, this.#names);
    if (parsed.kind === "unlisted") this.#unlistedRows++;
    else if (parsed.kind === "row") this.#unlistedValues += parsed.unlistedValues;
    else this.#countInvalidLine(line);
  }

  #countInvalidLine(line: string): void {
    if (line.includes("terminated early")) this.#saysTerminated = true;
    this.#invalidLines++;
    this.#lastInvalidLine = this.#filledLines;
    if (this.#firstInvalidLines.length < namedInvalidLines)
      this.#firstInvalidLines.push(this.#filledLines + this.#blankLines);
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
      era: evidenceOf(kernel.lags),
    };
  }

  *#eventsOf(names: readonly string[], day: number, hashOf: (text: string) => string): Generator<EventDay> {
    const { exports } = this.#kernel;
    for (const name of names) {
      const event = this.#names.events.get(name)!;
      const eventDay = exports.eventDayAt(event.number, day);
      if (eventDay === 0) continue;
      const rows = exports.rowsOfDay(eventDay) >>> 0;
      yield { event: name, rows, properties: this.#propertiesOf(event, eventDay, rows, hashOf) };
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
            yield [name, propertyDay(readTally(kernel, tally, listedValues), rows, hashOf)] as const;
        }
      },
    };
  }
}
