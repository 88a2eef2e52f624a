import type { WasmMemory } from "./web-assembly.js";

/** A byte's position in the kernel's memory. */
export type Address = number;

/** Numbers of lines and rows that the kernel counts over the whole export. */
export type CounterName = "lines" | "rows" | "duplicates" | "outOfRange" | "excluded" | "notRemembered";

type Counter = { readonly value: number };

/** The kernel's exports, documented in `assembly/`. Counters are unsigned, but JavaScript reads them as signed. */
export type KernelExports = {
  memory: WasmMemory;
  init(seed: bigint, rememberedRows: number, longValueBytes: number): void;
  initDays(days: number): Address;
  setNullLikeShapes(lengths: bigint, letters: number): void;
  addEvent(event: number, isExcluded: number): void;
  allocInput(bytes: number): Address;
  allocScratch(bytes: number): Address;
  allocText(bytes: number): Address;
  readLines(start: Address, end: Address): Address;
  beginHostRow(event: number): void;
  addHostValue(slot: number, kind: number, start: Address, length: number, number: number): void;
  setHostRole(role: number, kind: number, start: Address, length: number, number: number): void;
  countHostRow(): number;
  addTextIfNew(start: Address, length: number): number;
  eventDayAt(event: number, day: number): Address;
  rowsOfDay(day: Address): number;
  copiesOfDay(day: Address): number;
  hoursOfDay(day: Address): Address;
  tallyOfSlot(day: Address, slot: number): Address;
  initSegments(narrow: number): void;
  setDimension(event: number, dimension: number, slot: number): void;
  setVersions(event: number, slot: number, platform: number): void;
  listSegments(eventDay: Address, set: number, firstTally: Address, versionTally: Address): number;
  listSegmentCounts(eventDay: Address, set: number, slot: number): void;
  listBuckets(tally: Address): number;
  listValues(tally: Address): number;
  isSketch(tally: Address): number;
  listTraits(tally: Address): number;
  missingRows(tally: Address): number;
  uncountedNulls(tally: Address): number;
  uncountedEmpties(tally: Address): number;
  registersOf(tally: Address): Address;
  readonly list: Counter;
  readonly lags: Counter;
} & { readonly [name in CounterName]: Counter };

/** The kernel's imports, documented in `assembly/host.ts`. */
export type KernelHost = {
  parseNumber(start: Address, length: number): number;
  resolveEvent(start: Address, length: number): number;
  resolveKey(event: number, start: Address, length: number): number;
  normalizeToken(start: Address, length: number): number;
  traitOfOddText(kind: number, start: Address, length: number): number;
  binNumber(value: number): number;
  bucketNumber(value: number): number;
  fail(reason: number): never;
};
