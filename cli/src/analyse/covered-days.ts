import { addDays, type Day } from "../../../functions/src/common/days.js";
import { median } from "../../../functions/src/engine/stats/robust.js";
import { dayStart, type ExportTimeBasis, timeSeconds } from "../../../functions/src/profiler/index.js";

const quarterSeconds = 900;
const quartersPerHour = 4;
const mark = Buffer.from('"time":');
/** Longest text of a time, with white space before it. */
const longestTime = 32;

/** Notes in which quarter hours an export has rows, so that one that ends within a day can be told from a drop. */
export class RowTimes {
  private readonly quarters = new Set<number>();
  private end: Buffer = Buffer.alloc(0);

  /** Reads the next bytes of the export. */
  push(chunk: Buffer): void {
    this.read(Buffer.concat([this.end, chunk.subarray(0, mark.length + longestTime)]));
    this.read(chunk);
    this.end = chunk.subarray(-mark.length - longestTime);
  }

  private read(bytes: Buffer): void {
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
      const from = at + mark.length;
      const time = parseFloat(bytes.toString("latin1", from, from + longestTime));
      if (time > 0) this.quarters.add(Math.floor(timeSeconds(time) / quarterSeconds));
    }
  }

  /** Quarter hours from the last row of a day to its end; null if no row's time was found. */
  quietAtEnd(day: Day, timeZone: string, basis: ExportTimeBasis): number | null {
    // A project's wall clock is written as if it were UTC.
    const zone = basis === "projectTime" ? "UTC" : timeZone;
    const start = dayStart(day, zone) / quarterSeconds;
    const end = dayStart(addDays(day, 1), zone) / quarterSeconds;
    for (let quarter = end - 1; quarter >= start; quarter--)
      if (this.quarters.has(quarter)) return end - 1 - quarter;
    return null;
  }
}

export type FilledDay = { day: Day; rows: number; quietAtEnd: number | null };

/** Days before that say what is usual. */
const comparedDays = 14;
const fewestCompared = 3;
/** How much earlier than on any day before the rows may end. */
const toleratedQuarters = quartersPerHour;
/** After days without rows, a day with at most one row, or this share of a usual day's rows, has wrong clocks. */
const strayShare = 0.02;
/** With fewer rows on a usual day, one row can be a day's rows. */
const fewestRows = 20;

/**
 * Returns the last day that an export covers to its end, and what follows it: days that rows with a wrong clock are dated
 * to, and a day on which the rows end earlier than on each of the days before.
 * @param days the days with rows, from the first
 */
export function lastCoveredDay(days: readonly FilledDay[]): { last: Day | undefined; leftOut: string[] } {
  const kept = [...days];
  const leftOut: string[] = [];
  for (let from = afterLastGap(kept); areStray(kept, from); from = afterLastGap(kept))
    for (const { day, rows } of kept.splice(from).reverse())
      leftOut.push(`${day} (${rows} ${rows === 1 ? "row" : "rows"} after a gap, so probably a wrong clock)`);
  if (isLoneRow(kept)) leftOut.push(`${kept.pop()!.day} (1 row, so probably a wrong clock)`);
  const last = kept.at(-1);
  if (last && isCutOff(last, kept.slice(0, -1))) {
    leftOut.push(`${last.day} (its rows end ${hours(last.quietAtEnd! + 1)} before the day does)`);
    kept.pop();
  }
  return { last: kept.at(-1)?.day, leftOut: leftOut.reverse() };
}

/** Where the first of the last days without a gap between them stands. */
function afterLastGap(days: readonly FilledDay[]): number {
  let from = days.length - 1;
  while (from > 0 && days[from - 1]!.day === addDays(days[from]!.day, -1)) from--;
  return from;
}

/** Whether the days from a place on have wrong clocks. A longer time than the gap before them is one in which rows arrived. */
function areStray(days: readonly FilledDay[], from: number): boolean {
  const compared = days.slice(Math.max(0, from - comparedDays), from);
  if (compared.length < fewestCompared) return false;
  const last = days.slice(from);
  if (addDays(compared.at(-1)!.day, last.length) >= last[0]!.day) return false;
  const usual = median(compared.map(({ rows }) => rows));
  return usual >= fewestRows && last.every(({ rows }) => rows <= Math.max(1, usual * strayShare));
}

/**
 * Whether only the last day has a single row, although the days before had many: a clock may be one day ahead. The day
 * before it isn't compared: the export may have been made early on that day.
 */
function isLoneRow(days: readonly FilledDay[]): boolean {
  const compared = days.slice(0, -2).slice(-comparedDays);
  if (compared.length < fewestCompared || days.at(-1)!.rows !== 1 || days.at(-2)!.rows === 1) return false;
  return compared.every(({ rows }) => rows >= fewestRows);
}

function isCutOff({ quietAtEnd }: FilledDay, before: readonly FilledDay[]): boolean {
  const quiet = before.slice(-comparedDays).flatMap((one) => one.quietAtEnd ?? []);
  if (quietAtEnd === null || quiet.length < fewestCompared) return false;
  return quietAtEnd > Math.max(...quiet) + toleratedQuarters;
}

const hours = (quarters: number): string =>
  quarters < 2 * quartersPerHour
    ? `${quarters * 15} minutes`
    : `${Math.round(quarters / quartersPerHour)} hours`;
