import { logCount } from "../stats/moments.js";
import { type EventCounts, type ProjectCounts, rowsAt } from "./project-counts.js";
import type { CountRun } from "./runs.js";
import { isWeekdayHabit } from "./weekday-habit.js";

/** Both bars of z: from `warning` on a run is a warning, from `alert` on an alert. */
export type Bars = { warning: number; alert: number };

export type RunFigures = {
  run: CountRun;
  /** Rows in the run, C. */
  observed: number;
  /** Expected rows by level and weekday alone. */
  bareExpected: number;
  /** Expected rows with the project's move, E_run. */
  expected: number;
  expectedByDay: readonly number[];
  direction: -1 | 1;
  /** Relative change that is compared with the threshold: against E, for a rise against at least 10 rows. */
  effect: number;
  /** Enough rows to be judged. */
  isJudged: boolean;
  z: number;
  /** √v: the spread of ln C that is usual for a run of this length and size. */
  spread: number;
  bars: Bars;
  /** Would be a finding, but its weekdays did as much before. */
  isHabit: boolean;
  severity: "alert" | "warning" | "normal";
};

const minRows = 10;
const openBars: Bars = { warning: 3.5, alert: 4.5 };
const closedBars: Bars = { warning: 4.9, alert: 6.3 };

/**
 * One run of one event against the level of its first day: drop or rise, effect, z and severity.
 * v = σ²·max(½, k^−0.35) + 1/(E+1) + 0.05² and z = |ln((C+½)/(E+½))|/√v for a run of k days.
 * @param checkBackDays a longer window tests more closed runs, so their bars rise with its sixth root
 */
export function judgeRunOf(
  project: ProjectCounts,
  event: EventCounts,
  run: CountRun,
  threshold: number,
  checkBackDays: number,
): RunFigures {
  const level = event.level[run.days[0]!]!;
  let observed = 0;
  let bareExpected = 0;
  let expected = 0;
  const expectedByDay: number[] = [];
  for (const day of run.days) {
    const bare = rowsAt(level, event.weekdayIndex[project.weekdays[day]!]!);
    const withProject = bare * Math.exp(project.factor[day]!);
    observed += event.counts[day]!;
    bareExpected += bare;
    expected += withProject;
    expectedByDay.push(withProject);
  }
  const isDrop = observed < expected;
  const effect = isDrop ? observed / expected - 1 : observed / Math.max(expected, minRows) - 1;
  const isJudged = expected >= minRows || (!isDrop && observed >= minRows);
  const spread = spreadOf(event.sigma, run.days.length, expected);
  const logRatio = logCount(observed) - logCount(expected);
  const z = Math.abs(logRatio) / spread;
  const bars = barsOf(run.isOpen, checkBackDays);
  const severity = isJudged && Math.abs(effect) >= threshold ? severityAt(z, bars) : "normal";
  const isHabit = severity !== "normal" && isWeekdayHabit(project, event, run.days, expectedByDay, logRatio);
  return {
    run,
    observed,
    bareExpected,
    expected,
    expectedByDay,
    direction: isDrop ? -1 : 1,
    effect,
    isJudged,
    z,
    spread,
    bars,
    isHabit,
    severity: isHabit ? "normal" : severity,
  };
}

/** √v, the usual spread of the logarithm of a run's rows. */
export function spreadOf(sigma: number, days: number, expected: number): number {
  return Math.sqrt(sigma ** 2 * Math.max(0.5, days ** -0.35) + 1 / (expected + 1) + 0.05 ** 2);
}

function barsOf(isOpen: boolean, checkBackDays: number): Bars {
  if (isOpen) return openBars;
  const growth = (checkBackDays / 7) ** (1 / 6);
  return { warning: closedBars.warning * growth, alert: closedBars.alert * growth };
}

function severityAt(z: number, bars: Bars): "alert" | "warning" | "normal" {
  if (z >= bars.alert) return "alert";
  return z >= bars.warning ? "warning" : "normal";
}
