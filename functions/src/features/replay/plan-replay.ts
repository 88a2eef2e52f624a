import { createHash } from "node:crypto";
import { detectorOf, type DetectorKey, type SelectedDetector } from "../../contract/detectors.js";
import type { DetectorNeed } from "../../contract/detectors/descriptor.js";
import { replayBaselineDays, type ReplayDay } from "../../contract/replay.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addDays, daysBetween } from "../../common/days.js";
import type { Annotation } from "../../engine/model.js";
import { sieveOf } from "../../engine/evaluate/day-replay.js";
import { dayOfPath, objectPaths } from "../../common/object-paths.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { listAll, type ObjectInfo } from "../../ports/object-store.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import { toAnnotations } from "../runs/steps/to-annotations.js";
import { AggregateStore, exclusionsKey } from "../runs/exports/aggregate-store.js";
import { tooLargeEvents, withoutEvents } from "../runs/exports/planned-exclusions.js";
import type { DaySpan } from "../runs/exports/export-ranges.js";
import type { CountsMetadata } from "../runs/steps/read-counts.js";
import { knownExportTimeBasis } from "../runs/steps/plan-step.js";
import {
  countReach,
  daysOf,
  lastCompleteDay,
  profileDays,
  reachOf,
  requiredData,
} from "../runs/steps/required-data.js";

/** The data that a past day is evaluated by; null where nothing is stored or the checks don't need it. */
export type PlannedDay = Pick<ReplayDay, "day" | "status" | "missing"> & {
  aggregates: DaySpan | null;
  /** Counts that a run kept, in the file named by a day, or those of the aggregates. */
  counts: { from: "run"; file: string; span: DaySpan } | { from: "aggregates" } | null;
  hasProfiles: boolean;
};

export type ReplayPlan = {
  days: PlannedDay[];
  dataFrom: string | null;
  /** What is left out of the stored days. */
  exclusions: Exclusions;
  /** Those of the excluded events that are only too large to read: they are still counted. */
  tooLargeEvents: readonly string[];
  annotations: (day: string) => Annotation[];
  /** Identifies the settings and the data: the same key means the same findings. */
  key: string;
  /** Identifies what the suspects depend on: like `key`, but without the exact thresholds. */
  suspectsKey: string;
};

type Wanted = { selectedDetectors: readonly SelectedDetector[]; days: number };

/**
 * Plans which of the last days can be evaluated, and by what data. A day is evaluated as a run on it would have been, as far
 * as its data is stored: in full, or with a shorter baseline of at least three weeks.
 */
export async function planReplay(
  deps: Pick<Dependencies, "objects" | "schema" | "incidents" | "clock">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { selectedDetectors, days: dayCount }: Wanted,
): Promise<ReplayPlan> {
  const [excluded, annotated, days, counts, snapshots, hours] = await Promise.all([
    deps.schema.exclusions(workspaceId, connection.id),
    deps.incidents.annotated(workspaceId, connection.id),
    listAll(deps.objects, objectPaths.days(workspaceId, connection)),
    listAll(deps.objects, objectPaths.counts(workspaceId, connection)),
    listAll(deps.objects, objectPaths.snapshots(workspaceId, connection)),
    listAll(deps.objects, objectPaths.pastHours(workspaceId, connection)),
  ]);
  const tooLarge = await tooLargeEvents(deps, workspaceId, connection, excluded);
  const exclusions = withoutEvents(excluded, tooLarge);
  const annotations = (day: string) => toAnnotations(annotated, day);
  const { capabilities } = connection;
  const stored: Stored = {
    aggregates: capabilities
      ? await new AggregateStore(deps.objects).reusableDays(workspaceId, connection, {
          exportTimeBasis: knownExportTimeBasis(connection),
          timeZone: capabilities.timeZone,
          exclusions,
          segmentsKey: null,
        })
      : new Set(),
    counts: capabilities?.queryApi ? keptCounts(counts) : [],
    snapshots: new Set(namedDays(snapshots)),
  };
  const lastComplete = capabilities && lastCompleteDay(capabilities.timeZone, deps.clock.now());
  const known = [...stored.aggregates, ...stored.counts.map(({ day }) => day)].filter(
    (day) => lastComplete !== null && day <= lastComplete,
  );
  const lastDay = known.reduce<string | null>(
    (last, day) => (last === null || day > last ? day : last),
    null,
  );
  const planned =
    lastDay === null
      ? []
      : Array.from({ length: dayCount }, (_, index) =>
          planDay(addDays(lastDay, index + 1 - dayCount), selectedDetectors, stored, connection),
        );
  const versionsOf = (objects: readonly ObjectInfo[]) =>
    objects.map(({ path, updatedAt }) => [path, updatedAt.getTime()]);
  const data = [
    versionsOf([...days, ...counts, ...snapshots]),
    exclusionsKey(exclusions),
    lastDay === null ? [] : annotations(lastDay),
    dayCount,
  ];
  const shapes = selectedDetectors.map(({ key, settings }) => [key, settings.checkBackDays]);
  return {
    days: planned,
    dataFrom:
      known.length === 0
        ? null
        : firstOf(stored.aggregates.size > 0 ? stored.aggregates : stored.counts.map(({ from }) => from)),
    exclusions,
    tooLargeEvents: tooLarge,
    annotations,
    key: keyOf([selectedDetectors, lastComplete, versionsOf(hours), data]),
    suspectsKey: keyOf([shapes, sieveOf(selectedDetectors), data]),
  };
}

type Stored = {
  aggregates: ReadonlySet<string>;
  counts: readonly KeptCounts[];
  snapshots: ReadonlySet<string>;
};
/** Counts that a run kept: its last tested day, and the first day that it read. */
type KeptCounts = { day: string; from: string };

function planDay(
  day: string,
  detectors: readonly SelectedDetector[],
  stored: Stored,
  { capabilities }: ConnectionRecord,
): PlannedDay {
  const required = requiredData(detectors, {
    lastDay: day,
    queryApi: capabilities?.queryApi ?? false,
    historyDays: capabilities?.historyDays ?? null,
  });
  const needed = (need: DetectorNeed): number => daysOf(detectors, need);
  // Counts come from the aggregates if no run on that day or later kept those from the Query API.
  const file = required.counts === "query" ? stored.counts.find((kept) => kept.day >= day) : undefined;
  const countsFrom = required.counts === null ? null : file === undefined ? "aggregates" : "run";
  const reach = Math.max(needed("event-properties"), countsFrom === "aggregates" ? needed("counts") : 0);
  const aggregates = reach === 0 ? null : storedSpan(day, reach, stored.aggregates);
  const had = aggregates ? daysBetween(aggregates.from, day) + 1 : 0;
  const first = addDays(day, 1 - countReach(detectors));
  const countSpan = file && { from: file.from > first ? file.from : first, to: day };
  const enough = (need: DetectorNeed, length: number): "full" | "short" | "none" => {
    const tested = Math.max(
      ...detectors
        .filter(({ key }) => detectorOf(key).needs === need)
        .map(({ settings }) => settings.checkBackDays),
    );
    if (length >= Math.min(needed(need), reachOf(capabilities?.historyDays ?? null))) return "full";
    return length >= tested + replayBaselineDays ? "short" : "none";
  };
  const countDays = countSpan ? daysBetween(countSpan.from, day) + 1 : had;
  const span = profileDays(detectors);
  const hasProfiles = Array.from({ length: span }, (_, back) => addDays(day, -back)).every((one) =>
    isCovered(one, day, stored.snapshots),
  );
  const levels: Record<DetectorNeed, "full" | "short" | "none"> = {
    counts: countsFrom === null ? "none" : enough("counts", countDays),
    "event-properties": enough("event-properties", had),
    profiles: hasProfiles && stored.snapshots.has(day) ? "full" : "none",
  };
  const missing = detectors
    .map(({ key }) => key)
    .filter((key: DetectorKey) => levels[detectorOf(key).needs] === "none");
  const isFull = detectors.every(({ key }) => levels[detectorOf(key).needs] === "full");
  const has = (need: DetectorNeed) =>
    detectors.some(({ key }) => detectorOf(key).needs === need) && levels[need] !== "none";
  return {
    day,
    status: missing.length === detectors.length ? "no-data" : isFull ? "complete" : "limited",
    missing,
    aggregates: has("event-properties") || (has("counts") && countsFrom === "aggregates") ? aggregates : null,
    counts: !has("counts")
      ? null
      : file === undefined
        ? { from: "aggregates" }
        : { from: "run", file: file.day, span: countSpan! },
    hasProfiles: has("profiles"),
  };
}

/** The consecutive stored days that end on `day`, at most `reach`; null if `day` isn't stored. */
function storedSpan(day: string, reach: number, stored: ReadonlySet<string>): DaySpan | null {
  if (!stored.has(day)) return null;
  let from = day;
  for (let length = 1; length < reach && stored.has(addDays(from, -1)); length++) from = addDays(from, -1);
  return { from, to: day };
}

/** Whether a snapshot taken on the day or up to 6 days later, but not after `last`, covers the day. */
const isCovered = (day: string, last: string, snapshots: ReadonlySet<string>): boolean =>
  Array.from({ length: 7 }, (_, later) => addDays(day, later)).some(
    (taken) => taken <= last && snapshots.has(taken),
  );

const namedDays = (objects: readonly ObjectInfo[]): string[] =>
  objects.flatMap(({ path }) => dayOfPath(path) ?? []).sort();

const keptCounts = (objects: readonly ObjectInfo[]): KeptCounts[] =>
  objects.flatMap(({ path, metadata }) => {
    const day = dayOfPath(path);
    const { from } = metadata as Partial<CountsMetadata>;
    return day !== null && from !== undefined ? [{ day, from }] : [];
  });

const firstOf = (days: Iterable<string>): string | null =>
  [...days].reduce<string | null>((first, day) => (first === null || day < first ? day : first), null);

const keyOf = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
