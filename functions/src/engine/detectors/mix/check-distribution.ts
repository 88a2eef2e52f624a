import { hasVersionName, isCampaignLike } from "../../../contract/names/property-names.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import { isFlagged } from "../../result-row.js";
import { movedShare } from "../../expectation/shares/effect.js";
import { windowCells } from "../property-subject/window-cells.js";
import {
  baselineEnd,
  type CheckedTable,
  checkTable,
  type ShareSettings,
  type TableVerdict,
  worstSeverity,
  effectLimits,
  warningOn,
  type WindowFigures,
} from "../../expectation/shares/check-table.js";
import { checkSizes, type Multiplied, sizeParts } from "../../expectation/shares/multiplied.js";
import { newPool, poolDays, type PooledRows } from "../../expectation/shares/pool.js";
import { logSizeBelow, type SizeTable } from "../../series/size-table.js";
import type { LabelledTable, PropertyTables } from "../../series/property-tables.js";
import { isVersionLike } from "../../series/self-changing.js";
import {
  capSeverity,
  dayOf,
  draftRow,
  makeTables,
  noSeries,
  type PropertyCheck,
  type Subject,
  type SubjectSource,
} from "../property-subject/subject.js";
import {
  streakText,
  movesText,
  baselineVariationText,
  theBaseline,
  windowText,
  tooFewText,
  whyNormal,
} from "../property-subject/verdict-text.js";
import { inLastDays, shareText } from "../../text/figures.js";
import type { DistributionSeries } from "../../../contract/results.js";
import { type Sizes, sizesText, timesText } from "../../../contract/findings/sizes.js";
import type { SharePeriod } from "../../series/share-period.js";

type TableOf = (tables: PropertyTables) => LabelledTable;
type Checked = { verdict: TableVerdict; tableOf: TableOf };
type MultipliedNumbers = Multiplied & { verdict: CheckedTable; sizes: Sizes };

/** Checks the mix of values. Their forms are reported only if they are an alert and the values are not. */
export const distributionCheck: PropertyCheck = {
  hasFinding: (subject) => {
    const { tables } = subject;
    const severityOf = ({ table, tableAsOf }: LabelledTable) =>
      worstSeverity(table, settingsOf(subject, tableAsOf));
    return (
      (whyRolling(tables) === null &&
        (severityOf(tables.values) !== "normal" || multipliedIn(subject) !== null)) ||
      (tables.hasSeveralForms && severityOf(tables.forms) === "alert")
    );
  },
  rowOf,
};

function rowOf(subject: Subject, detector: DetectorKey): DraftRow {
  const { thresholdPercent, tables, source, checkBackDays } = subject;
  const rolling = whyRolling(tables);
  const values = rolling === null ? check(subject, valuesOf) : null;
  const forms =
    values?.verdict.severity === "alert" || !tables.hasSeveralForms ? null : check(subject, formsOf);
  const checked = forms?.verdict.severity === "alert" ? forms : values;
  const multiplied = checked?.verdict.severity === "normal" ? multipliedIn(subject) : null;
  if (multiplied) return checkedRow(subject, detector, multiplied.verdict, valuesOf, multiplied);
  if (checked?.verdict.window) return checkedRow(subject, detector, checked.verdict, checked.tableOf);

  const reason = rolling ?? tooFewText("values", source.units, checkBackDays);
  return draftRow(
    subject,
    detector,
    { severity: "inconclusive", reason, threshold_pct: thresholdPercent },
    noSeries,
  );
}

const valuesOf = (tables: PropertyTables): LabelledTable => tables.values;
const formsOf = (tables: PropertyTables): LabelledTable => tables.forms;

function check(subject: Subject, tableOf: TableOf): Checked {
  const { table, tableAsOf } = tableOf(subject.tables);
  return { verdict: checkTable(table, settingsOf(subject, tableAsOf)), tableOf };
}

/** The finding that the numbers were multiplied; null if they weren't, or if added events explain it. */
function multipliedIn(subject: Subject): MultipliedNumbers | null {
  const { tables } = subject;
  const made = tables.sizes;
  if (!made) return null;
  const settings = settingsOf(subject, undefined);
  const found = checkSizes(made, settings);
  if (!found) return null;
  const { table } = tables.values;
  const verdict = warningOn(table, found.length, settings);
  if (!verdict) return null;
  const sizes = sizesOf(made, verdict.window);
  return sizes.length === 0 ? null : { ...found, verdict, sizes };
}

const settingsOf = (
  { source, checkBackDays, thresholdPercent }: Subject,
  tableAsOf: ShareSettings["tableAsOf"],
): ShareSettings => ({
  checkBackDays,
  threshold: thresholdPercent / 100,
  hasTraffic: source.units === "events",
  ...(tableAsOf && { tableAsOf }),
});

/** Returns why the shares of a property's values aren't checked, or null if they are. */
function whyRolling({ series, period }: PropertyTables): string | null {
  if (isCampaignLike(series.property) && !hasVersionName(series.property)) {
    return "campaigns and experiments replace each other, so their shares aren't checked.";
  }
  if (!isVersionLike(series, period.from, period.split)) return null;
  return hasVersionName(series.property)
    ? "versions replace each other, so their shares aren't checked."
    : "its values are versions or dates, which replace each other, so their shares aren't checked.";
}

function checkedRow(
  subject: Subject,
  detector: DetectorKey,
  verdict: CheckedTable,
  tableOf: TableOf,
  multiplied: MultipliedNumbers | null = null,
): DraftRow {
  const { source, tables, checkBackDays, thresholdPercent, reread } = subject;
  const { table } = tableOf(tables);
  const { window } = verdict;
  const severity = capSeverity(verdict.severity, false, source);
  const badDay = isFlagged({ severity }) ? window.start : null;
  const now = poolDays(table, window.start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, baselineEnd(table, window.start), newPool(table.cells));
  const { distance, chance } = movedShare(table, now, before);
  const draft = draftRow(
    subject,
    detector,
    {
      severity,
      reason: multiplied
        ? multipliedText(subject, window, multiplied)
        : reasonOf(subject, tableOf(tables), verdict, badDay, distance),
      observed: 100 * distance,
      expected: 100 * chance,
      ...windowCells(subject, severity, verdict),
    },
    () => {
      const again = makeTables(reread(), source, checkBackDays);
      const series = distributionSeries(tableOf(again), again.period, source, window, thresholdPercent / 100);
      return multiplied ? { ...series, sizes: multiplied.sizes } : series;
    },
  );
  return multiplied ? { ...draft, sizes: multiplied.sizes } : draft;
}

/** The sizes of the numbers before and since the first bad day. */
function sizesOf({ table, sizes }: SizeTable, { start }: WindowFigures): Sizes {
  const now = poolDays(table, start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, baselineEnd(table, start), newPool(table.cells));
  const sizeBelow = (pool: PooledRows, part: number) =>
    Number((2 ** logSizeBelow(sizes, pool, part)).toPrecision(4));
  return sizeParts
    .map((part) => ({ quantile: part, before: sizeBelow(before, part), after: sizeBelow(now, part) }))
    .filter((one) => one.before > 0 && one.after > 0);
}

function multipliedText(
  subject: Subject,
  window: WindowFigures,
  { largestPast, sizes }: MultipliedNumbers,
): string {
  const when = windowText(window, dayOf(subject)(window.start));
  const past = (2 ** largestPast).toFixed(2);
  return `the numbers are ${timesText(sizes)} ${when}: ${sizesText(sizes)}. Their largest past change was a factor of ${past}.`;
}

function reasonOf(
  subject: Subject,
  shown: LabelledTable,
  verdict: CheckedTable,
  badDay: number | null,
  distance: number,
): string {
  const { source, thresholdPercent } = subject;
  const { table } = shown;
  const { window } = verdict;
  const what = table.kind === "forms" ? "format" : "mix";
  const share = `the ${what} of values shifted by ${shareText(window.effect)}`;
  if (badDay !== null) {
    const firstDay = dayOf(subject)(badDay);
    // The same figure as `observed`, which can be recomputed from the shares beside it. The effect is net of
    // chance.
    return `the ${what} of values shifted by ${shareText(distance)} ${windowText(window, firstDay)}: ${movesText(shown, window)}. ${baselineVariationText(table, window, dayOf(subject))}${streakText(verdict)}`;
  }
  if (verdict.severity === "inconclusive") {
    const largest = shareText(window.baselineVariation ?? 0);
    return `it often changes this much: by up to ${largest} in ${theBaseline(table, dayOf(subject))}.`;
  }
  return `${share} ${inLastDays(window.length)}; ${whyNormal(table, window, thresholdPercent / 100, source.units, dayOf(subject), shown.inSentence)}.`;
}

/** The chart that compares the mix of a window with that of the whole baseline, in the table's order. */
function distributionSeries(
  { table, shownAs, label }: LabelledTable,
  period: SharePeriod,
  source: SubjectSource,
  window: WindowFigures,
  threshold: number,
): DistributionSeries {
  const now = poolDays(table, window.start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, baselineEnd(table, window.start), newPool(table.cells));
  const limits = effectLimits(table.kind, threshold, window.baselineVariation ?? 0);
  const cells: DistributionSeries["cells"] = [];
  for (let cell = 0; cell < table.cells; cell++) {
    if (now.cells[cell] === 0 && before.cells[cell] === 0) continue;
    cells.push({
      label: label(cell),
      before: before.cells[cell]! / before.rows,
      after: now.cells[cell]! / now.rows,
    });
  }
  return {
    kind: "distribution",
    table: shownAs,
    reference: {
      from: source.days[period.from]!,
      to: source.days[period.from + baselineEnd(table, window.start) - 1]!,
      rows: before.rows,
    },
    window: {
      from: source.days[period.from + window.start]!,
      to: source.days[period.end - 1]!,
      rows: now.rows,
    },
    cells,
    chance: movedShare(table, now, before).chance,
    // A shift of forms alone is an alert or nothing.
    warningFrom: table.kind === "forms" ? limits.alert : limits.warning,
    alertFrom: limits.alert,
    effect: window.effect,
  };
}
