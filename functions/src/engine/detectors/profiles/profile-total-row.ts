import { daysText } from "../../../contract/findings/days.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import { addDays, daysBetween, type Day } from "../../../common/days.js";
import type { DraftRow } from "../../model.js";
import { changePercent, resultRow } from "../../result-row.js";
import { shareText, shortDate, wholeNumber } from "../../text/figures.js";
import { median, medianAbsoluteDeviation } from "../../stats/robust.js";
import { countBaselineDays } from "../../../contract/detectors/descriptor.js";
import { againstExpected } from "../../text/count-text.js";

type Snapshot = { day: Day; total: number };

const minSnapshots = 8;
const minDailyNoise = 0.005;
const alertZ = 3.5;
const bulkFall = 0.05;

/**
 * Checks the total number of profiles: E = C_start·exp(N·median r), with daily growth r = ln(C_d/C_{d−1}). A
 * gap of g days counts as g days of r/g each. σ = max(1.4826·MAD(r), 0.5%)·√N and z = |ln(C/E)|/σ. It is an
 * alert if |C/E − 1| ≥ T and z ≥ 3.5. A fall of 5% or more within one day is a warning in any case.
 * @param totals snapshots in ascending order, gaps allowed
 */
export function profileTotalRow(
  totals: readonly Snapshot[],
  detector: DetectorKey,
  lastDay: Day,
  checkBackDays: number,
  threshold: number,
): DraftRow {
  const base = { subject: { kind: "profiles", which: "all" }, detector } as const;
  const eve = addDays(lastDay, -checkBackDays);
  const earliest = addDays(eve, -countBaselineDays);
  const known = totals.filter(({ day, total }) => day <= lastDay && day >= earliest && total > 0);
  const end = known.at(-1);
  const threshold_pct = 100 * threshold;
  if (!end || known.length < minSnapshots || end.day <= eve) {
    const reason =
      `baseline being recorded: ${known.length} daily ${known.length === 1 ? "snapshot" : "snapshots"} of the number of profiles, ${minSnapshots} are needed` +
      (end && end.day <= eve ? ", one of them in the tested days." : ".");
    return {
      ...draft(resultRow({ ...base, severity: "inconclusive", last_day: lastDay, threshold_pct, reason })),
      recorded: { known: known.length, needed: minSnapshots },
    };
  }

  const steps = stepsOf(known);
  const start = known.findLast(({ day }) => day <= eve) ?? known[0]!;
  const days = daysBetween(start.day, end.day);
  const rates = steps.flatMap(({ rate, days: gap }) => Array<number>(gap).fill(rate));
  const growth = median(rates);
  const dailyNoise = Math.max(1.4826 * medianAbsoluteDeviation(rates), minDailyNoise);
  const noise = dailyNoise * Math.sqrt(days);
  const expected = start.total * Math.exp(days * growth);
  const z = Math.abs(Math.log(end.total / expected)) / noise;
  const change = end.total / expected - 1;
  const fall = worstFall(steps.filter(({ to }) => to.day > start.day));
  const common = {
    ...base,
    threshold_pct,
    usual_pct: 100 * Math.expm1(dailyNoise),
    z_needed: alertZ,
    baseline_from: known[0]!.day,
    baseline_to: start.day,
    baseline_days: daysBetween(known[0]!.day, start.day) + 1,
  };
  const wholeCells = {
    last_day: end.day,
    days,
    observed: end.total,
    expected,
    change_pct: changePercent(end.total, expected),
    change_pct_beyond_project: changePercent(end.total, expected),
    range_low: expected * Math.exp(-alertZ * noise),
    range_high: expected * Math.exp(alertZ * noise),
    z,
  };
  const whole =
    `${wholeNumber(end.total)} profiles at the end of ${shortDate(end.day)}, ${againstExpected(end.total, expected)}: ` +
    `${wholeNumber(start.total)} on ${shortDate(start.day)}, changing by ${signedPercentOf(growth)} a day`;

  if (Math.abs(change) >= threshold && z >= alertZ)
    return draft(
      resultRow({
        ...common,
        ...wholeCells,
        severity: "alert",
        first_bad_day: addDays(start.day, 1),
        provisional: days === 1,
        reason: `${whole}. Decided over ${daysText(days)}: z ${z.toFixed(1)}, an alert needs ${alertZ}.`,
      }),
      change < 0 ? -1 : 1,
      end.day === lastDay,
    );
  if (fall)
    return draft(
      resultRow({
        ...common,
        ...fallCells(fall),
        severity: "warning",
        reason:
          `${wholeNumber(fall.from.total)} profiles on ${shortDate(fall.from.day)} and ${wholeNumber(fall.to.total)} on ` +
          `${shortDate(fall.to.day)}: ${shareText(-Math.expm1(fall.rate))} fewer ${fall.days === 1 ? "within one day" : "a day"}. ` +
          "Bulk deletions and profile merges look like this.",
      }),
      -1,
      fall.to.day === lastDay,
    );
  return draft(
    resultRow({
      ...common,
      ...wholeCells,
      severity: "normal",
      reason:
        Math.abs(change) < threshold
          ? `${whole}, within your threshold of ${shareText(threshold)}.`
          : `${whole}. That exceeds your threshold, but it is within normal variation (z ${z.toFixed(1)}, an alert needs ${alertZ}).`,
    }),
  );
}

type Step = { from: Snapshot; to: Snapshot; days: number; rate: number };

/** Growth per day between consecutive snapshots. */
function stepsOf(known: readonly Snapshot[]): Step[] {
  return known.slice(1).map((to, i) => {
    const from = known[i]!;
    const days = daysBetween(from.day, to.day);
    return { from, to, days, rate: Math.log(to.total / from.total) / days };
  });
}

function worstFall(steps: readonly Step[]): Step | null {
  const falls = steps.filter(({ rate }) => -Math.expm1(rate) >= bulkFall);
  return falls.length === 0 ? null : falls.reduce((worst, step) => (step.rate < worst.rate ? step : worst));
}

function fallCells({ from, to, days }: Step) {
  const change = changePercent(to.total, from.total);
  return {
    first_bad_day: addDays(from.day, 1),
    last_day: to.day,
    days,
    observed: to.total,
    expected: from.total,
    change_pct: change,
    change_pct_beyond_project: change,
    z_needed: null,
    provisional: days === 1,
  };
}

const signedPercentOf = (rate: number): string => {
  const text = `${(100 * Math.expm1(rate)).toFixed(2)}%`.replace("-", "\u2212");
  return rate > 0 ? `+${text}` : text;
};

const draft = (row: DraftRow["row"], direction: DraftRow["direction"] = 0, isOpen = false): DraftRow => ({
  row,
  series: () => null,
  cause: null,
  isAnalysed: row.severity !== "inconclusive",
  direction,
  isOpen,
  levelChange: null,
});
