import { z } from "zod";
import { addDays, dayRange } from "../../../common/days.js";
import type { CountHistory } from "../../../aggregates/model.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import { objectPaths } from "../../../common/object-paths.js";
import { type ObjectStore, readJson, writeJson } from "../../../ports/object-store.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import type { DaySpan } from "../exports/export-ranges.js";
import type { RunPlan } from "../run-record.js";
import { areLateEventsRead } from "./plan-step.js";
import { daysOf } from "./required-data.js";

type Deps = Pick<Dependencies, "mixpanel" | "objects" | "schema">;

/** One Query API request takes 1,000 events; beyond this, a run would use up its share of the project's quota. */
const maxEvents = 7_000;

/** Counts per event and day from the Query API, requested once per run: a resumed run reuses the stored response. */
export async function readCounts(
  { mixpanel, objects, schema }: Deps,
  run: LeasedRun,
  query: Wanted & { access: MixpanelAccess },
): Promise<CountHistory> {
  const path = objectPaths.runCounts(run.workspaceId, run.record.id);
  const plan = run.record.plan!;
  const isExcluded = isNotCounted(plan, query.exclusions);
  const stored = storedCountsSchema.safeParse(await readJson(objects, path));
  if (stored.success) return toHistory(stored.data);
  const kept = await keptCounts(objects, run, plan, query);
  if (kept && areLateEventsRead(run.record, plan)) {
    await writeJson(objects, path, kept);
    return toHistory(kept);
  }
  await run.step("Reading event counts from Mixpanel");

  const checked = checkedDays(run, query.days);
  let span = query.days;
  const [current, inventory] = await Promise.all([
    kept?.events.map(([name]) => name) ?? mixpanel.eventNames(query.access, checked, run.signal),
    schema.inventory(run.workspaceId, query.connection.id),
  ]);
  // Names of the days that are checked and of the last sync, so that an event that stopped is still checked.
  const names = [...new Set([...current, ...inventory.events.map(({ name }) => name)])]
    .filter((name) => !isExcluded(name))
    .slice(0, maxEvents);
  const countsOf = (asked: DaySpan) =>
    mixpanel.eventCounts(query.access, { events: names, ...asked }, run.signal);
  // A plan that gives access to fewer days, and doesn't say to how many, may still allow those that are checked.
  const counts =
    names.length === 0
      ? new Map<string, Map<string, number>>()
      : await countsOf(query.days).catch((error: unknown) => {
          if (!isMixpanelError(error, "history") || error.historyDays !== null) throw error;
          span = checked;
          return countsOf(span);
        });
  const days = dayRange(span.from, span.to);
  const events = [...counts]
    .filter(([name]) => !isExcluded(name))
    .map(([name, byDay]): [string, number[]] => [name, days.map((day) => byDay.get(day) ?? 0)])
    .filter(([, rows]) => rows.some((count) => count > 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const read = { days, events };
  // First, because a resumed run that finds its own counts returns before this.
  await keepCounts(objects, objectPaths.countsOf(run.workspaceId, query.connection, days.at(-1)!), read);
  await writeJson(objects, path, read);
  return toHistory(read);
}

type Wanted = { connection: ConnectionRecord; days: DaySpan; exclusions: Exclusions };

/** Events that are too large to read can still be counted. */
function isNotCounted({ tooLargeEvents }: RunPlan, { events }: Exclusions): (name: string) => boolean {
  const counted = new Set(tooLargeEvents);
  return (name) => events.has(name) && !counted.has(name);
}

/** The counts of these days that the setup's previous run read, if it tested the same days; else null. */
async function keptCounts(
  objects: ObjectStore,
  run: LeasedRun,
  plan: RunPlan,
  { connection, days, exclusions }: Wanted,
): Promise<StoredCounts | null> {
  const { workspaceId, record } = run;
  const { previous, lastDay } = plan;
  if (record.trigger !== "scheduled" || previous?.lastDay !== lastDay) return null;
  const kept = await readStoredCounts(objects, objectPaths.countsOf(workspaceId, connection, lastDay));
  // Longer ones are another setup's, and may be older than those of the previous run.
  const [first] = kept?.days ?? [];
  if (!kept || (first !== days.from && first !== checkedDays(run, days).from)) return null;
  const isExcluded = isNotCounted(plan, exclusions);
  return { ...kept, events: kept.events.filter(([name]) => !isExcluded(name)) };
}

/** What `keptCounts` finds, as the engine reads it. */
export async function keptHistory(...args: Parameters<typeof keptCounts>): Promise<CountHistory | null> {
  const kept = await keptCounts(...args);
  return kept && toHistory(kept);
}

/** The days that are checked, without those of earlier months. */
const checkedDays = ({ record }: LeasedRun, { from, to }: DaySpan): DaySpan => {
  const first = addDays(to, 1 - daysOf(record.detectors, "counts"));
  return { from: first > from ? first : from, to };
};

type StoredCounts = z.infer<typeof storedCountsSchema>;

/** Keeps counts for replays. If several runs tested the same last day, those of the run that read the most days stay. */
async function keepCounts(objects: ObjectStore, path: string, read: StoredCounts): Promise<void> {
  const kept = await readStoredCounts(objects, path);
  if (kept && kept.days.length > read.days.length) return;
  const metadata = { from: read.days[0]! } satisfies CountsMetadata;
  await objects.write(path, JSON.stringify(read), { contentType: "application/json", metadata });
}

/** `from` is the first day of kept counts. */
export type CountsMetadata = { from: string };

/** Counts that a run kept; null if there are none. */
export async function readStoredCounts(objects: ObjectStore, path: string): Promise<StoredCounts | null> {
  const stored = storedCountsSchema.safeParse(await readJson(objects, path));
  return stored.success ? stored.data : null;
}

const storedCountsSchema = z.object({
  days: z.array(z.string()),
  events: z.array(z.tuple([z.string(), z.array(z.number())])),
});

const toHistory = ({ days, events }: StoredCounts): CountHistory => ({
  days,
  events: new Map(events),
});
