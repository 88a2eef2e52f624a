import type { Day } from "../model.js";
import type { DayAggregates, EventDay } from "./aggregates.js";
import { noExclusions, type Exclusions } from "./default-exclusions.js";
import { DuplicateFilter, rememberedRows } from "./duplicate-filter.js";
import { EraEvidenceCounter, type EraEvidence } from "./era-evidence.js";
import { finish, mixA, mixB, numberSeed } from "./content-hash.js";
import { EventTable, type EventLayout } from "./event-layout.js";
import { EventTally } from "./event-tally.js";
import { createKeyedHashes } from "./keyed-hash.js";
import { LineBuffer } from "./line-buffer.js";
import { takeParsedRow } from "./parsed-row.js";
import { DayClock, type Era } from "./project-days.js";
import { propertyDay } from "./property-day.js";
import type { PropertyTally } from "./property-tally.js";
import { RowScanner } from "./row-scanner.js";
import { ScannedRow } from "./scanned-row.js";
import { TruncatedExportError } from "./truncated-export-error.js";
import { TallySpace } from "./tally-space.js";
import { kindNumber, kindPlainText } from "./value-arena.js";

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
  /** Lines that are no event row. */
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
const newline = 0x0a;

/** Profiles a raw export as it streams by, see `ExportProfiler`. */
export const createExportProfiler = (options: ExportProfilerOptions): ExportProfiler =>
  new ExportProfiler(options);

/**
 * Turns a raw export (NDJSON) into daily aggregates. Rows are not kept: memory depends on how many events,
 * properties and distinct values there are, plus 6–9 bytes a row to recognise duplicates. The result depends
 * on the bytes of the export only, not on how they are cut into chunks.
 */
export class ExportProfiler {
  readonly #lines = new LineBuffer();
  readonly #space = new TallySpace();
  readonly #row = new ScannedRow();
  readonly #events: EventTable;
  readonly #scanner: RowScanner;
  readonly #clock: DayClock;
  readonly #seen: DuplicateFilter;
  readonly #era = new EraEvidenceCounter();
  readonly #hashKey: Uint8Array;
  readonly #firstInvalidLines: number[] = [];
  #bytes = 0;
  #lineCount = 0;
  #rows = 0;
  #duplicates = 0;
  #outOfRange = 0;
  #excluded = 0;
  #invalidLines = 0;
  #lastInvalidLine = 0;
  #lastLine = 0;
  #saysTerminated = false;

  constructor(options: ExportProfilerOptions) {
    this.#clock = new DayClock(options.days, options.era, options.timeZone);
    this.#events = new EventTable(options.excluded ?? noExclusions, options.judgesDefaults ?? false);
    this.#scanner = new RowScanner(this.#events, this.#row, this.#clock, this.#space.pool);
    this.#scanner.use(this.#lines.bytes);
    this.#seen = new DuplicateFilter(options.rememberedRows ?? rememberedRows);
    this.#hashKey = options.hashKey;
  }

  /** Takes the next bytes of the export; they may be cut anywhere and are not kept. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#lines.push(chunk, this.#takeLines);
  }

  /**
   * Ends the export.
   * @throws TruncatedExportError when it is incomplete: fetch the range again with a new profiler
   */
  end(): ExportProfile {
    if (this.#saysTerminated) throw new TruncatedExportError("terminated-early");
    if (this.#lines.rest.length > 0) throw new TruncatedExportError("no-final-newline");
    if (this.#lastInvalidLine > 0 && this.#lastInvalidLine === this.#lastLine)
      throw new TruncatedExportError("unparsable-tail");
    const hashOf = createKeyedHashes(this.#hashKey);
    const { days } = this.#clock;
    return {
      stats: this.#stats(),
      days,
      day: (day) => {
        const index = days.indexOf(day);
        if (index < 0) throw new RangeError(`${day} is not one of the profiled days`);
        return { day, events: { [Symbol.iterator]: () => this.#eventsOf(index, hashOf) } };
      },
    };
  }

  readonly #takeLines = (bytes: Buffer, end: number): void => {
    this.#scanner.use(bytes);
    for (let at = 0; at < end;) {
      this.#space.tidy();
      this.#lineCount++;
      const next = this.#scanner.scan(at);
      if (next >= 0) {
        this.#lastLine = this.#lineCount;
        this.#count();
        at = next;
      } else {
        const lineEnd = bytes.indexOf(newline, at);
        this.#takeOddLine(bytes.toString("utf8", at, lineEnd));
        at = lineEnd + 1;
      }
    }
  };

  /** A line of another shape than the scanner knows: perhaps an event row all the same, or blank, or damaged. */
  #takeOddLine(line: string): void {
    if (line.trim() === "") return;
    this.#lastLine = this.#lineCount;
    if (takeParsedRow(line, this.#row, this.#events, this.#clock)) {
      this.#count();
      return;
    }
    if (line.includes("terminated early")) this.#saysTerminated = true;
    this.#countInvalidLine();
  }

  #countInvalidLine(): void {
    this.#invalidLines++;
    this.#lastInvalidLine = this.#lineCount;
    if (this.#firstInvalidLines.length < namedInvalidLines) this.#firstInvalidLines.push(this.#lineCount);
  }

  /** Counts the row in hand. */
  #count(): void {
    const row = this.#row;
    if (Number.isNaN(row.time)) {
      this.#countInvalidLine();
      return;
    }
    if (!row.isImport && !Number.isNaN(row.processingTime))
      this.#era.add(row.processingTime / 1000 - row.seconds);
    const { event, day } = row;
    if (event.isExcluded) {
      this.#excluded++;
      return;
    }
    if (day < 0) {
      this.#outOfRange++;
      return;
    }
    if (row.hasInsertId && !this.#isNew(row)) {
      this.#duplicates++;
      return;
    }
    this.#rows++;
    const tally = (event.days[day] ??= new EventTally(this.#space));
    tally.rows++;
    const { words } = this.#space.pool;
    const { found, foundCount, slots, addedCount } = row;
    for (let i = 0; i < foundCount; i++) words[found[i]!]!++;
    for (let i = 0; i < addedCount; i++) this.#add(tally.tally(slots[i]!.index), i);
  }

  /** Counts a value that the tally may not know yet. */
  #add(tally: PropertyTally, at: number): void {
    const { kinds, hashA, hashB, numbers, starts, lengths, values } = this.#row;
    switch (kinds[at]) {
      case kindPlainText:
        tally.addText(hashA[at]!, hashB[at]!, this.#lines.bytes, starts[at]!, lengths[at]!);
        break;
      case kindNumber:
        tally.addNumber(hashA[at]!, hashB[at]!, numbers[at]!);
        break;
      default:
        tally.add(values[at]!);
    }
  }

  #isNew(row: ScannedRow): boolean {
    const { event } = row;
    const high = Math.floor(row.time / 2 ** 32);
    const a = mixA(mixA(mixA(mixA(event.hashA, row.distinctA), row.insertA), row.time | 0), high);
    const b = mixB(mixB(mixB(mixB(event.hashB, row.distinctB), row.insertB), row.time | 0), high);
    return this.#seen.isNew(finish(a, numberSeed), finish(b, numberSeed));
  }

  #stats(): ExportStats {
    return {
      bytes: this.#bytes,
      rows: this.#rows,
      duplicates: this.#duplicates,
      outOfRange: this.#outOfRange,
      excluded: this.#excluded,
      notRemembered: this.#seen.overflow,
      invalidLines: this.#invalidLines,
      firstInvalidLines: this.#firstInvalidLines,
      era: this.#era.evidence(),
    };
  }

  *#eventsOf(day: number, hashOf: (text: string) => string): Generator<EventDay> {
    const names = [...this.#events.events.keys()].sort();
    for (const name of names) {
      const event = this.#events.named(name);
      const tally = event.days[day];
      if (tally !== undefined)
        yield { event: name, rows: tally.rows, properties: this.#propertiesOf(event, day, hashOf) };
    }
  }

  #propertiesOf(event: EventLayout, day: number, hashOf: (text: string) => string): EventDay["properties"] {
    const space = this.#space;
    const { rows, tallies } = event.days[day]!;
    const slots = [...event.slots].sort((x, y) => (x.name < y.name ? -1 : 1));
    return {
      *[Symbol.iterator]() {
        for (const slot of slots) {
          const tally = tallies[slot.index];
          if (tally !== undefined) yield [slot.name, propertyDay(tally, rows, space, hashOf)] as const;
        }
      },
    };
  }
}
