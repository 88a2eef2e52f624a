import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { CountHistory, DayOfHours } from "../../../aggregates/model.js";
import { addDays, type Day, dayRange } from "../../../common/days.js";
import { clockOf, hoursOf } from "../../../common/hours.js";
import { replayDays } from "../../../contract/replay.js";
import { objectPaths } from "../../../common/object-paths.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { type ObjectStore, readJson, updateJson, writeJson } from "../../../ports/object-store.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { LeaseLostError } from "../run-failure.js";
import type { RunPlan, RunRecord } from "../run-record.js";

/** Complete days that hours are compared with. */
export const baselineDays = 28;

export type Hours = ReadonlyMap<string, readonly DayOfHours[]>;
/** A run whose hours are read. */
export type HoursRun = Pick<LeasedRun, "workspaceId" | "signal"> & {
  record: Pick<RunRecord, "id"> & {
    setup: Pick<RunRecord["setup"], "connection">;
    plan: Pick<RunPlan, "lastDay" | "timeZone"> | null;
  };
};
export type HoursQuery = { events: readonly string[]; from: Day; to: Day; timeZone: string };

const storedSchema = z.array(
  z.tuple([
    z.string(),
    z.array(
      z.object({ day: z.string(), counts: z.array(z.number()), clock: z.array(z.number()).optional() }),
    ),
  ]),
);

type Deps = Pick<Dependencies, "mixpanel" | "objects" | "logger">;
export type ReadHours = (
  deps: Deps,
  run: HoursRun,
  access: MixpanelAccess,
  query: HoursQuery,
) => Promise<Hours | null>;

/** Reads hours once per run: a resumed run reuses the stored response. @returns null if they can't be read */
export const readHours: ReadHours = async (deps, run, access, query) => {
  const { objects } = deps;
  const path = objectPaths.runHours(run.workspaceId, run.record.id);
  const stored = parsedHours(await readJson(objects, path));
  if (stored) return stored;
  const hours = await requestHours(deps, run, access, query);
  if (hours && hours.size > 0) {
    // Before the response is stored, because a resumed run that has it keeps nothing.
    await keepHours(objects, run, access, hours).catch((error: unknown) =>
      deps.logger.warn("hours not kept", { workspaceId: run.workspaceId, runId: run.record.id }, error),
    );
    await writeJson(objects, path, [...hours]);
  }
  return hours;
};

/** Keeps the complete days for replays: as many as these evaluate, and those that they are compared with. */
async function keepHours(
  objects: ObjectStore,
  { workspaceId, record }: HoursRun,
  { region, projectId }: MixpanelAccess,
  hours: Hours,
): Promise<void> {
  const { lastDay } = record.plan!;
  const from = addDays(lastDay, 1 - replayDays - baselineDays);
  const path = objectPaths.pastHours(workspaceId, { id: record.setup.connection.id, region, projectId });
  await updateJson(objects, path, (before) => {
    const known = parsedHours(before) ?? new Map<string, readonly DayOfHours[]>();
    const events = [...new Set([...known.keys(), ...hours.keys()])];
    const after = events.flatMap((event) => {
      const days = new Map(
        [...(known.get(event) ?? []), ...(hours.get(event) ?? [])].map((one) => [one.day, one]),
      );
      const kept = [...days.values()].filter(({ day }) => day >= from && day <= lastDay);
      return kept.length === 0 ? [] : [[event, kept.sort((a, b) => (a.day < b.day ? -1 : 1))]];
    });
    // Replays are computed again after the file changes.
    return isDeepStrictEqual(after, before) ? null : after;
  });
}

/** The hours that runs kept; null if none did. */
export const readKeptHours = async (objects: ObjectStore, path: string): Promise<Hours | null> =>
  parsedHours(await readJson(objects, path));

function parsedHours(stored: unknown): Hours | null {
  const parsed = storedSchema.safeParse(stored);
  return parsed.success ? new Map(parsed.data as [string, DayOfHours[]][]) : null;
}

/** Reads hours without storing the response. @returns null if they can't be read */
export const requestHours: ReadHours = async ({ mixpanel, logger }, run, access, query) => {
  if (query.events.length === 0) return new Map();
  try {
    const read = await mixpanel.eventHours(access, query, run.signal);
    const empty = emptyDays(query);
    return new Map(
      query.events.map((event) => [
        event,
        empty.map((one) => ({ ...one, counts: read.get(event)?.get(one.day) ?? one.counts })),
      ]),
    );
  } catch (error) {
    if (error instanceof LeaseLostError || run.signal.aborted) throw error;
    logger.warn("hours not read", { workspaceId: run.workspaceId, runId: run.record.id }, error);
    return null;
  }
};

/** Days without events; those on which clocks change have 23 or 25 hours. */
export function emptyDays({ from, to, timeZone }: HoursQuery): DayOfHours[] {
  return dayRange(from, to).map((day) => {
    const starts = hoursOf(day, timeZone);
    const clock = starts.length === 24 ? undefined : starts.map((start) => clockOf(start, timeZone));
    return { day, counts: starts.map(() => 0), ...(clock && { clock }) };
  });
}

/** The events with the most occurrences of late. */
export function mostCommon({ events }: CountHistory, most: number): string[] {
  const recent = [...events].map(([name, rows]) => {
    const late = rows.slice(-baselineDays);
    return { name, rows: late.reduce((sum, count) => sum + count, 0) };
  });
  return recent
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}
