import { z } from "zod";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import { instantSchema } from "../../../contract/common.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { objectPaths, type ProjectRef } from "../../../common/object-paths.js";
import { addMs, dayMs, toInstant } from "../../../common/time.js";
import { readJson, writeJson } from "../../../ports/object-store.js";
import { AggregateStore } from "./aggregate-store.js";
import type { RunPlan } from "../run-record.js";

/** What the run leaves out: the exclusions as they were when it was planned, and events that are too large to read. */
export async function plannedExclusions(
  { objects }: Pick<Dependencies, "objects">,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  { exclusionsKey, tooLargeEvents }: Pick<RunPlan, "exclusionsKey" | "tooLargeEvents">,
): Promise<Exclusions> {
  const exclusions = await new AggregateStore(objects).exclusions(workspaceId, project, exclusionsKey);
  if (!exclusions) throw new Error("the run's exclusions are missing");
  return withoutEvents(exclusions, tooLargeEvents);
}

/** The exclusions plus some more events. */
export const withoutEvents = (exclusions: Exclusions, events: readonly string[]): Exclusions =>
  events.length === 0 ? exclusions : { ...exclusions, events: new Set([...exclusions.events, ...events]) };

/** How long runs leave an event out before one tries to read it again. */
const tooLargeMs = 30 * dayMs;
const storedSchema = z.record(z.string(), instantSchema);

type Deps = Pick<Dependencies, "objects" | "clock">;

/** Events that were found too large to read in the last 30 days, and when that was, by name. */
async function foundTooLarge({ objects, clock }: Deps, workspaceId: WorkspaceId, project: ProjectRef) {
  const stored = storedSchema.safeParse(
    await readJson(objects, objectPaths.tooLargeEvents(workspaceId, project)),
  );
  const since = toInstant(addMs(clock.now(), -tooLargeMs));
  return new Map(Object.entries(stored.success ? stored.data : {}).filter(([, foundAt]) => foundAt > since));
}

/** Names of events that aren't excluded but are too large to read. */
export async function tooLargeEvents(
  deps: Deps,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  { events }: Exclusions,
): Promise<string[]> {
  const found = await foundTooLarge(deps, workspaceId, project);
  return [...found.keys()].filter((event) => !events.has(event)).sort();
}

/** Makes later runs leave the event out from the start. */
export async function rememberTooLargeEvent(
  deps: Deps,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  event: string,
): Promise<void> {
  const found = await foundTooLarge(deps, workspaceId, project);
  const stored = Object.fromEntries([...found, [event, toInstant(deps.clock.now())]]);
  await writeJson(deps.objects, objectPaths.tooLargeEvents(workspaceId, project), stored);
}
