import type { MixpanelAccess } from "../../ports/mixpanel.js";
import { dayRange } from "../../common/days.js";
import { clockOf, hourOfClock, hoursOf } from "../../common/hours.js";
import { hourMs, secondMs } from "../../common/time.js";
import { eventCountsAnswer, eventHoursAnswer, hourPattern } from "./answers.js";
import { readJson } from "./read-json.js";
import type { Transport } from "./transport.js";

/** With this, the largest projects (5,000 names) use 5 of the 60 requests per hour. */
const eventsPerRequest = 1_000;
/** A longer query string is sent as a form instead. */
const maxUrlCharacters = 4_000;
const operation = "Query API";

type Query = { events: readonly string[]; from: string; to: string };

/** Reads counts per event and project day, in as few requests as the response size allows. */
export async function eventCounts(
  send: Transport,
  access: MixpanelAccess,
  { events, from, to }: Query,
  signal?: AbortSignal,
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map<string, Map<string, number>>();
  for (let start = 0; start < events.length; start += eventsPerRequest) {
    const some = { events: events.slice(start, start + eventsPerRequest), from, to };
    const response = await requestCounts(send, access, some, "day", signal);
    const { data } = await readJson(response, operation, eventCountsAnswer, signal);
    for (const [event, days] of data.values)
      counts.set(event, new Map([...days].map(([day, rows]) => [day.slice(0, 10), rows])));
  }
  return counts;
}

/** Reads counts per event and hour of each project day, in one request. */
export async function eventHours(
  send: Transport,
  access: MixpanelAccess,
  query: Query & { timeZone: string },
  signal?: AbortSignal,
): Promise<Map<string, Map<string, number[]>>> {
  const response = await requestCounts(send, access, query, "hour", signal);
  const { data } = await readJson(response, operation, eventHoursAnswer, signal);
  const days = new Map(
    dayRange(query.from, query.to).map((day) => {
      const starts = hoursOf(day, query.timeZone);
      return [day, { start: starts[0]!, clocks: starts.map((at) => clockOf(at, query.timeZone)) }] as const;
    }),
  );
  return new Map([...data.values].map(([event, counts]) => [event, byDay(counts, days)]));
}

type HoursOfDay = { start: number; clocks: readonly number[] };

function byDay(
  counts: ReadonlyMap<string, number>,
  days: ReadonlyMap<string, HoursOfDay>,
): Map<string, number[]> {
  const found = new Map([...days].map(([day, { clocks }]) => [day, clocks.map(() => 0)]));
  for (const [key, rows] of counts) {
    const [, day = "", clock, offset] = hourPattern.exec(key)!;
    const hours = days.get(day);
    if (!hours) continue;
    const counted = found.get(day)!;
    const add = (hour: number, more: number) => (counted[hour] = (counted[hour] ?? 0) + more);
    if (offset) add(Math.floor((Date.parse(key) - hours.start) / hourMs), rows);
    else {
      // An hour that the clock shows twice has one key for both.
      const shown = hourOfClock(hours.clocks, Number(clock));
      const half = Math.floor(rows / shown.length);
      shown.forEach((hour, place) => add(hour, place === 0 ? rows - half * (shown.length - 1) : half));
    }
  }
  return found;
}

function requestCounts(
  send: Transport,
  access: MixpanelAccess,
  { events, from, to }: Query,
  unit: "day" | "hour",
  signal: AbortSignal | undefined,
): Promise<Response> {
  const parameters = {
    event: JSON.stringify(events),
    type: "general",
    unit,
    from_date: from,
    to_date: to,
  };
  const project = { project_id: access.projectId };
  const isLong = new URLSearchParams(parameters).toString().length > maxUrlCharacters;
  return send(access, {
    operation,
    role: "api",
    path: "/api/query/events",
    ...(isLong ? { query: project, form: parameters } : { query: { ...project, ...parameters } }),
    cost: "query",
    timeoutMs: 120 * secondMs,
    signal,
  });
}
