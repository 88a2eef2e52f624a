import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { testedDaysOf } from "../../../contract/detectors.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addDays, dayRange } from "../../../common/days.js";
import type { ProfileHistory } from "../../../aggregates/model.js";
import {
  decodeDay,
  encodeDay,
  profileHistory,
  decodeSnapshot,
  encodeSnapshot,
  isWithinReach,
  type ProfileSnapshot,
  SegmentedProfilesProfiler,
} from "../../../profiler/index.js";
import { chooseProfileDimensions } from "../../../engine/segments/dimensions/choose-profile-dimensions.js";
import { withoutDimensions } from "../../../engine/segments/dimensions/without-dimensions.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { dayOfPath, objectPaths, type ProjectRef } from "../../../common/object-paths.js";
import { listAll, type ObjectStore } from "../../../ports/object-store.js";
import { connectionHashKey } from "../exports/aggregate-store.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import { RunFailedError, tooManyProfiles } from "../run-failure.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { areLateEventsRead } from "./plan-step.js";
import { profileDays } from "./required-data.js";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

type Deps = Pick<Dependencies, "mixpanel" | "objects" | "settings" | "logger" | "clock">;
type Query = { connection: ConnectionRecord; access: MixpanelAccess; exclusions: Exclusions };

/**
 * Reads the user profiles as they are now and as earlier runs' snapshots recorded them. Stores this run's snapshot for
 * later runs. Profiles are streamed; individual profiles aren't stored.
 */
export async function readProfiles(deps: Deps, run: LeasedRun, query: Query): Promise<ProfileHistory> {
  const { lastDay } = run.record.plan!;
  const spanDays = profileDays(run.record.detectors);
  const plans = new SegmentPlans(deps.objects, run.workspaceId, query.connection);
  const current =
    (await storedProfiles(deps, run)) ??
    (await profilesOfPreviousRun(deps, run, query, spanDays)) ??
    (await streamProfiles(deps, run, query, spanDays, plans));
  await deps.objects.write(
    objectPaths.snapshot(run.workspaceId, query.connection, lastDay),
    await zip(encodeSnapshot(current)),
    binary,
  );
  const history = await historyOf(deps.objects, run.workspaceId, query, current, spanDays);
  // Applies from the next run on: this run's profiles have already been counted.
  const counted = current.seen.findLast((day) => day.dimensions)?.dimensions ?? [];
  const chosen = chooseProfileDimensions(history.seen, testedDays(run), counted);
  if (chosen.dimensions.length > 0 || chosen.versions.size > 0) await plans.saveOfProfiles(chosen);
  return history;
}

/** The snapshot that a run stored for a day; null if none did. */
export async function readSnapshot(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  day: string,
): Promise<ProfileSnapshot | null> {
  const bytes = await objects.read(objectPaths.snapshot(workspaceId, project, day));
  return bytes && decodeSnapshot(await unzip(bytes));
}

/** A snapshot together with those before it, as the detectors see them. */
export async function historyOf(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  { connection, exclusions }: Pick<Query, "connection" | "exclusions">,
  current: ProfileSnapshot,
  spanDays: number,
): Promise<ProfileHistory> {
  const { day: lastDay } = current;
  const from = addDays(lastDay, -spanDays);
  const earlier = await earlierSnapshots(objects, workspaceId, connection, { from, lastDay });
  return withoutExcluded(profileHistory(earlier, current, lastDay, spanDays), exclusions.userProperties);
}

const testedDays = ({ record }: LeasedRun) => ({
  lastDay: record.plan!.lastDay,
  checkBackDays: testedDaysOf(record.detectors),
});

async function streamProfiles(
  { mixpanel, objects, settings, logger, clock }: Deps,
  run: LeasedRun,
  { connection, access, exclusions }: Query,
  spanDays: number,
  plans: SegmentPlans,
): Promise<ProfileSnapshot> {
  await run.step("Reading user profiles from Mixpanel");
  const { lastDay } = run.record.plan!;
  const options = {
    days: { from: addDays(lastDay, 1 - spanDays), to: lastDay },
    hashKey: connectionHashKey(settings.hashKey, run.workspaceId, connection.id),
    excluded: exclusions.userProperties,
  };
  const profiler = new SegmentedProfilesProfiler(options, await plans.readOfProfiles(), (seen) =>
    chooseProfileDimensions(seen, testedDays(run), []),
  );
  const startedAt = performance.now();
  let done = 0;
  for await (const { profiles, total } of mixpanel.profiles(access, {}, run.signal)) {
    run.signal.throwIfAborted();
    if (clock.now() >= run.readsUntil) throw new RunFailedError(tooManyProfiles);
    profiler.push(
      profiles.map(({ distinctId, properties }) => ({ $distinct_id: distinctId, $properties: properties })),
    );
    done += profiles.length;
    run.progress(done, total);
  }
  const snapshot = profiler.end();
  const { unlistedValues } = profiler;
  const durationMs = Math.round(performance.now() - startedAt);
  logger.info("profiles read", {
    workspaceId: run.workspaceId,
    runId: run.record.id,
    profiles: snapshot.total,
    unlistedValues,
    durationMs,
  });
  await objects.write(
    objectPaths.runProfiles(run.workspaceId, run.record.id),
    await packProfiles(snapshot),
    binary,
  );
  return snapshot;
}

/** What an earlier attempt of this run read, if anything. */
async function storedProfiles({ objects }: Deps, run: LeasedRun): Promise<ProfileSnapshot | null> {
  const bytes = await objects.read(objectPaths.runProfiles(run.workspaceId, run.record.id));
  return bytes && unpackProfiles(bytes);
}

/** What the setup's previous run stored, if it tested the same days not long ago. */
async function profilesOfPreviousRun(
  { objects }: Deps,
  { workspaceId, record }: LeasedRun,
  { connection }: Query,
  spanDays: number,
): Promise<ProfileSnapshot | null> {
  if (!areLateEventsRead(record, record.plan!)) return null;
  const { lastDay } = record.plan!;
  const from = addDays(lastDay, -spanDays);
  const taken = [...(await earlierDays(objects, workspaceId, connection, { from, lastDay })), lastDay];
  // A snapshot has only the days within its reach. Without snapshots of those before, all profiles are needed.
  const isCovered = dayRange(addDays(from, 1), lastDay).every((day) =>
    taken.some((one) => isWithinReach(day, one)),
  );
  return isCovered ? readSnapshot(objects, workspaceId, connection, lastDay) : null;
}

async function earlierSnapshots(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  { from, lastDay }: { from: string; lastDay: string },
): Promise<ProfileSnapshot[]> {
  const wanted = await earlierDays(objects, workspaceId, project, { from, lastDay });
  const snapshots = await Promise.all(wanted.map((day) => readSnapshot(objects, workspaceId, project, day)));
  return snapshots.filter((snapshot) => snapshot !== null);
}

/** Days from `from` to before `lastDay` with a snapshot. */
async function earlierDays(
  objects: ObjectStore,
  workspaceId: WorkspaceId,
  project: ProjectRef,
  { from, lastDay }: { from: string; lastDay: string },
): Promise<string[]> {
  const listed = await listAll(objects, objectPaths.snapshots(workspaceId, project));
  return listed.flatMap(({ path }) => {
    const day = dayOfPath(path);
    return day !== null && day >= from && day < lastDay ? [day] : [];
  });
}

/** Earlier snapshots may contain properties that were excluded since. */
function withoutExcluded(history: ProfileHistory, excluded: ReadonlySet<string>): ProfileHistory {
  if (excluded.size === 0) return history;
  const { seen } = history;
  const shown = seen.properties().filter((property) => !excluded.has(property));
  return {
    ...history,
    seen: {
      days: seen.days,
      properties: () => shown,
      series: (property) => seen.series(property),
      segments: seen.segments && withoutDimensions(seen.segments, (property) => excluded.has(property)),
    },
  };
}

const binary = { contentType: "application/octet-stream" };

const packedSchema = z.object({
  day: z.string(),
  total: z.number(),
  created: z.array(z.tuple([z.string(), z.number()])).nullable(),
  seen: z.array(z.base64()),
});

/** The whole profiler state, unlike a snapshot, which keeps only the days it covers. */
const packProfiles = ({ day, total, created, seen }: ProfileSnapshot): Promise<Buffer> =>
  zip(
    JSON.stringify({
      day,
      total,
      created: created && [...created],
      seen: seen.map((aggregates) => encodeDay(aggregates).toString("base64")),
    } satisfies z.infer<typeof packedSchema>),
  );

async function unpackProfiles(bytes: Buffer): Promise<ProfileSnapshot> {
  const { day, total, created, seen } = packedSchema.parse(JSON.parse((await unzip(bytes)).toString("utf8")));
  return {
    day,
    total,
    created: created && new Map(created),
    seen: seen.map((encoded) => decodeDay(Buffer.from(encoded, "base64"))),
  };
}
