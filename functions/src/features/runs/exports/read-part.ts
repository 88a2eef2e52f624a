import { addDays } from "../../../common/days.js";
import { type Chunk, type DayAggregates, mergeDays, type ExportProfile } from "../../../profiler/index.js";
import type { SegmentPlan } from "../../../aggregates/event-segments.js";
import { objectPaths } from "../../../common/object-paths.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import { loadRunConnection } from "../run-connection.js";
import { eventTooLarge, RunFailedError } from "../run-failure.js";
import type { PartSplit, RunPart, RunPlan, RunRecord } from "../run-record.js";
import { AggregateStore, type AggregateBasis } from "./aggregate-store.js";
import { packDay, unpackDay } from "../aggregates/day-file.js";
import { storedOf, type ClaimedPart, type PartId } from "./claim-part.js";
import {
  type KnownEvents,
  knownEvents,
  packEvents,
  readEventGroup,
  saveEventGroups,
} from "./event-groups.js";
import {
  exportAndProfile,
  exportDates,
  narrowExport,
  profileNothing,
  type ProjectClock,
} from "./export-events.js";
import { datesSpan, ExportProgress, type PartRead } from "./export-progress.js";
import type { DaySpan } from "./export-ranges.js";
import { estimatePace, ReadingTooLongError } from "./reading-pace.js";
import { rememberTooLargeEvent, withoutEvents } from "./planned-exclusions.js";
import { excludeEvent, savePartSplit, splitByDays, startOfSplit } from "./split-part.js";

/** Groups that a day is split into when its size is unknown. */
const defaultGroups = 4;
/** An export that takes more than this share of a task's time can tell whether filtering by time works. */
const minShareToTestFilter = 0.05;
/** The next export may take this many times as long as the one before. */
const safetyFactor = 1.25;

/** What the aggregates depend on besides their events. */
export type ReadingBasis = AggregateBasis &
  ProjectClock & { hashKey: Uint8Array; segments: SegmentPlan | null };

/** Thrown when a filter by time may have left out rows of the day, or was refused. */
class FilterNotTrustedError extends Error {}

type PartContext = {
  id: PartId;
  owner: string;
  connection: ConnectionRecord;
  access: MixpanelAccess;
  signal: AbortSignal;
  basis: ReadingBasis;
  /** Called with the bytes read of the part so far. May throw to stop. */
  onBytes: (bytes: number) => void;
};

/** Reads as much of a run's part as fits in its task's time. What is already stored isn't read again. */
export class PartReader {
  readonly #deps: Dependencies;
  readonly #context: PartContext;
  readonly #plan: RunPlan;
  readonly #startedMs: number;
  #run: RunRecord;
  #part: RunPart;
  #progress: ExportProgress;
  /** How long the task's last export took; null before the first one. */
  #lastMs: number | null = null;

  constructor(deps: Dependencies, { run, plan, part }: ClaimedPart, context: PartContext) {
    this.#deps = deps;
    this.#context = context;
    this.#run = run;
    this.#plan = plan;
    this.#part = part;
    this.#progress = new ExportProgress(part, storedOf(part));
    this.#startedMs = deps.clock.now().getTime();
  }

  /** The progress that users see. */
  get progress(): PartRead {
    return this.#progress.read;
  }

  /**
   * @returns "later" when the rest needs another task
   * @throws MixpanelError, TruncatedExportError, RunFailedError, LeaseLostError or the signal's reason
   */
  async read(): Promise<"done" | "later"> {
    const { split } = this.#part;
    if (split) return this.#readByDay(split);
    // Without a list of events, an export also sends those that are too large, so even one day takes too long.
    return this.#tooLargeEvents.length > 0 ? this.#split(null) : this.#readTogether();
  }

  async #readTogether(): Promise<"done" | "later"> {
    const { from, to } = this.#part;
    try {
      const profile = await this.#export({ from, to });
      for (const day of profile.days) await this.#store(profile.day(day));
      return "done";
    } catch (error) {
      if (!(error instanceof ReadingTooLongError)) throw error;
      return await this.#split(error);
    }
  }

  /** Splits the part into days, or a single day into groups of events. */
  async #split(tooLong: ReadingTooLongError | null): Promise<"later"> {
    const { from, to } = this.#part;
    this.#deps.logger.info("part split", { from, to, expectedMs: tooLong?.expectedMs ?? null });
    if (from === to)
      await this.#save({ ...startOfSplit(this.#part), groups: await this.#planGroups(from, tooLong) });
    else await splitByDays(this.#deps, this.#context.id, this.#context.owner);
    return "later";
  }

  async #readByDay(first: PartSplit): Promise<"done" | "later"> {
    for (let split = first; split.next <= this.#part.to;) {
      if (split.groups.length > 0 && split.groupsRead === split.groups.length)
        split = await this.#mergeGroups(split);
      else if (split.groups.length === 0 && this.#groupsOfOthers().length > 0)
        split = await this.#save({ ...split, groups: this.#groupsOfOthers(), longestMs: 0 });
      else if (split.groups.length === 0 && this.#tooLargeEvents.length > 0)
        split = await this.#save({ ...split, groups: await this.#planGroups(split.next, null) });
      else if (this.#lastMs !== null && split.longestMs * safetyFactor > this.#leftMs()) return "later";
      else {
        const next = await this.#readNext(split);
        if (next === "later") return next;
        split = next;
      }
    }
    return "done";
  }

  /** Reads one day, or one group of its events. */
  async #readNext(split: PartSplit): Promise<PartSplit | "later"> {
    const { objects } = this.#deps;
    const { workspaceId, runId } = this.#context.id;
    const day = split.next;
    const key = split.groups[split.groupsRead];
    const events = key === undefined ? undefined : await this.#eventsOf(key);
    try {
      const { profile, read } =
        events?.length === 0
          ? { profile: profileNothing(this.#profileOptions({ from: day, to: day })), read: split }
          : await this.#readDay(split, events);
      if (key === undefined) {
        await this.#store(profile.day(day));
        return await this.#save({ ...read, next: addDays(day, 1) });
      }
      await objects.write(
        objectPaths.runGroupOfDay(workspaceId, runId, day, key),
        packDay(profile.day(day)),
        { contentType: "application/octet-stream" },
      );
      return await this.#save({ ...read, groupsRead: split.groupsRead + 1 });
    } catch (error) {
      if (error instanceof FilterNotTrustedError) return this.#save({ ...split, readsWholeDates: true });
      if (!(error instanceof ReadingTooLongError)) throw error;
      // If this wasn't the task's first export, the full time of another task may be enough.
      if (this.#lastMs === null)
        await this.#save({ ...split, groups: await this.#smallerGroups(split, error, events), longestMs: 0 });
      return "later";
    }
  }

  /** @throws ReadingTooLongError, FilterNotTrustedError */
  async #readDay(split: PartSplit, events: readonly string[] | undefined) {
    const profile = await this.#export({ from: split.next, to: split.next }, events);
    const bytes = this.#progress.read.bytes;
    const longestMs = Math.max(split.longestMs, this.#lastMs!);
    // A day with so few rows that none came from the margins says nothing about the filter, so it is tried again.
    const isTelling = this.#lastMs! > minShareToTestFilter * this.#deps.timing.readingMs;
    const readsWholeDates = split.readsWholeDates && isTelling;
    return { profile, read: { ...split, bytes, longestMs, readsWholeDates } };
  }

  /** A group's events, without those that were found too large since it was made. */
  async #eventsOf(key: string): Promise<string[]> {
    const tooLarge = new Set(this.#tooLargeEvents);
    const events = await readEventGroup(this.#deps.objects, this.#context.id, key);
    return events.filter((event) => !tooLarge.has(event));
  }

  async #mergeGroups(split: PartSplit): Promise<PartSplit> {
    const { objects } = this.#deps;
    const { workspaceId, runId } = this.#context.id;
    const day = split.next;
    const groups: Iterable<Chunk>[] = [];
    for (const key of split.groups) {
      const stored = await objects.read(objectPaths.runGroupOfDay(workspaceId, runId, day, key));
      if (!stored) throw new Error(`a group of ${day} is missing`);
      groups.push(unpackDay(stored));
    }
    await this.#store(mergeDays(groups));
    const saved = await this.#save({ ...split, next: addDays(day, 1), groupsRead: 0 });
    await objects.deletePrefix(objectPaths.runGroupsOfDay(workspaceId, runId, day));
    return saved;
  }

  /** The keys of all groups, once the one that would take too long, or the whole day, is split. */
  async #smallerGroups(
    { next, groups, groupsRead }: PartSplit,
    tooLong: ReadingTooLongError,
    events: readonly string[] | undefined,
  ): Promise<string[]> {
    const { expectedMs } = tooLong;
    this.#deps.logger.info("day split", { day: next, events: events?.length, expectedMs });
    if (events === undefined) return this.#planGroups(next, tooLong);
    if (events.length === 1) {
      await this.#exclude(events[0]!, groups);
      return groups;
    }
    const rows = new Map(events.map((name) => [name, tooLong.rowsByEvent.get(name) ?? 0]));
    const halves = await saveEventGroups(this.#deps.objects, this.#context.id, packEvents(rows, 2));
    return groups.toSpliced(groupsRead, 1, ...halves);
  }

  /**
   * Leaves the event out of this run and of later ones, because even a single day of it takes too long to read.
   * @throws RunFailedError when no event is left
   */
  async #exclude(event: string, groups: readonly string[]): Promise<void> {
    const { id, owner, connection } = this.#context;
    await rememberTooLargeEvent(this.#deps, id.workspaceId, connection, event);
    this.#run = await excludeEvent(this.#deps, id, owner, event);
    this.#deps.logger.warn("event too large, left out", { day: this.#part.split?.next });
    for (const key of groups) if ((await this.#eventsOf(key)).length > 0) return;
    throw new RunFailedError(eventTooLarge);
  }

  get #tooLargeEvents(): readonly string[] {
    return this.#run.plan?.tooLargeEvents ?? [];
  }

  get #exclusions(): Exclusions {
    return withoutEvents(this.#context.basis.exclusions, this.#tooLargeEvents);
  }

  /**
   * Plans groups of all events that are known or were seen. They are of about the size that fits, if the Query API or the
   * order of the rows that were read tells the size of the day. An event that is neither known nor seen isn't read; the
   * Query API knows it once it has a row.
   * @param tooLong null when nothing was read because an event was too large before; groups are then half its size
   * @throws RunFailedError when every event is too large
   */
  async #planGroups(day: string, tooLong: ReadingTooLongError | null): Promise<string[]> {
    const { id, connection, access, signal } = this.#context;
    const known = await knownEvents(this.#deps, id, {
      connectionId: connection.id,
      access,
      days: this.#plan.aggregateDays ?? this.#part,
      signal,
    });
    const seen = tooLong?.rowsByEvent ?? new Map<string, number>();
    const names = [...new Set([...known.keys(), ...seen.keys()])];
    const exclusions = this.#exclusions;
    const rows = new Map(
      names
        .filter((name) => !exclusions.events.has(name))
        .map((name) => [name, Math.max(known.get(name)?.get(day) ?? 0, seen.get(name) ?? 0)]),
    );
    if (rows.size === 0 && this.#tooLargeEvents.length > 0) throw new RunFailedError(eventTooLarge);
    const count = tooLong
      ? countGroups(tooLong, sumOf(rows), this.#deps.timing.readingMs)
      : this.#groupsBesideTooLarge(known, day, sumOf(rows));
    // Without names there is nothing to read.
    const groups = rows.size === 0 ? [[]] : packEvents(rows, Math.max(1, count));
    return saveEventGroups(this.#deps.objects, id, groups);
  }

  /** How many groups a day is split into, so that each has half the rows of the smallest event that is too large. */
  #groupsBesideTooLarge(known: KnownEvents, day: string, rows: number): number {
    const sizes = this.#tooLargeEvents.map((event) => known.get(event)?.get(day) || Infinity);
    const smallest = Math.min(...sizes);
    return smallest === Infinity ? defaultGroups : Math.ceil((2 * rows) / smallest);
  }

  /** Keys of the groups that another part of the run has found to be small enough; empty if there are none. */
  #groupsOfOthers(): string[] {
    return this.#run.parts.find(({ split }) => split && split.groups.length > 0)?.split?.groups ?? [];
  }

  /** @throws ReadingTooLongError when it would not end in the task's time, FilterNotTrustedError */
  async #export(days: DaySpan, events?: readonly string[]): Promise<ExportProfile> {
    const { basis, access, signal, onBytes } = this.#context;
    const { clock } = this.#deps;
    const now = clock.now();
    const { split } = this.#part;
    const narrow = split && !split.readsWholeDates ? narrowExport(days, basis, now) : null;
    const span = narrow?.asked ?? datesSpan(exportDates(days, basis, now));
    const progress = new ExportProgress(days, storedOf(this.#part), span);
    this.#progress = progress;
    const askedMs = clock.now().getTime();
    const allowedMs = this.#leftMs();
    // Either as much time is left as the longest export took, or the group was planned to fit.
    const isLikely = this.#lastMs !== null || events !== undefined;
    let firstByteMs: number | null = null;
    const profile = await exportAndProfile(
      this.#deps,
      access,
      {
        ...this.#profileOptions(days),
        ...(events && { events }),
        narrow,
        onChunk: (chunk, profiler) => {
          progress.push(chunk);
          onBytes(progress.read.bytes);
          const nowMs = clock.now().getTime();
          firstByteMs ??= nowMs;
          const [waitedMs, readingMs] = [firstByteMs - askedMs, nowMs - firstByteMs];
          const { fraction } = progress;
          const pace = estimatePace({ waitedMs, readingMs, allowedMs, fraction, isLikely });
          if (pace !== "fits")
            throw new ReadingTooLongError(pace.expectedMs, nowMs - askedMs, profiler.rowsByEvent());
        },
      },
      signal,
    ).catch((error: unknown) => {
      throw narrow && isMixpanelError(error, "invalid") ? new FilterNotTrustedError() : error;
    });
    this.#lastMs = clock.now().getTime() - askedMs;
    if (narrow && !progress.reachesBeyond(narrow.wanted)) throw new FilterNotTrustedError();
    this.#logProfile(days, events, profile);
    return profile;
  }

  #profileOptions(days: DaySpan) {
    const { basis } = this.#context;
    const { hashKey, segments } = basis;
    return { days, clock: basis, hashKey, exclusions: this.#exclusions, ...(segments && { segments }) };
  }

  async #store(aggregates: DayAggregates): Promise<void> {
    const { id, connection, signal, basis } = this.#context;
    signal.throwIfAborted();
    const store = new AggregateStore(this.#deps.objects);
    const exclusions = this.#exclusions;
    // Later runs look up what this day was made without.
    if (this.#tooLargeEvents.length > 0)
      await store.rememberExclusions(id.workspaceId, connection, exclusions);
    await store.write(id.workspaceId, connection, aggregates, { ...basis, exclusions });
    await loadRunConnection(this.#deps, id.workspaceId, this.#run);
  }

  async #save(split: PartSplit): Promise<PartSplit> {
    const { run, part } = await savePartSplit(this.#deps, this.#context.id, this.#context.owner, split);
    this.#run = run;
    this.#part = part;
    this.#progress = new ExportProgress(part, storedOf(part));
    return split;
  }

  #leftMs(): number {
    return this.#deps.timing.readingMs - (this.#deps.clock.now().getTime() - this.#startedMs);
  }

  #logProfile({ from, to }: DaySpan, events: readonly string[] | undefined, { stats }: ExportProfile): void {
    const { rows, bytes, duplicates, outOfRange, invalidLines } = stats;
    const { notRemembered, unlistedRows, unlistedValues } = stats;
    this.#deps.logger.info("days aggregated", {
      from,
      to,
      ...(events && { events: events.length }),
      rows,
      bytes,
      duplicates,
      outOfRange,
      invalidLines,
      readMs: this.#lastMs,
      notRemembered,
      unlistedRows,
      unlistedValues,
    });
  }
}

/** How many groups a day must be split into to fit, if the order of the rows or the Query API's counts tell its size. */
function countGroups(
  { expectedMs, elapsedMs, rowsByEvent }: ReadingTooLongError,
  dayRows: number,
  readingMs: number,
): number {
  const seen = sumOf(rowsByEvent);
  if (expectedMs === null && dayRows <= seen) return defaultGroups;
  const dayMs = expectedMs ?? (elapsedMs * dayRows) / Math.max(1, seen);
  return Math.max(2, Math.ceil((safetyFactor * dayMs) / readingMs));
}

const sumOf = (rows: ReadonlyMap<string, number>): number =>
  [...rows.values()].reduce((sum, n) => sum + n, 0);
