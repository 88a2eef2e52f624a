import { createHash, createHmac } from "node:crypto";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { z } from "zod";
import { withoutDimensions } from "../../../engine/segments/dimensions/without-dimensions.js";
import type { AggregateBlocks, AggregateReader } from "../../../aggregates/model.js";
import type { DayAggregates, Chunk } from "../../../profiler/index.js";
import { dayRange } from "../../../common/days.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import { dayOfPath, objectPaths, type ProjectRef } from "../../../common/object-paths.js";
import { listAll, readJson, writeJson, type ObjectStore } from "../../../ports/object-store.js";
import { packDay, unpackDay } from "../aggregates/day-file.js";
import { StoredBlocks } from "../aggregates/stored-blocks.js";
import type { DaySpan } from "./export-ranges.js";

/** What a day's aggregates depend on besides its events. */
export type AggregateBasis = {
  exportTimeBasis: string;
  timeZone: string;
  exclusions: Exclusions;
  /** Key of the segment plan that the day is counted two-way by, if any. */
  segmentsKey: string | null;
};

/** Daily aggregates of projects: one object per project day. */
export class AggregateStore {
  constructor(readonly objects: ObjectStore) {}

  /**
   * Days that needn't be exported again: they were made with the same time zone and export time basis, and leave out
   * nothing that is wanted now. What was excluded since is left out when they are read.
   */
  async reusableDays(
    workspaceId: WorkspaceId,
    project: ProjectRef,
    basis: AggregateBasis,
  ): Promise<Set<string>> {
    const listed = await listAll(this.objects, objectPaths.days(workspaceId, project));
    const wanted = basisMetadata(basis);
    const fits = new Map<string, boolean>();
    for (const { metadata } of listed) {
      const key = metadata.exclusions ?? "";
      if (!fits.has(key))
        fits.set(
          key,
          key === wanted.exclusions ||
            isWithin(await this.exclusions(workspaceId, project, key), basis.exclusions),
        );
    }
    return new Set(
      listed
        .filter(
          ({ metadata }) =>
            metadata.exportTimeBasis === wanted.exportTimeBasis &&
            metadata.zone === wanted.zone &&
            fits.get(metadata.exclusions ?? ""),
        )
        .map(({ path }) => dayOfPath(path)!),
    );
  }

  /** Days with two-way counts, each with the key of the segment plan that it is counted by. */
  async daysWithSegments(workspaceId: WorkspaceId, project: ProjectRef): Promise<Map<string, string>> {
    const listed = await listAll(this.objects, objectPaths.days(workspaceId, project));
    return new Map(
      listed.flatMap(({ path, metadata: { segments } }) => (segments ? [[dayOfPath(path)!, segments]] : [])),
    );
  }

  /** Stores exclusions under their key, so that a run's steps all apply the same ones and later runs can compare. */
  async rememberExclusions(
    workspaceId: WorkspaceId,
    project: ProjectRef,
    exclusions: Exclusions,
  ): Promise<void> {
    await writeJson(
      this.objects,
      objectPaths.exclusions(workspaceId, project, exclusionsKey(exclusions)),
      canonical(exclusions),
    );
  }

  /** Stores a day. The same aggregates make the same object. */
  async write(
    workspaceId: WorkspaceId,
    project: ProjectRef,
    aggregates: DayAggregates,
    basis: AggregateBasis,
  ): Promise<void> {
    const path = objectPaths.day(workspaceId, project, aggregates.day);
    await this.objects.write(path, packDay(aggregates), {
      contentType: "application/octet-stream",
      metadata: basisMetadata(basis),
    });
  }

  /** Days without what is excluded. Iterating reads them, and throws an Error when a day is missing or damaged. */
  blocks(
    workspaceId: WorkspaceId,
    project: ProjectRef,
    span: DaySpan,
    exclusions: Exclusions,
  ): AggregateBlocks {
    return new StoredBlocks(
      this.objects,
      dayRange(span.from, span.to).map((day) => ({ day, path: objectPaths.day(workspaceId, project, day) })),
      (reader) => withoutExcluded(reader, exclusions),
    );
  }

  /** A whole day as chunks of `encodeChunks`, unpacked one by one. @throws Error when it is missing */
  async chunks(workspaceId: WorkspaceId, project: ProjectRef, day: string): Promise<Iterable<Chunk>> {
    const stored = await this.objects.read(objectPaths.day(workspaceId, project, day));
    if (!stored) throw new Error(`aggregates of ${day} are missing`);
    return unpackDay(stored);
  }

  /** Exclusions stored under a key, null when there are none. */
  async exclusions(workspaceId: WorkspaceId, project: ProjectRef, key: string): Promise<Exclusions | null> {
    if (key === "") return null;
    const parsed = canonicalSchema.safeParse(
      await readJson(this.objects, objectPaths.exclusions(workspaceId, project, key)),
    );
    if (!parsed.success) return null;
    const { events, eventProperties, userProperties } = parsed.data;
    return {
      events: new Set(events),
      eventProperties: new Map(eventProperties.map(([event, names]) => [event, new Set(names)])),
      userProperties: new Set(userProperties),
    };
  }
}

/** The key that a connection's values are hashed with. Each connection has its own, so hashes can't be compared. */
export const connectionHashKey = (secret: string, workspaceId: WorkspaceId, connectionId: string): Buffer =>
  createHmac("sha256", secret).update(`workspaces/${workspaceId}/connections/${connectionId}`).digest();

/** The reader without excluded events and properties. */
export function withoutExcluded(
  reader: AggregateReader,
  { events, eventProperties }: Exclusions,
): AggregateReader {
  if (events.size === 0 && eventProperties.size === 0) return reader;
  const shown = reader.events().filter((event) => !events.has(event));
  return {
    ...reader,
    events: () => shown,
    properties: (event) =>
      reader.properties(event).filter((property) => !eventProperties.get(event)?.has(property)),
    segments: (event) => {
      const counted = reader.segments?.(event) ?? null;
      return counted && withoutDimensions(counted, (property) => !!eventProperties.get(event)?.has(property));
    },
  };
}

export const exclusionsKey = (exclusions: Exclusions): string =>
  createHash("sha256")
    .update(JSON.stringify(canonical(exclusions)))
    .digest("hex")
    .slice(0, 32);

const canonicalSchema = z.object({
  events: z.array(z.string()),
  eventProperties: z.array(z.tuple([z.string(), z.array(z.string())])),
  userProperties: z.array(z.string()),
});

const canonical = ({
  events,
  eventProperties,
  userProperties,
}: Exclusions): z.infer<typeof canonicalSchema> => ({
  events: [...events].sort(),
  eventProperties: [...eventProperties]
    .filter(([, names]) => names.size > 0)
    .map(([event, names]): [string, string[]] => [event, [...names].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
  userProperties: [...userProperties].sort(),
});

const basisMetadata = ({ exportTimeBasis, timeZone, exclusions, segmentsKey }: AggregateBasis) => ({
  exportTimeBasis,
  zone: timeZone,
  exclusions: exclusionsKey(exclusions),
  ...(segmentsKey === null ? {} : { segments: segmentsKey }),
});

/** Whether `outer` also leaves out every event and event property that `inner` leaves out. */
function isWithin(inner: Exclusions | null, outer: Exclusions): boolean {
  if (!inner) return false;
  const isEventOut = (event: string) => outer.events.has(event);
  return (
    [...inner.events].every(isEventOut) &&
    [...inner.eventProperties].every(
      ([event, names]) =>
        isEventOut(event) || [...names].every((name) => outer.eventProperties.get(event)?.has(name)),
    )
  );
}
