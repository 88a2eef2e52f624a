import { isJudgedByDefault, type Exclusions } from "./default-exclusions.js";
import { hashBytes, lowBytes, textSeed } from "./content-hash.js";
import { viewOf } from "./view-of.js";
import type { EventTally } from "./event-tally.js";

/** What the profiler itself needs a property for. */
export const roleNone = 0;
export const roleTime = 1;
export const roleDistinctId = 2;
export const roleInsertId = 3;
export const roleProcessingTime = 4;
export const roleImport = 5;

const roles = new Map([
  ["time", roleTime],
  ["distinct_id", roleDistinctId],
  ["$insert_id", roleInsertId],
  ["mp_processing_time_ms", roleProcessingTime],
  ["$import", roleImport],
]);

/** One property name of one event. */
export type KeySlot = {
  index: number;
  name: string;
  role: number;
  isJudged: boolean;
  /** The key as it last stood in the export with `":` behind it, four bytes a word, to be compared in place. */
  words: Int32Array;
  /** Keeps the bytes of the last word that belong to it. */
  lastMask: number;
  /** Bytes of it. */
  length: number;
  /** The key that followed last time, most likely the next one again. */
  next: KeySlot | null;
  /** The one that followed before that. */
  other: KeySlot | null;
  /** Row in which the key was last seen, to tell keys that stand twice. */
  row: number;
};

/** What is known of one event: its keys in the order they come, and its counts per day. */
export class EventLayout {
  readonly name: string;
  /** Content hash of the name, whatever its spelling in the export. */
  readonly hashA: number;
  readonly hashB: number;
  readonly isExcluded: boolean;
  readonly slots: KeySlot[] = [];
  readonly days: (EventTally | undefined)[] = [];
  /** The key that came first last time. */
  first: KeySlot | null = null;
  readonly #notJudged: ReadonlySet<string> | undefined;
  readonly #judgesDefaults: boolean;
  readonly #byName = new Map<string, KeySlot>();
  readonly #byHash = new Map<number, { a: number; b: number; slot: KeySlot }>();

  constructor(name: string, exclusions: Exclusions, judgesDefaults: boolean) {
    this.name = name;
    [this.hashA, this.hashB] = textHash(name);
    this.isExcluded = exclusions.events.has(name);
    this.#notJudged = exclusions.properties.get(name);
    this.#judgesDefaults = judgesDefaults;
  }

  /** The slot of a key as it stands in the export, undefined for a spelling not seen before. */
  find(a: number, b: number): KeySlot | undefined {
    const found = this.#byHash.get(a);
    return found !== undefined && found.b === b ? found.slot : undefined;
  }

  /** Makes a spelling of a key known. @param content the bytes between its quotes */
  addSpelling(a: number, b: number, content: Uint8Array, name: string): KeySlot {
    const slot = this.slotNamed(name);
    this.#byHash.set(a, { a, b, slot });
    setWords(slot, content);
    return slot;
  }

  /** The slot of a property, made when there is none. */
  slotNamed(spelled: string): KeySlot {
    const name = wellFormed(spelled);
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const slot: KeySlot = {
      index: this.slots.length,
      name,
      role: roles.get(name) ?? roleNone,
      isJudged:
        !this.isExcluded &&
        (this.#judgesDefaults || isJudgedByDefault(name)) &&
        this.#notJudged?.has(name) !== true,
      words: new Int32Array(0),
      lastMask: 0,
      length: 0,
      next: null,
      other: null,
      row: -1,
    };
    setWords(slot, Buffer.from(JSON.stringify(name).slice(1, -1)));
    this.slots.push(slot);
    this.#byName.set(name, slot);
    return slot;
  }
}

function setWords(slot: KeySlot, content: Uint8Array): void {
  const length = content.length + 2;
  const bytes = Buffer.alloc((length + 3) & ~3);
  bytes.set(content);
  bytes.write('":', content.length);
  const view = viewOf(bytes);
  slot.words = Int32Array.from({ length: bytes.length / 4 }, (_, i) => view.getInt32(i * 4, true));
  slot.lastMask = (length & 3) === 0 ? -1 : lowBytes[length & 3]!;
  slot.length = length;
}

/** All events of an export. */
export class EventTable {
  readonly events = new Map<string, EventLayout>();
  readonly #byHash = new Map<number, { b: number; event: EventLayout }>();

  constructor(
    private readonly exclusions: Exclusions,
    private readonly judgesDefaults: boolean,
  ) {}

  find(a: number, b: number): EventLayout | undefined {
    const found = this.#byHash.get(a);
    return found !== undefined && found.b === b ? found.event : undefined;
  }

  addSpelling(a: number, b: number, name: string): EventLayout {
    const event = this.named(name);
    this.#byHash.set(a, { b, event });
    return event;
  }

  named(spelled: string): EventLayout {
    const name = wellFormed(spelled);
    let event = this.events.get(name);
    if (event === undefined) {
      event = new EventLayout(name, this.exclusions, this.judgesDefaults);
      this.events.set(name, event);
    }
    return event;
  }
}

/** Names become UTF-8 in storage, which has no room for half a surrogate pair: U+FFFD stands for it. */
const wellFormed = (name: string): string => Buffer.from(name).toString("utf8");

/** Content hash of a text by its JSON spelling, as the scanner computes it. */
export function textHash(text: string): readonly [a: number, b: number] {
  const content = JSON.stringify(text).slice(1, -1);
  const length = Buffer.byteLength(content);
  const bytes = Buffer.alloc(length + 4);
  bytes.write(content);
  return hashBytes(viewOf(bytes), 0, length, textSeed);
}
