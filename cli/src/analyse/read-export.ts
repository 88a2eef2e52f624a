import { addDays, type Day, dayRange } from "../../../functions/src/common/days.js";
import type { AggregateReader, CountHistory } from "../../../functions/src/aggregates/model.js";
import {
  createExportProfiler,
  dayStart,
  emptyDay,
  encodeDay,
  inferExportTimeBasis,
  openAggregates,
  timeSeconds,
  TruncatedExportError,
  type TruncationSign,
  type ExportTimeBasis,
  type ExportProfile,
  type ExportProfiler,
  type ExportStats,
} from "../../../functions/src/profiler/index.js";
import { chooseDimensions } from "../../../functions/src/engine/segments/dimensions/choose-dimensions.js";
import type { SegmentPlan } from "../../../functions/src/aggregates/event-segments.js";
import { lastCoveredDay, RowTimes } from "./covered-days.js";
import { nameOf, readBytes, type Terminal } from "./input.js";
import type { AnalyseOptions } from "./options.js";
import { progressLine } from "./progress-line.js";
import { UsageError } from "../usage-error.js";

export type ReadExport = {
  aggregates: AggregateReader;
  /** Of the same days, and of earlier ones in the export. */
  counts: CountHistory;
  lastDay: Day;
  /** Days after the last one that are not tested, and why. */
  leftOut: readonly string[];
  stats: ExportStats;
  exportTimeBasis: ExportTimeBasis;
};

/** Days around the first rows that are counted if there is no `--as-of`. */
const daysBefore = 400;
const daysAfter = 800;
/** Days whose rows and hours are looked at to find the last one that is covered. */
const newestDays = 60;
/** Bytes of first rows to look at: enough that one phone's wrong clock doesn't decide. */
const headBytes = 1 << 20;
/** A file without a time in its first 16 MiB isn't an export. */
const mostBytesWithoutTime = 16 << 20;
/** A time in 1973; smaller numbers aren't times. */
const earliestTime = 1e8;
/** Hashes are used only to compare days within one run; nothing is stored. */
const hashKey = Buffer.from("plumbline analyse");

/**
 * Profiles the export and keeps the days that the checks need, at most `span` of them, and the counts of `countSpan` days. A
 * file is read a second time to count the segments found in the first pass.
 * @throws UsageError when it isn't a complete export, or has no row in those days
 */
export async function readExport(
  terminal: Terminal,
  options: AnalyseOptions,
  { span, countSpan }: { span: number; countSpan: number },
): Promise<ReadExport> {
  let exportTimeBasis: ExportTimeBasis = "utc";
  const times = options.lastDay === null ? new RowTimes() : null;
  let profile = await profileExport(terminal, options, exportTimeBasis, countSpan, { times });
  const offsetSeconds = offsetOf(profile, options.timeZone);
  if (inferExportTimeBasis(profile.stats.timeBasisEvidence, offsetSeconds) === "projectTime") {
    if (options.exportPath === "-") {
      terminal.note(
        "The times look like the project's wall clock (a project from before 2023) but are read as UTC; use a file instead of standard input to read them as project time.\n",
      );
    } else {
      exportTimeBasis = "projectTime";
      profile = await profileExport(terminal, options, exportTimeBasis, countSpan);
    }
  }
  const filled = profile.days.filter((day) => hasRows(profile, day));
  const covered =
    times &&
    lastCoveredDay(
      filled.slice(-newestDays).map((day) => ({
        day,
        rows: [...profile.day(day).events].reduce((sum, event) => sum + event.rows, 0),
        quietAtEnd: times.quietAtEnd(day, options.timeZone, exportTimeBasis),
      })),
    );
  const lastDay = options.lastDay ?? covered?.last;
  if (lastDay === undefined || !filled.some((day) => day > addDays(lastDay, -span) && day <= lastDay))
    throw new UsageError(noRows(profile.stats));
  const lastDays = (most: number): Day[] =>
    dayRange([filled[0]!, addDays(lastDay, 1 - most)].sort().at(-1)!, lastDay);
  const days = lastDays(span);
  const aggregates = opened(profile, days);
  const plan = chooseDimensions(aggregates, { lastDay, checkBackDays: options.settings.checkBackDays }, null);
  const counts = countsOf(profile, aggregates, lastDays(countSpan));
  const read = { counts, lastDay, leftOut: covered?.leftOut ?? [], stats: profile.stats, exportTimeBasis };
  if (plan.dimensions.length === 0 && plan.versions.size === 0) return { aggregates, ...read };
  if (options.exportPath === "-") {
    terminal.note(
      "Platforms, browsers and versions are not checked separately, because that takes reading the export twice. Use a file instead of standard input.\n",
    );
    return { aggregates, ...read };
  }
  const segmented = await profileExport(terminal, { ...options, lastDay }, exportTimeBasis, span, {
    segments: plan,
  });
  return { aggregates: opened(segmented, days), ...read };
}

const opened = (profile: ExportProfile, days: readonly Day[]): AggregateReader =>
  openAggregates(
    days.map((day) => ({
      day,
      bytes: encodeDay(profile.days.includes(day) ? profile.day(day) : emptyDay(day)),
    })),
  );

/** Counts of the aggregates' days, and of the earlier days in the profile. */
function countsOf(profile: ExportProfile, aggregates: AggregateReader, days: readonly Day[]): CountHistory {
  const earlier = days.slice(0, -aggregates.days.length);
  const before = new Map<string, number[]>();
  earlier.forEach((day, place) => {
    if (!profile.days.includes(day)) return;
    for (const { event, rows } of profile.day(day).events) {
      if (!before.has(event)) before.set(event, Array<number>(earlier.length).fill(0));
      before.get(event)![place] = rows;
    }
  });
  const none = Array<number>(earlier.length).fill(0);
  const rowsOf = (event: string) => [...(before.get(event) ?? none), ...aggregates.rows(event)];
  return { days, events: new Map(aggregates.events().map((event) => [event, rowsOf(event)])) };
}

async function profileExport(
  terminal: Terminal,
  { exportPath, timeZone, lastDay }: AnalyseOptions,
  exportTimeBasis: ExportTimeBasis,
  span: number,
  { segments, times }: { segments?: SegmentPlan; times?: RowTimes | null } = {},
): Promise<ExportProfile> {
  const start = (from: Day, to: Day): ExportProfiler =>
    createExportProfiler({
      exportTimeBasis,
      timeZone,
      days: { from, to },
      hashKey,
      ...(segments && { segments }),
    });
  let profiler = lastDay === null ? null : start(addDays(lastDay, 1 - span), lastDay);
  const progress = progressLine(terminal);
  let begin: Buffer | null = null;
  const head: Buffer[] = [];
  let headLength = 0;
  let nextLook = headBytes;
  for await (const chunk of readBytes(terminal, exportPath)) {
    progress.add(chunk.length);
    times?.push(chunk);
    begin ??= chunk.subarray(0, 64);
    if (profiler !== null) {
      profiler.push(chunk);
      continue;
    }
    head.push(chunk);
    headLength += chunk.length;
    if (headLength < nextLook) continue;
    profiler = startedAround(head);
    if (headLength > mostBytesWithoutTime) break;
    nextLook *= 2;
  }
  progress.end();
  if (begin === null) throw new UsageError(`${nameOf(exportPath)} is empty`);
  profiler ??= startedAround(head) ?? pushed(start("2000-01-01", "2000-01-01"), head);
  return ended(profiler, exportPath, begin);

  function startedAround(chunks: readonly Buffer[]): ExportProfiler | null {
    const day = middleDayIn(Buffer.concat(chunks));
    return day === null ? null : pushed(start(addDays(day, -daysBefore), addDays(day, daysAfter)), chunks);
  }
}

function pushed(profiler: ExportProfiler, chunks: readonly Buffer[]): ExportProfiler {
  for (const chunk of chunks) profiler.push(chunk);
  return profiler;
}

/** @param begin the file's first bytes */
function ended(profiler: ExportProfiler, path: string, begin: Buffer): ExportProfile {
  try {
    return profiler.end();
  } catch (error) {
    if (!(error instanceof TruncatedExportError)) throw error;
    throw new UsageError(
      whatElse(begin, nameOf(path)) ??
        `${nameOf(path)} is not a complete export (${signs[error.sign]}): fetch it again`,
    );
  }
}

const signs: Record<TruncationSign, string> = {
  "terminated-early": "it says that it was terminated early",
  "no-final-newline": "its last line has no line break",
  "unparsable-tail": "its last line is not an event row",
};

/** A message for a file that Mixpanel didn't export, judged by its first bytes; null if it may have. */
function whatElse(begin: Buffer, path: string): string | null {
  const text = begin.toString("utf8").replace("\ufeff", "").trimStart();
  if (text.startsWith("{")) {
    const time = /"time"\s*:\s*("[^"\n]{0,40}")/.exec(text.split("\n", 1)[0]!)?.[1];
    return time === undefined
      ? null
      : `${path} has times as text (${time}); an export has them as numbers, in seconds since 1970`;
  }
  if (text === "") return null;
  return text.startsWith("[")
    ? `${path} is a JSON array; an export has one event per line (convert it with jq -c '.[]')`
    : `${path} is not an export, which has one event per line: {"event":…,"properties":{…}}`;
}

/** UTC day of the median time in the rows. */
function middleDayIn(head: Buffer): Day | null {
  const times = [...head.toString("latin1").matchAll(/"time"\s*:\s*(\d+(?:\.\d+)?(?:[eE]\+?\d+)?)\s*[,}]/g)]
    .map(([, time]) => timeSeconds(Number(time)))
    .filter((seconds) => seconds >= earliestTime && seconds < 1e11)
    .sort((x, y) => x - y);
  const middle = times[times.length >> 1];
  return middle === undefined ? null : new Date(middle * 1000).toISOString().slice(0, 10);
}

function offsetOf({ days }: ExportProfile, timeZone: string): number {
  const day = days[days.length >> 1]!;
  return Date.parse(`${day}T00:00:00Z`) / 1000 - dayStart(day, timeZone);
}

const hasRows = (profile: ExportProfile, day: Day): boolean =>
  profile.day(day).events[Symbol.iterator]().next().done !== true;

const noRows = ({ outOfRange, invalidLines }: ExportStats): string =>
  `no event row in the days to be checked (${outOfRange} on other days; lines that are no event: ${invalidLines})`;
