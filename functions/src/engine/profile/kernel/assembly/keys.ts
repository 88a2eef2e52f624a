import { finish, firstBytes } from "./hash";
import { nameEvent, nameKey } from "./host";
import { givePiece, take, takePiece } from "./memory";
import { roleNone } from "./kinds";
import { EventDay } from "./tally";

/** One spelling of one property name of one event, as it stands in the export. */
@unmanaged
export class Key {
  hash: u64;
  slot: u32;
  role: u32;
  isJudged: bool;
  /** Judged and without a role. */
  isValue: bool;
  /** Bytes of the name with `":` behind it; they stand behind this record. */
  length: u32;
  /** The key that followed last time, most likely the next one again, and the one that followed before that. */
  next: Key | null;
  other: Key | null;
  /** Of all spellings of a name, the one that keeps `row`. */
  first: Key;
  /** Row in which the name was last seen, to tell keys that stand twice. */
  row: u32;
}

/** One event. Its keys are looked up by the hash of their spelling. */
@unmanaged
export class Event {
  number: u32;
  isExcluded: bool;
  /** Stands for the name in the hash of a row. */
  hash: u64;
  keys: usize;
  keyBits: u32;
  keyCount: u32;
  /** Slots of its keys so far. */
  slots: u32;
  /** The key that came first last time. */
  first: Key | null;
  /** The day counted last. */
  day: i32;
  dayTally: EventDay | null;
}

const firstKeyBits: u32 = 4;
const eventBits: u32 = 8;
const firstEventBytes: u32 = eventBits + 4;

/** Events by the hash of their spelling: hash, event. */
let spellings: usize = 0;
let spellingBits: u32 = eventBits;
let spellingCount: u32 = 0;
/** Events by number. */
let events: usize = 0;
let eventListBits: u32 = eventBits;

export function prepareEvents(): void {
  spellings = takePiece(firstEventBytes);
  events = takePiece(eventListBits + 2);
}

export function eventAt(number: u32): Event {
  return load<Event>(events + (number << 2));
}

/** Makes an event known. Numbers are given in order, from 0. */
export function addEvent(number: u32, isExcluded: bool): void {
  if (number >>> eventListBits !== 0) {
    const grown = takePiece(eventListBits + 3);
    memory.copy(grown, events, 4 << eventListBits);
    givePiece(events, eventListBits + 2);
    events = grown;
    eventListBits++;
  }
  const event = changetype<Event>(take(offsetof<Event>()));
  event.number = number;
  event.isExcluded = isExcluded;
  event.hash = finish(number + 1);
  event.keyBits = firstKeyBits;
  event.keys = takePiece(firstKeyBits + 2);
  event.day = -1;
  store<Event>(events + (number << 2), event);
}

/** The event whose name stands between `start` and `end`; null leaves the line to the host. */
export function findEvent(hash: u64, start: usize, end: usize): Event | null {
  const mask = (1 << spellingBits) - 1;
  let place = (<u32>hash) & mask;
  while (true) {
    const at = spellings + (place << 4);
    const event = load<Event | null>(at, 8);
    if (event === null) break;
    if (load<u64>(at) === hash) return event;
    place = (place + 1) & mask;
  }
  const number = nameEvent(start, end - start);
  if (number < 0) return null;
  const event = eventAt(number);
  addSpelling(hash, event);
  return event;
}

function addSpelling(hash: u64, event: Event): void {
  if ((++spellingCount << 1) >>> spellingBits !== 0) {
    const old = spellings;
    const oldBits = spellingBits;
    spellings = takePiece(++spellingBits + 4);
    for (let at = old; at < old + (16 << oldBits); at += 16) {
      const moved = load<Event | null>(at, 8);
      if (moved !== null) placeSpelling(load<u64>(at), moved);
    }
    givePiece(old, oldBits + 4);
  }
  placeSpelling(hash, event);
}

function placeSpelling(hash: u64, event: Event): void {
  const mask = (1 << spellingBits) - 1;
  let place = (<u32>hash) & mask;
  while (load<u32>(spellings + (place << 4), 8) !== 0) place = (place + 1) & mask;
  store<u64>(spellings + (place << 4), hash);
  store<Event>(spellings + (place << 4), event, 8);
}

/** The event's key that stands between `start` and `end`; null leaves the line to the host. */
export function findKey(event: Event, hash: u64, start: usize, end: usize): Key | null {
  const mask = (1 << event.keyBits) - 1;
  let place = (<u32>hash) & mask;
  while (true) {
    const key = load<Key | null>(event.keys + (place << 2));
    if (key === null) break;
    if (key.hash === hash) return key;
    place = (place + 1) & mask;
  }
  const named = nameKey(event.number, start, end - start);
  return named < 0 ? null : addKey(event, hash, named, start, <u32>(end - start));
}

function addKey(event: Event, hash: u64, named: u32, start: usize, length: u32): Key {
  if ((++event.keyCount << 1) >>> event.keyBits !== 0) growKeys(event);
  const size = offsetof<Key>();
  const key = changetype<Key>(take(size + length + 2));
  key.hash = hash;
  key.slot = named >>> 4;
  event.slots = max(event.slots, key.slot + 1);
  key.role = (named >>> 1) & 7;
  key.isJudged = (named & 1) !== 0;
  key.isValue = key.isJudged && key.role === roleNone;
  key.length = length + 2;
  memory.copy(changetype<usize>(key) + size, start, length);
  store<u16>(changetype<usize>(key) + size + length, 0x3a22);
  key.first = firstOfSlot(event, key);
  placeKey(event, key);
  return key;
}

/** The spelling that came first of the new key's name: itself, unless the name is known. */
function firstOfSlot(event: Event, key: Key): Key {
  for (let at = event.keys; at < event.keys + (4 << event.keyBits); at += 4) {
    const known = load<Key | null>(at);
    if (known !== null && known.slot === key.slot) return known.first;
  }
  return key;
}

function growKeys(event: Event): void {
  const old = event.keys;
  const oldBits = event.keyBits;
  event.keyBits = oldBits + 1;
  event.keys = takePiece(oldBits + 3);
  for (let at = old; at < old + (4 << oldBits); at += 4) {
    const key = load<Key | null>(at);
    if (key !== null) placeKey(event, key);
  }
  givePiece(old, oldBits + 2);
}

function placeKey(event: Event, key: Key): void {
  const mask = (1 << event.keyBits) - 1;
  let place = (<u32>key.hash) & mask;
  while (load<u32>(event.keys + (place << 2)) !== 0) place = (place + 1) & mask;
  store<Key>(event.keys + (place << 2), key);
}

/** Whether the key with its closing quote and colon stands at `at`. */
export function standsAt(key: Key, at: usize): bool {
  let text = changetype<usize>(key) + offsetof<Key>();
  let left = key.length;
  while (left > 16) {
    if (v128.any_true(v128.xor(v128.load(at), v128.load(text)))) return false;
    at += 16;
    text += 16;
    left -= 16;
  }
  return !v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(text)), firstBytes(left)));
}

/** Whether the value behind the key matters. */
export function isWanted(key: Key): bool {
  return key.isJudged || key.role !== roleNone;
}
