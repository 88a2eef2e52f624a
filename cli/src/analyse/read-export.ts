import { addDays } from "../../../functions/src/engine/days.js";
import type { AggregateReader, Day } from "../../../functions/src/engine/model.js";
import {
  createExportProfiler,
  dayRange,
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
} from "../../../functions/src/engine/profile/index.js";
import { chooseDimensions } from "../../../functions/src/engine/segments/dimensions/choose-dimensions.js";
import type { SegmentPlan } from "../../../functions/src/engine/segments/model.js";
import { nameOf, readBytes, type Terminal } from "./input.js";
import type { AnalyseOptions } from "./options.js";
import { progressLine } from "./progress-line.js";
import { UsageError } from "../usage-error.js";

export type ReadExport = {
  aggregates: AggregateReader;
  lastDay: Day;
  stats: ExportStats;
  exportTimeBasis: ExportTimeBasis;
};

/** Days around the first rows that are counted when no `--as-of` tells which ones matter. */
const daysBefore = 400;
const daysAfter = 800;
/** The first rows: the wrong clock of one phone must not decide. */
const headBytes = 1 << 20;
/** A file that has not told a time by then is no export. */
const mostBytesWithoutTime = 16 << 20;
/** 1973: what is smaller is no time but a number. */
const earliestTime = 1e8;
/** Values are hashed only to compare days of one run; nothing is kept. */
const hashKey = Buffer.from("plumbline analyse");

/**
 * Profiles the export and keeps the days that the counts need, `span` of them at most. A file is read once more to count
 * the segments that its first reading shows.
 * @throws UsageError when it is no complete export, or has no row in those days
 */
export async function readExport(
  terminal: Terminal,
  options: AnalyseOptions,
  span: number,
): Promise<ReadExport> {
  let exportTimeBasis: ExportTimeBasis = "utc";
  let profile = await profileExport(terminal, options, exportTimeBasis, span);
  const offsetSeconds = offsetOf(profile, options.timeZone);
  if (inferExportTimeBasis(profile.stats.timeBasisEvidence, offsetSeconds) === "projectTime") {
    if (options.exportPath === "-") {
      terminal.note(
        "The times look like the project's wall clock (a project from before 2023) but are read as UTC; give a file instead of standard input to have them read as they are.\n",
      );
    } else {
      exportTimeBasis = "projectTime";
      profile = await profileExport(terminal, options, exportTimeBasis, span);
    }
  }
  const filled = profile.days.filter((day) => hasRows(profile, day));
  const lastDay = options.lastDay ?? filled.at(-1);
  if (lastDay === undefined || filled.length === 0) throw new UsageError(noRows(profile.stats));
  const from = [filled[0]!, addDays(lastDay, 1 - span)].sort().at(-1)!;
  if (from > lastDay) throw new UsageError(noRows(profile.stats));
  const days = dayRange(from, lastDay);
  const aggregates = opened(profile, days);
  const plan = chooseDimensions(aggregates, { lastDay, checkBackDays: options.settings.checkBackDays }, null);
  const read = { lastDay, stats: profile.stats, exportTimeBasis };
  if (plan.dimensions.length === 0 && plan.versions.size === 0) return { aggregates, ...read };
  if (options.exportPath === "-") {
    terminal.note(
      "Single platforms, browsers and versions are not checked: that takes reading the export twice. Give a file instead of standard input.\n",
    );
    return { aggregates, ...read };
  }
  const segmented = await profileExport(terminal, { ...options, lastDay }, exportTimeBasis, span, plan);
  return { aggregates: opened(segmented, days), ...read };
}

const opened = (profile: ExportProfile, days: readonly Day[]): AggregateReader =>
  openAggregates(
    days.map((day) => ({
      day,
      bytes: encodeDay(profile.days.includes(day) ? profile.day(day) : emptyDay(day)),
    })),
  );

async function profileExport(
  terminal: Terminal,
  { exportPath, timeZone, lastDay }: AnalyseOptions,
  exportTimeBasis: ExportTimeBasis,
  span: number,
  segments?: SegmentPlan,
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
  "no-final-newline": "its last line has no end",
  "unparsable-tail": "its last line is no event row",
};

/** Files that are no export at all, told by how they begin. */
function whatElse(begin: Buffer, path: string): string | null {
  const text = begin.toString("utf8").replace("\ufeff", "").trimStart();
  if (text === "" || text.startsWith("{")) return null;
  return text.startsWith("[")
    ? `${path} is one JSON list; an export has one event a line (jq -c '.[]' makes it so)`
    : `${path} is no export: it takes one event a line, {"event":…,"properties":{…}}`;
}

/** UTC day of the middle one of the times that the rows tell. */
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
