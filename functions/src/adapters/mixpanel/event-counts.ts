import type { MixpanelAccess } from "../../ports/mixpanel.js";
import { secondMs } from "../../common/time.js";
import { eventCountsAnswer } from "./answers.js";
import { readJson } from "./read-json.js";
import type { Transport } from "./transport.js";

/** With this, the largest projects (5,000 names) use 5 of the 60 requests per hour. */
const eventsPerRequest = 1_000;
/** A longer query string is sent as a form instead. */
const maxUrlCharacters = 4_000;
const operation = "Query API";

/** Reads counts per event and project day, in as few requests as the response size allows. */
export async function eventCounts(
  send: Transport,
  access: MixpanelAccess,
  { events, from, to }: { events: readonly string[]; from: string; to: string },
  signal?: AbortSignal,
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map<string, Map<string, number>>();
  for (let start = 0; start < events.length; start += eventsPerRequest) {
    const parameters = {
      event: JSON.stringify(events.slice(start, start + eventsPerRequest)),
      type: "general",
      unit: "day",
      from_date: from,
      to_date: to,
    };
    const project = { project_id: access.projectId };
    const isLong = new URLSearchParams(parameters).toString().length > maxUrlCharacters;
    const response = await send(access, {
      operation,
      role: "api",
      path: "/api/query/events",
      ...(isLong ? { query: project, form: parameters } : { query: { ...project, ...parameters } }),
      cost: "query",
      timeoutMs: 120 * secondMs,
      signal,
    });
    const { data } = await readJson(response, operation, eventCountsAnswer, signal);
    for (const [event, days] of data.values)
      counts.set(event, new Map([...days].map(([day, rows]) => [day.slice(0, 10), rows])));
  }
  return counts;
}
