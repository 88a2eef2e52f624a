import { countBaselineDays } from "../../../functions/src/contract/detectors/descriptor.js";
import {
  type ExportStats,
  createProfilesProfiler,
  profileHistory,
  type EngageProfile,
} from "../../../functions/src/profiler/index.js";
import type {
  DetectorOutcome,
  RunInput,
  FinishedRow,
  RunOutcome,
} from "../../../functions/src/engine/model.js";
import { habitReach } from "../../../functions/src/engine/expectation/counts/habits/calendar-days.js";
import { evaluateRun, renamesIn } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import { nameOf, type Terminal, readBytes } from "./input.js";
import { parseOptions, usage, type AnalyseOptions, type Format } from "./options.js";
import { readExport } from "./read-export.js";
import { printableLines, json, printable } from "../io.js";
import { UsageError } from "../usage-error.js";
import { csvColumns, resultColumns } from "../../../functions/src/contract/results.js";
import { detectorOf } from "../../../functions/src/contract/detectors.js";
import { csvText } from "../../../functions/src/contract/findings/csv-file.js";
import { segmentCell } from "../../../functions/src/contract/findings/csv-row.js";
import { headlineOf } from "../../../functions/src/engine/detectors/words.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import { addDays, type Day } from "../../../functions/src/common/days.js";
import type { ProfileHistory } from "../../../functions/src/aggregates/model.js";

/**
 * Runs the checks on an export.
 * @param args the command-line arguments
 * @returns the exit code: 0 nothing found, 1 warnings or alerts, 2 bad input, or nothing found in what could be counted
 */
export async function analyse(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    const options = parseOptions(args);
    if (options === null) {
      terminal.out(usage);
      return 0;
    }
    const { input, stats } = await inputOf(terminal, options);
    const hasAllNames = stats.unlistedRows + stats.unlistedValues === 0;
    const renames = input.aggregates ? renamesIn(input.aggregates) : [];
    const { detectors: judged } = evaluateRun(input, undefined, renames);
    const detectors = hasAllNames ? judged : judged.map(withoutVerdict);
    terminal.out(printOutcome({ detectors }, options.format, terminal.width));
    if (detectors.some(({ filteredRows }) => filteredRows > 0)) return 1;
    return hasAllNames ? 0 : 2;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.note(`${printableLines(error.message)}\n`);
    return 2;
  }
}

/** A check that found nothing wrong says nothing about the names that weren't counted. */
const withoutVerdict = (outcome: DetectorOutcome): DetectorOutcome =>
  outcome.severity === "normal"
    ? { ...outcome, severity: "inconclusive", reason: "The export has more names than can be counted." }
    : outcome;

async function inputOf(
  terminal: Terminal,
  options: AnalyseOptions,
): Promise<{ input: RunInput; stats: ExportStats }> {
  const span = countBaselineDays + options.settings.checkBackDays;
  const countSpan = Math.max(span, habitReach + options.settings.checkBackDays);
  const { aggregates, counts, lastDay, leftOut, stats, exportTimeBasis } = await readExport(
    terminal,
    options,
    {
      span,
      countSpan,
    },
  );
  if (stats.firstNotFiniteLine !== null)
    throw new UsageError(
      `${nameOf(options.exportPath)}, line ${stats.firstNotFiniteLine}: has NaN or Infinity, which JSON doesn't have; write null instead`,
    );
  if (leftOut.length > 0)
    terminal.note(
      `${lastDay} is the last day tested. Left out: ${leftOut.join(", ")}. With --as-of, any day can be the last.\n`,
    );
  if (stats.invalidLines > 0) terminal.note(`${invalidLines(stats)}\n`);
  if (stats.unlistedRows + stats.unlistedValues > 0) terminal.note(`${uncounted(stats)}\n`);
  if (terminal.isTerminal)
    terminal.note(
      `${stats.rows} rows, ${stats.duplicates} duplicates, ${stats.outOfRange} on other days; last tested day ${lastDay}${exportTimeBasis === "projectTime" ? ", times in the project's zone" : ""}.\n`,
    );
  const profiles =
    options.profilesPath === null ? null : await readProfiles(terminal, options.profilesPath, lastDay, span);
  const input = {
    lastDay,
    detectors: options.detectors.map((key) => ({ key, settings: options.settings })),
    counts,
    aggregates,
    profiles,
    previous: null,
  };
  return { input, stats };
}

function invalidLines({ invalidLines: count, firstInvalidLines: first }: ExportStats): string {
  const which = `(line ${first.join(", ")}${count > first.length ? ", …" : ""})`;
  return count === 1
    ? `1 line is not an event row and was skipped ${which}.`
    : `${count} lines are not event rows and were skipped ${which}.`;
}

const uncounted = ({ unlistedRows, unlistedValues }: ExportStats): string =>
  `There are more names of events or properties than can be counted separately: ${unlistedRows} rows and ${unlistedValues} values were skipped.`;

/** Formats the outcome as text: `json` and `csv` have every row; `table` has the findings and each check's verdict. */
function printOutcome(outcome: RunOutcome, format: Format, width: number): string {
  const rows = outcome.detectors.flatMap((detector) => detector.rows);
  switch (format) {
    case "json":
      return json(rows.map(inColumnOrder));
    case "csv":
      return csvText([[...csvColumns], ...rows.map(({ row, segment }) => csvCells(row, segment))]);
    case "table":
      return table(outcome, width);
  }
}

const inColumnOrder = ({ row, segment }: FinishedRow): Record<string, unknown> =>
  Object.fromEntries([
    ...resultColumns.map((column) => [column, row[column]] as const),
    ["segment", segment && segmentCell(segment)],
  ]);

function table({ detectors: outcomes }: RunOutcome, width: number): string {
  const lines: string[] = [];
  for (const outcome of outcomes) {
    lines.push(verdictLine(outcome));
    for (const found of outcome.rows)
      if (found.row.severity === "alert" || found.row.severity === "warning")
        lines.push(...rowLines(found, width));
  }
  return `${lines.join("\n")}\n`;
}

function verdictLine({ key, severity, reason, totalRows, filteredRows }: DetectorOutcome): string {
  const found = severity === "inconclusive" ? (reason ?? "") : `${filteredRows} of ${totalRows} flagged`;
  return `${severity.toUpperCase().padEnd(13)}${detectorOf(key).name}: ${printable(found)}`;
}

function rowLines({ row, finding }: FinishedRow, width: number): string[] {
  const state = row.state === null ? "" : ` [${row.state}]`;
  return [
    `  ${row.severity.padEnd(8)} ${printable(finding ? headlineOf(finding) : row.entity)}${state}`,
    ...wrapped(printable(row.reason), Math.max(40, width - 13)).map((line) => `           ${line}`),
    ...(row.cause === null ? [] : [`           Cause: ${printable(row.cause)}`]),
  ];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

const newline = 0x0a;

/**
 * Reads a file with one profile, or one page of `/engage`, per line.
 * @throws UsageError that names the number of a line that is neither
 */
async function readProfiles(
  terminal: Terminal,
  path: string,
  lastDay: Day,
  span: number,
): Promise<ProfileHistory> {
  const days = { from: addDays(lastDay, 1 - span), to: lastDay };
  const profiler = createProfilesProfiler({ days, hashKey: Buffer.from("plumbline analyse") });
  let number = 0;
  for await (const line of linesOf(readBytes(terminal, path))) {
    number++;
    if (line.trim() === "") continue;
    const profiles = profilesIn(line);
    if (profiles === null) throw new UsageError(`${path}, line ${number}: not a user profile`);
    profiler.push(profiles);
  }
  return profileHistory([], profiler.end(), lastDay, span);
}

/** Splits only at "\n", because texts may contain other line breaks. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  /** Pieces of the unfinished line: a page can be a line of many megabytes. */
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString("utf8");
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString("utf8");
}

function profilesIn(line: string): readonly EngageProfile[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null) return null;
  if ("results" in parsed && Array.isArray(parsed.results))
    return parsed.results.every(isProfile) ? parsed.results : null;
  return isProfile(parsed) ? [parsed] : null;
}

const isProfile = (value: unknown): value is EngageProfile =>
  typeof value === "object" &&
  value !== null &&
  "$properties" in value &&
  typeof value.$properties === "object" &&
  !Array.isArray(value.$properties);
