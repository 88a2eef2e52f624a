import { hashOf, uniform } from "../data/random.js";
import type { Fault } from "../faults.js";

/**
 * An export's lines and what is sent after the last complete one: nothing, a server message, or half a line
 * and a closed connection.
 */
export type BrokenStream = { chunks: Iterable<string[]>; ending: { text: string; isCut: boolean } };

type Row = { event: string; properties: Record<string, unknown> };

/** Applies the call's line faults to the export's lines, in the order in which they were set. */
export function breakLines(faults: readonly Fault[], chunks: Iterable<string[]>): BrokenStream {
  let stream: BrokenStream = { chunks, ending: { text: "", isCut: false } };
  for (const fault of faults) stream = broken(stream, fault);
  return stream;
}

function broken(stream: BrokenStream, fault: Fault): BrokenStream {
  switch (fault.kind) {
    case "empty-export":
      return { ...stream, chunks: [] };
    case "terminated-early":
      return {
        chunks: firstLines(stream.chunks, fault.afterLines),
        ending: { text: "terminated early\n", isCut: false },
      };
    case "cut-mid-line":
      return {
        chunks: firstLines(stream.chunks, fault.afterLines),
        ending: { text: '{"event":"Page Viewed","properties":{"time":17', isCut: true },
      };
    case "invalid-json":
      return { ...stream, chunks: withBadLine(stream.chunks, fault.afterLines) };
    case "late-events":
      return { ...stream, chunks: withoutLate(stream.chunks, fault) };
    case "line-separator":
      return changed(stream, fault, ({ properties }) => ({
        ...properties,
        separator: "before\u2028after\u2029end",
      }));
    case "missing-distinct-id":
      return changed(stream, fault, ({ properties }) => without(properties, "distinct_id"));
    case "mixed-types":
      return changed(stream, fault, ({ properties }) => ({ ...properties, ...otherType(properties, fault) }));
    case "explicit-null":
      return changed(stream, fault, ({ properties }) => ({
        ...properties,
        [fault.property ?? "language"]: null,
      }));
    case "cut-255":
      return changed(stream, fault, ({ properties }) => ({
        ...properties,
        [fault.property ?? "$current_url"]: "https://shop.example.com/long/".padEnd(255, "x"),
      }));
    case "fractional-time":
      return changed(stream, fault, ({ properties }) => ({
        ...properties,
        time: Number(properties["time"]) + 0.25,
      }));
    case "numeric-distinct-id":
      return changed(stream, fault, ({ properties }) => ({
        ...properties,
        distinct_id: numericId(String(properties["distinct_id"])),
      }));
    case "proto-event":
      return { ...stream, chunks: renamedLines(stream.chunks, fault.every) };
    case "hot-shard":
      return { ...stream, chunks: hotShard(stream.chunks, fault) };
    default:
      return stream;
  }
}

function* firstLines(chunks: Iterable<string[]>, count: number): Generator<string[]> {
  let left = count;
  for (const lines of chunks) {
    if (left <= 0) return;
    yield lines.slice(0, left);
    left -= lines.length;
  }
}

function* withBadLine(chunks: Iterable<string[]>, afterLines: number): Generator<string[]> {
  let seen = 0;
  for (const lines of chunks) {
    const at = afterLines - seen;
    seen += lines.length;
    const isHere = at >= 0 && at < lines.length;
    yield isHere
      ? [...lines.slice(0, at), '{"event":"Page Viewed","properties":{"time":', ...lines.slice(at)]
      : lines;
  }
}

/** Withholds a share of the newest days' events until the fault is cleared. */
function* withoutLate(chunks: Iterable<string[]>, { share, days }: Fault): Generator<string[]> {
  let newest = 0;
  for (const lines of chunks) {
    yield lines.filter((line) => {
      const day = Math.floor(secondsOf(line) / 86_400);
      newest = Math.max(newest, day);
      return day <= newest - days || uniform(line) >= share;
    });
  }
}

/** The event's time in seconds, read from the beginning of the line. */
const secondsOf = (line: string): number => {
  const time = Number(/"time":(\d+)/.exec(line)?.[1] ?? 0);
  return time > 100_000_000_000 ? time / 1000 : time;
};

function changed(
  stream: BrokenStream,
  { every }: Fault,
  change: (row: Row) => Row["properties"],
): BrokenStream {
  return { ...stream, chunks: changedLines(stream.chunks, every, change) };
}

function* changedLines(
  chunks: Iterable<string[]>,
  every: number,
  change: (row: Row) => Row["properties"],
): Generator<string[]> {
  let index = 0;
  for (const lines of chunks) {
    yield lines.map((line) => {
      if (index++ % every !== 0) return line;
      const row = JSON.parse(line) as Row;
      return JSON.stringify({ ...row, properties: change(row) });
    });
  }
}

/** Renames events to the name of a property that every JavaScript object has. */
function* renamedLines(chunks: Iterable<string[]>, every: number): Generator<string[]> {
  let index = 0;
  for (const lines of chunks)
    yield lines.map((line) =>
      index++ % every === 0 ? line.replace(/^\{"event":"(?:[^"\\]|\\.)*"/, '{"event":"__proto__"') : line,
    );
}

/** The number that replaces an id, always the same for the same id. */
export const numericId = (distinctId: string): number => hashOf(distinctId);

function without(properties: Row["properties"], name: string): Row["properties"] {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
}

function otherType(properties: Row["properties"], { property }: Fault): Row["properties"] {
  const name = property ?? "$screen_width";
  const value = properties[name];
  const variants: unknown[] = [String(value), [value], { value }, true, 4.5];
  return { [name]: variants[hashOf(String(properties["$insert_id"])) % variants.length] };
}

/** Beyond 200,000 events per user and day, Mixpanel renames the events and removes the user. */
function* hotShard(chunks: Iterable<string[]>, { event, share }: Fault): Generator<string[]> {
  for (const lines of chunks) {
    yield lines.map((line) => {
      const row = JSON.parse(line) as Row;
      if ((event !== null && row.event !== event) || uniform(line) >= share) return line;
      const properties = {
        ...row.properties,
        distinct_id: "",
        mp_original_event_name: row.event,
        mp_original_distinct_id: row.properties["distinct_id"],
      };
      return JSON.stringify({ event: "$hotshard_events", properties });
    });
  }
}
