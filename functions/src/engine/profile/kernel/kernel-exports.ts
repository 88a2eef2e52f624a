import type { WasmMemory } from "./web-assembly.js";

/** Number of a place in the kernel's memory. */
export type Address = number;

type Counter = { readonly value: number };

/** What the kernel does; the meaning of each stands in `assembly/`. Counters are 32 bits without a sign, read as signed. */
export type KernelExports = {
  memory: WasmMemory;
  prepare(seed: bigint, rememberedRows: number, longValueBytes: number): void;
  prepareClock(days: number): Address;
  describeNullLike(lengths: bigint, letters: number): void;
  addEvent(event: number, isExcluded: number): void;
  inputOf(bytes: number): Address;
  scratchOf(bytes: number): Address;
  roomForText(bytes: number): Address;
  readLines(start: Address, end: Address): Address;
  beginRowOf(event: number): void;
  addValue(slot: number, kind: number, start: Address, length: number, number: number): void;
  noteValue(role: number, kind: number, start: Address, length: number, number: number): void;
  countRowOf(): number;
  isNewText(start: Address, length: number): number;
  eventDayAt(event: number, day: number): Address;
  rowsOfDay(day: Address): number;
  tallyOfSlot(day: Address, slot: number): Address;
  listValues(tally: Address): number;
  isSketch(tally: Address): number;
  listTraits(tally: Address): number;
  missingRows(tally: Address): number;
  uncountedNulls(tally: Address): number;
  uncountedEmpties(tally: Address): number;
  registersOf(tally: Address): Address;
  readonly list: Counter;
  readonly lags: Counter;
  readonly lines: Counter;
  readonly rows: Counter;
  readonly duplicates: Counter;
  readonly outOfRange: Counter;
  readonly excluded: Counter;
  readonly notRemembered: Counter;
};

/** What the kernel asks of its host (`assembly/host.ts`). */
export type KernelHost = {
  parseNumber(start: Address, length: number): number;
  nameEvent(start: Address, length: number): number;
  nameKey(event: number, start: Address, length: number): number;
  spellValue(start: Address, length: number): number;
  describeValue(kind: number, start: Address, length: number): number;
  binNumber(value: number): number;
};
