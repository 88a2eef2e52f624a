import { check, unknownEvent } from "./checks";
import { finish, firstBytes } from "./hash";
import { resolveEvent, resolveKey } from "./host";
import { free, reserve, alloc } from "./memory";
import { roleNone } from "./kinds";
import { Event, Key } from "./records";

const firstKeyBits: u32 = 4;
const eventBits: u32 = 8;
const firstEventBytes: u32 = eventBits + 4;

/** Hash table of the events' names as the export writes them; an entry is a hash and an event. */
let spellings: usize = 0;
let spellingBits: u32 = eventBits;
let spellingCount: u32 = 0;
/** Events by number. */
let events: usize = 0;
let eventListBits: u32 = eventBits;
let eventCount: u32 = 0;

export function initEvents(): void {
  spellings = alloc(firstEventBytes);
  events = alloc(eventListBits + 2);
}

export function eventAt(number: u32): Event {
  if (CHECKS) check(number < eventCount, unknownEvent);
  return load<Event>(events + (number << 2));
}

/** Adds an event. Numbers must be consecutive, starting at 0. */
export function addEvent(number: u32, isExcluded: bool): void {
  if (number >>> eventListBits !== 0) {
    const grown = alloc(eventListBits + 3);
    memory.copy(grown, events, 4 << eventListBits);
    free(events, eventListBits + 2);
    events = grown;
    eventListBits++;
  }
  const event = changetype<Event>(reserve(offsetof<Event>()));
  event.number = number;
  event.isExcluded = isExcluded;
  event.hash = finish(number + 1);
  event.keyBits = firstKeyBits;
  event.keys = alloc(firstKeyBits + 2);
  event.day = -1;
  store<Event>(events + (number << 2), event);
  eventCount = number + 1;
}

/** The event whose name is between `start` and `end`; null when the host must read this line. */
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
  const number = resolveEvent(start, end - start);
  if (number < 0) return null;
  const event = eventAt(number);
  addSpelling(hash, event);
  return event;
}

function addSpelling(hash: u64, event: Event): void {
  if ((++spellingCount << 1) >>> spellingBits !== 0) {
    const old = spellings;
    const oldBits = spellingBits;
    spellings = alloc(++spellingBits + 4);
    for (let at = old; at < old + (16 << oldBits); at += 16) {
      const moved = load<Event | null>(at, 8);
      if (moved !== null) placeSpelling(load<u64>(at), moved);
    }
    free(old, oldBits + 4);
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

/** The event's key between `start` and `end`; null when the host must read this line. */
export function findKey(event: Event, hash: u64, start: usize, end: usize): Key | null {
  const mask = (1 << event.keyBits) - 1;
  let place = (<u32>hash) & mask;
  while (true) {
    const key = load<Key | null>(event.keys + (place << 2));
    if (key === null) break;
    if (key.hash === hash) return key;
    place = (place + 1) & mask;
  }
  const answer = resolveKey(event.number, start, end - start);
  return answer < 0 ? null : addKey(event, hash, answer, start, <u32>(end - start));
}

function addKey(event: Event, hash: u64, answer: u32, start: usize, length: u32): Key {
  if ((++event.keyCount << 1) >>> event.keyBits !== 0) growKeys(event);
  const size = offsetof<Key>();
  const key = changetype<Key>(reserve(size + length + 2));
  key.hash = hash;
  key.slot = answer >>> 4;
  event.slots = max(event.slots, key.slot + 1);
  key.role = (answer >>> 1) & 7;
  key.isCounted = (answer & 1) !== 0;
  key.isValue = key.isCounted && key.role === roleNone;
  key.length = length + 2;
  memory.copy(changetype<usize>(key) + size, start, length);
  store<u16>(changetype<usize>(key) + size + length, 0x3a22);
  key.first = firstOfSlot(event, key);
  placeKey(event, key);
  return key;
}

/** The first key of the new key's property, which is the new key unless the name was written another way before. */
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
  event.keys = alloc(oldBits + 3);
  for (let at = old; at < old + (4 << oldBits); at += 4) {
    const key = load<Key | null>(at);
    if (key !== null) placeKey(event, key);
  }
  free(old, oldBits + 2);
}

function placeKey(event: Event, key: Key): void {
  const mask = (1 << event.keyBits) - 1;
  let place = (<u32>key.hash) & mask;
  while (load<u32>(event.keys + (place << 2)) !== 0) place = (place + 1) & mask;
  store<Key>(event.keys + (place << 2), key);
}

/** Whether the expected key is at `at`; faster than `matchesAt` for names of up to 14 bytes. */
export function isNextAt(expected: Key, at: usize): bool {
  const length = expected.length;
  const text = v128.load(changetype<usize>(expected) + offsetof<Key>());
  return length <= 16
    ? !v128.any_true(v128.and(v128.xor(v128.load(at), text), firstBytes(length)))
    : matchesAt(expected, at);
}

/** Whether the key, its closing quote and a colon are at `from`. */
export function matchesAt(key: Key, from: usize): bool {
  let at = from;
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

/** Whether the key's value is needed. */
export function isWanted(key: Key): bool {
  return key.isCounted || key.role !== roleNone;
}
