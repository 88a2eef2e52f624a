import { countBaselineDays } from "../../../functions/src/contract/detectors/descriptor.js";
import { type ExportStats } from "../../../functions/src/profiler/index.js";
import type { DetectorOutcome, RunInput } from "../../../functions/src/engine/model.js";
import { habitReach } from "../../../functions/src/engine/expectation/counts/habits/calendar-days.js";
import { evaluateRun, renamesIn } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import { nameOf, type Terminal } from "./input.js";
import { parseOptions, usage, type AnalyseOptions } from "./options.js";
import { printOutcome } from "./print-outcome.js";
import { readExport } from "./read-export.js";
import { readProfiles } from "./read-profiles.js";
import { printableLines } from "../io.js";
import { UsageError } from "../usage-error.js";

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
