import { createHmac } from "node:crypto";
import type { Day } from "../../../common/days.js";
import type { PropertyDay } from "../../../aggregates/model.js";
import {
  formOf,
  isNullLike,
  isVersionText,
  numberBin,
  type ValueType,
} from "../../../aggregates/value-traits.js";
import type { EventDay } from "../../aggregates/day-aggregates.js";

/** Rows per JSON text of a value. */
type Counts = Map<string, number>;
type EventCounts = {
  rows: number;
  copies: number;
  hours: number[];
  /** The insert id of a user's first row in a second. */
  seconds: Map<string, string | undefined>;
  properties: Map<string, Counts>;
};
type Row = { event: string; properties: Record<string, unknown> };

/** The profile of an export of UTC days, computed the naive way: split into lines, `JSON.parse`, count in maps. */
export function referenceProfile(options: {
  bytes: Buffer;
  days: readonly Day[];
  hashKey: Uint8Array;
  isChecked: (property: string) => boolean;
}): {
  rows: number;
  duplicates: number;
  outOfRange: number;
  invalidLines: number;
  days: Map<Day, EventDay[]>;
} {
  const days = new Map(options.days.map((day) => [day, new Map<string, EventCounts>()]));
  const seen = new Set<string>();
  const stats = { rows: 0, duplicates: 0, outOfRange: 0, invalidLines: 0 };
  for (const line of linesOf(options.bytes)) {
    if (line.trim() === "") continue;
    const row = rowOf(line);
    const time = row?.properties["time"];
    if (row === undefined || typeof time !== "number") {
      stats.invalidLines++;
      continue;
    }
    const ms = Math.abs(time) >= 1e11 ? time : time * 1000;
    const events = Math.abs(ms) < 8e15 ? days.get(new Date(ms).toISOString().slice(0, 10)) : undefined;
    if (events === undefined) {
      stats.outOfRange++;
      continue;
    }
    const insertId = idOf(row.properties["$insert_id"]);
    if (insertId !== undefined) {
      const key = JSON.stringify([row.event, textOf(row.properties["distinct_id"]), time, insertId]);
      if (seen.has(key)) {
        stats.duplicates++;
        continue;
      }
      seen.add(key);
    }
    stats.rows++;
    const event = count(events, row, options.isChecked);
    event.hours[new Date(ms).getUTCHours()]!++;
    const user = idOf(row.properties["distinct_id"]);
    if (user !== undefined) countSecond(event, `${Math.floor(ms / 1000)} ${user}`, insertId);
  }
  return {
    ...stats,
    days: new Map([...days].map(([day, events]) => [day, eventDays(events, options.hashKey)])),
  };
}

const linesOf = (bytes: Buffer): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    lines.push(bytes.subarray(at, end).toString("utf8"));
    at = end + 1;
  }
  return lines;
};

function rowOf(line: string): Row | undefined {
  try {
    const row = JSON.parse(line) as Partial<Row> | null;
    const isRow =
      typeof row?.event === "string" &&
      typeof row.properties === "object" &&
      row.properties !== null &&
      !Array.isArray(row.properties);
    return isRow ? (row as Row) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON text; members of objects are sorted by name, and numbers beyond the largest double count as the largest. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, inner: unknown) => {
    if (inner === Infinity) return Number.MAX_VALUE;
    if (inner === -Infinity) return -Number.MAX_VALUE;
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(byName));
  });

/** The text of an id; undefined for null and "", which identify nothing. */
const idOf = (value: unknown): string | undefined =>
  value === null || value === "" ? undefined : textOf(value);

function countSecond(event: EventCounts, second: string, insertId: string | undefined): void {
  if (!event.seconds.has(second)) event.seconds.set(second, insertId);
  else if (insertId === undefined || insertId !== event.seconds.get(second)) event.copies++;
}

function count(
  events: Map<string, EventCounts>,
  row: Row,
  isChecked: (property: string) => boolean,
): EventCounts {
  const name = utf8(row.event);
  const event = events.get(name) ?? {
    rows: 0,
    copies: 0,
    hours: Array<number>(24).fill(0),
    seconds: new Map(),
    properties: new Map(),
  };
  events.set(name, event);
  event.rows++;
  // Names are stored as UTF-8, where U+FFFD stands for half a surrogate pair.
  const properties = new Map(Object.entries(row.properties).map(([name, value]) => [utf8(name), value]));
  for (const [property, value] of properties) {
    if (!isChecked(property)) continue;
    const counts = event.properties.get(property) ?? new Map<string, number>();
    event.properties.set(property, counts);
    const text = textOf(value)!;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return event;
}

const utf8 = (name: string): string => Buffer.from(name).toString();

const byName = (x: readonly [string, unknown], y: readonly [string, unknown]): number =>
  x[0] < y[0] ? -1 : 1;

const eventDays = (events: Map<string, EventCounts>, key: Uint8Array): EventDay[] =>
  [...events].sort(byName).map(([event, { rows, copies, hours, properties }]) => ({
    event,
    rows,
    copies,
    hours,
    properties: [...properties]
      .sort(byName)
      .map(([name, counts]) => [name, dayOf(counts, rows, key)] as const),
  }));

function dayOf(counts: Counts, rows: number, key: Uint8Array): PropertyDay {
  const nulls = counts.get("null") ?? 0;
  const empties = counts.get('""') ?? 0;
  const filled = [...counts].filter(([text]) => text !== "null" && text !== '""');
  const total = sum(filled);
  const texts = filled.filter(([text]) => text.startsWith('"'));
  const numbers = filled.filter(([text]) => /^[-\d]/.test(text));
  const plain = (text: string): string => JSON.parse(text) as string;
  const values = [...filled]
    .sort((x, y) => y[1] - x[1] || byName(x, y))
    .slice(0, 200)
    .map(([text, n]) => ({
      hash: createHmac("sha256", key).update(text).digest().subarray(0, 8).toString("base64url"),
      rows: n,
      name: n >= 5 ? text : null,
    }));
  const forms = filled.map(
    ([text, n]) => [formOf(typeOf(text), typeOf(text) === "s" ? plain(text) : ""), n] as const,
  );
  return {
    rows,
    absent: rows - nulls - empties - total,
    nulls,
    empties,
    nullLike: sum(texts.filter(([text]) => isNullLike(plain(text)))),
    numbers: sum(numbers),
    versionLike: sum(texts.filter(([text]) => isVersionText(plain(text)))),
    distinct: filled.length,
    values: values.sort((x, y) => y.rows - x.rows || (x.hash < y.hash ? -1 : 1)),
    otherRows: total - values.reduce((all, value) => all + value.rows, 0),
    bins: grouped(numbers.map(([text, n]) => [numberBin(Number(text)), n] as const)).sort(
      (x, y) => x[0] - y[0],
    ),
    forms: grouped(forms).sort((x, y) => y[1] - x[1] || byName(x, y)),
  };
}

const typeOf = (text: string): ValueType => {
  if (text.startsWith('"')) return "s";
  if (text.startsWith("[")) return "l";
  if (text.startsWith("{")) return "o";
  return text === "true" || text === "false" ? "b" : "n";
};

const sum = (entries: readonly (readonly [unknown, number])[]): number =>
  entries.reduce((total, entry) => total + entry[1], 0);

function grouped<K>(entries: readonly (readonly [K, number])[]): (readonly [K, number])[] {
  const groups = new Map<K, number>();
  for (const [key, rows] of entries) groups.set(key, (groups.get(key) ?? 0) + rows);
  return [...groups];
}
