import { z } from "zod";
import { detectorOf } from "../../contract/detectors.js";
import { rowSeveritySchema, type DetailedRow } from "../../contract/results.js";
import { type Sizes, sizeChangePct } from "../../contract/findings/sizes.js";
import { isComparedWithBothSides } from "../expectation/counts/both-sides.js";
import type { Rule } from "./rule-words.js";
import { howDecided } from "./words.js";

const stepSchema = z.object({
  what: z.string(),
  formula: z.string(),
  computed: z.number(),
  reported: z.number().nullable().describe("The figure in the report; null if the report doesn't show one."),
  agrees: z
    .boolean()
    .nullable()
    .describe("Whether the two agree, within rounding; null if `note` says why they may differ."),
  note: z.string().nullable(),
});
type Step = z.infer<typeof stepSchema>;

export const verdictCheckSchema = z.object({
  check: z.string(),
  entity: z.string(),
  parent: z.string().nullable(),
  severity: rowSeveritySchema,
  reason: z.string(),
  rule: z.string().describe("How this check decides, in plain text."),
  steps: z.array(stepSchema),
  agrees: z.boolean().describe("Whether no step contradicts the report."),
  days: z
    .array(
      z.object({
        day: z.string(),
        observed: z.number(),
        expected: z.number().nullable(),
        isFlagged: z.boolean(),
      }),
    )
    .describe(
      "Events or profiles per day. For missing values, `observed` counts those without a value. Empty for changed mixes. The last day of a finding of hours counts up to its last tested hour.",
    ),
});
type VerdictCheck = z.infer<typeof verdictCheckSchema>;

/** Recomputes what a report says about one row from the daily numbers it shows. */
export function checkVerdict(row: DetailedRow): VerdictCheck {
  const rule = row.finding?.figures.rule ?? detectorOf(row.detector).rule;
  const steps = stepsOf[rule](row);
  return {
    check: row.detector,
    entity: row.entity,
    parent: row.parent,
    severity: row.severity,
    reason: row.reason,
    rule: howDecided(rule),
    steps,
    agrees: steps.every(({ agrees }) => agrees !== false),
    days: daysOf(row),
  };
}

const stepsOf: Record<Rule, (row: DetailedRow) => Step[]> = {
  "count-change": countSteps,
  "profile-count": countSteps,
  silence: silenceSteps,
  // The report doesn't have the counts of past hours.
  hours: () => [],
  "property-silence": stoppedPropertySteps,
  "null-rate": nullSteps,
  distribution: distributionSteps,
};

/** @param tolerance how much the two may differ because of rounding in the report */
const step = (
  what: string,
  formula: string,
  computed: number,
  reported: number | null,
  tolerance: number,
  note: string | null = null,
): Step => ({
  what,
  formula,
  computed: rounded(computed),
  reported,
  agrees: reported === null || note !== null ? null : Math.abs(computed - reported) <= tolerance,
  note,
});

const rounded = (value: number): number => Number(value.toPrecision(6));

function countSteps(row: DetailedRow): Step[] {
  const { observed, expected, days, usual_pct: usual, threshold_pct: threshold } = row;
  if (observed === null || expected === null || days === null) return [];
  const copies = row.finding?.copies;
  if (copies?.isRise === false)
    return [
      step(
        "Change in the share of copies, in points",
        "copies in percent of all events − the same usually",
        copies.nowPct - copies.beforePct,
        row.change_pct,
        0.1,
      ),
    ];
  const steps: Step[] = [];
  const flagged = row.series?.kind === "counts" ? row.series.days.filter(({ isFlagged }) => isFlagged) : [];
  if (flagged.length === days) {
    const sum = (values: readonly (number | null)[]) =>
      values.reduce<number>((total, value) => total + (value ?? 0), 0);
    steps.push(
      step("Observed", "C = sum of the flagged days", sum(flagged.map((day) => day.observed)), observed, 0.5),
      step(
        "Expected",
        "E = sum of the expected values of these days",
        sum(flagged.map((day) => day.expected)),
        expected,
        0.1 * days,
      ),
    );
  }
  if (expected > 0)
    steps.push(
      step(
        "Change in percent, net of the project trend",
        "100 × (C/E − 1)",
        100 * (observed / expected - 1),
        row.change_pct_beyond_project,
        0.1,
      ),
    );
  if (threshold !== null) {
    const effect = observed < expected ? observed / expected - 1 : observed / Math.max(expected, 10) - 1;
    const note = "Must reach the threshold, which is shown as `reported`.";
    steps.push(
      step(
        "Effect in percent",
        "100 × |C/E − 1|, a rise against at least 10",
        100 * Math.abs(effect),
        threshold,
        0,
        note,
      ),
    );
  }
  if (usual !== null) {
    const sigma = Math.log1p(usual / 100);
    const daily = expected / days;
    const counting = isComparedWithBothSides({ isOver: isOver(row), age: row.baseline_days ?? 0, daily })
      ? 1 / (daily + 1)
      : 0;
    const variance = Math.max(0, sigma ** 2 - counting);
    const spread = Math.sqrt(variance * Math.max(0.5, days ** -0.35) + 1 / (expected + 1) + 0.05 ** 2);
    const z = Math.abs(Math.log((observed + 0.5) / (expected + 0.5))) / spread;
    const note = "The report's z covers only the days that decided, which may be just the last of these.";
    const own = counting > 0 ? "max(0, σ² − 1/(E/k+1))" : "σ²";
    const formula = `|ln((C+½)/(E+½))| / √(${own}·max(½, k^−0.35) + 1/(E+1) + 0.05²)`;
    steps.push(step("z", formula, z, row.z, 0, note));
    steps.push(limitStep(row));
  }
  return steps;
}

const isOver = ({ series, last_day: last }: DetailedRow): boolean =>
  series?.kind === "counts" && last !== null && last < series.tested.to;

const limitStep = ({ z, z_needed: needed }: DetailedRow): Step =>
  step(
    "z in the report",
    "Must reach the limit for an alert, which is shown as `reported`.",
    z ?? 0,
    needed,
    0,
    "Below it, the finding is a warning at most.",
  );

function silenceSteps(row: DetailedRow): Step[] {
  if (row.series?.kind !== "counts" || row.days === null || row.expected === null) return [];
  const { days } = row.series;
  const first = days.findIndex(({ isFlagged }) => isFlagged);
  if (first < 0) return [];
  const silent = days.slice(first);
  const before = days.slice(Math.max(0, first - 56), first).map(({ observed }) => observed);
  const mean = before.reduce((total, count) => total + count, 0) / Math.max(1, before.length);
  const variance =
    before.reduce((total, count) => total + (count - mean) ** 2, 0) / Math.max(1, before.length - 1);
  const phi = mean > 0 ? Math.max(0, (variance - mean) / mean ** 2) : 0;
  const daily = row.expected / row.days;
  const logChance = row.days * (phi === 0 ? -daily : -Math.log1p(phi * daily) / phi);
  return [
    step(
      "Events since",
      "sum of the silent days",
      silent.reduce((total, { observed }) => total + observed, 0),
      row.observed,
      0,
    ),
    step("Silent days", "days since the first bad day, inclusive", silent.length, row.days, 0),
    step("Unevenness φ", "max(0, (variance − mean)/mean²) of up to 56 days before", phi, null, 0),
    step(
      "Chance, as a power of 10",
      "log₁₀ Π (1+φE)^(−1/φ), with the expected events spread evenly over the days",
      logChance / Math.LN10,
      null,
      0,
    ),
  ];
}

/** Events or profiles of the flagged days, and those of them without a value; null if there are none. */
function flaggedNulls({ series }: DetailedRow): { rows: number; without: number } | null {
  if (series?.kind !== "nulls") return null;
  const flagged = series.days.filter(({ isFlagged }) => isFlagged);
  const rows = flagged.reduce((total, day) => total + day.rows, 0);
  const without = flagged.reduce((total, day) => total + day.absent + day.null + day.empty, 0);
  return rows === 0 ? null : { rows, without };
}

function stoppedPropertySteps(row: DetailedRow): Step[] {
  const nulls = flaggedNulls(row);
  if (!nulls) return [];
  const { rows, without } = nulls;
  return [step("Values since", "events with a value on the flagged days", rows - without, row.observed, 0)];
}

function nullSteps(row: DetailedRow): Step[] {
  const nulls = flaggedNulls(row);
  if (!nulls) return [];
  const { rows, without } = nulls;
  const share = step(
    "Share without a value, in percent",
    "100 × (absent + null + empty)/events on the flagged days",
    (100 * without) / rows,
    row.observed,
    0,
    "The report's share covers the days that decided, which may begin a little earlier.",
  );
  if (row.observed === null || row.expected === null) return [share];
  const [q, p] = [row.observed / 100, row.expected / 100];
  return [
    share,
    step(
      "Effect in percent",
      "100 × (q − p)/(1 − p)",
      (100 * (q - p)) / (1 - p),
      row.change_pct,
      0,
      "The report has the smallest of several baselines.",
    ),
    limitStep(row),
  ];
}

function distributionSteps(row: DetailedRow): Step[] {
  if (row.series?.kind !== "distribution") return [];
  const { cells, chance, sizes } = row.series;
  const distance = cells.reduce((total, { before, after }) => total + Math.abs(after - before), 0) / 2;
  return [
    step(
      "Share of events whose value changed, in percent",
      "100 × ½ Σ|after − before|",
      100 * distance,
      row.observed,
      0.2,
    ),
    step(
      "Effect in percent",
      "100 × √(D² − A²)",
      100 * Math.sqrt(Math.max(0, distance ** 2 - chance ** 2)),
      row.change_pct,
      0,
      "The report has the smallest of several baselines.",
    ),
    ...(sizes ? [sizesStep(sizes, row.threshold_pct)] : [limitStep(row)]),
  ];
}

const sizesStep = (sizes: Sizes, threshold: number | null): Step =>
  step(
    "Change of the numbers' sizes in percent",
    "100 × (m − 1), with m the smallest of after/before, or of before/after if they fell, of the median and the upper decile",
    sizeChangePct(sizes),
    threshold,
    0,
    "Must reach the threshold on the days that decided, which is shown as `reported`.",
  );

function daysOf({ series }: DetailedRow): VerdictCheck["days"] {
  if (series?.kind === "counts")
    return series.days.map(({ day, observed, expected, isFlagged }) => ({
      day,
      observed,
      expected,
      isFlagged,
    }));
  if (series?.kind === "nulls")
    return series.days.map(({ day, absent, null: nulls, empty, isFlagged }) => ({
      day,
      observed: absent + nulls + empty,
      expected: null,
      isFlagged,
    }));
  return [];
}
