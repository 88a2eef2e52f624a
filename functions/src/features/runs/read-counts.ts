import { z } from "zod";
import { dayRange } from "../../engine/profile/project-days.js";
import type { CountHistory } from "../../engine/model.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import type { Dependencies } from "../dependencies.js";
import type { MixpanelAccess } from "../mixpanel/mixpanel.js";
import { objectPaths } from "../objects/object-paths.js";
import { readJson, writeJson } from "../objects/object-store.js";
import type { HeldRun } from "./held-run.js";
import type { DaySpan } from "./plan-run.js";

type Parts = Pick<Dependencies, "mixpanel" | "objects" | "schema">;

/** One Query request holds 1,000 events; beyond this a run would use up its share of the project's quota. */
const maxEvents = 7_000;

/** Rows per event and day from the Query API, asked for once a run: a resumed run reads what was answered the first time. */
export async function readCounts(
  { mixpanel, objects, schema }: Parts,
  run: HeldRun,
  query: { connection: ConnectionRecord; access: MixpanelAccess; days: DaySpan; exclusions: Exclusions },
): Promise<CountHistory> {
  const path = objectPaths.runCounts(run.uid, run.record.id);
  const stored = storedCountsSchema.safeParse(await readJson(objects, path));
  if (stored.success) return toHistory(stored.data);
  await run.step("Reading event counts from Mixpanel");

  const [current, inventory] = await Promise.all([
    mixpanel.eventNames(query.access, {}, run.signal),
    schema.inventory(run.uid, query.connection.id),
  ]);
  // Names of the last 31 days, and those of the last sync: an event that stopped longer ago is still judged.
  const names = [...new Set([...current, ...inventory.events.map(({ name }) => name)])]
    .filter((name) => !query.exclusions.events.has(name))
    .slice(0, maxEvents);
  const counts =
    names.length === 0
      ? new Map<string, Map<string, number>>()
      : await mixpanel.eventCounts(query.access, { events: names, ...query.days }, run.signal);
  const days = dayRange(query.days.from, query.days.to);
  const events = [...counts]
    .filter(([name]) => !query.exclusions.events.has(name))
    .map(([name, byDay]): [string, number[]] => [name, days.map((day) => byDay.get(day) ?? 0)])
    .filter(([, rows]) => rows.some((count) => count > 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  await writeJson(objects, path, { days, events });
  return toHistory({ days, events });
}

const storedCountsSchema = z.object({
  days: z.array(z.string()),
  events: z.array(z.tuple([z.string(), z.array(z.number())])),
});

const toHistory = ({ days, events }: z.infer<typeof storedCountsSchema>): CountHistory => ({
  days,
  events: new Map(events),
});
