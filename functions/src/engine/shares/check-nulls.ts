import type { DetectorKey } from "../../contract/detectors.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import { nullShare } from "./effect.js";
import { effectLimits, type JudgedTable, judgeTable } from "./judge-table.js";
import { nullSeries } from "./null-series.js";
import { newPool, poolDays } from "./pool.js";
import { isPlannedName } from "./rolls-over.js";
import { capped, draftRow, makeTables, noSeries, type Subject } from "./subject.js";
import { backText, ownPastText, tooFewText, whyNormal } from "./verdict-wording.js";
import { firstBadDay, stretchCells } from "./stretch-cells.js";
import { inLastDays, percentText, shortDate, theDaysBefore } from "./wording.js";

/** The row on the share of units without a value. */
export function checkNulls(subject: Subject, detector: DetectorKey): DraftRow {
  const { source, tables, checkBackDays, thresholdPercent, reread } = subject;
  const { nulls: table, period } = tables;
  const threshold = thresholdPercent / 100;
  const hasTraffic = source.units === "rows";
  const verdict = judgeTable(table, { checkBackDays, threshold, hasTraffic });
  if (!verdict.stretch) {
    const reason = tooFewText("nulls", source.units, checkBackDays);
    return draftRow(
      subject,
      detector,
      { severity: "inconclusive", reason, threshold_pct: thresholdPercent },
      noSeries,
    );
  }

  const { stretch } = verdict;
  const isPlanned = isPlannedName(tables.series.property);
  const severity = capped(verdict.severity, isPlanned, source);
  const flaggedFrom = isFlagged({ severity }) ? period.from + firstBadDay(stretch) : null;
  const now = poolDays(table, stretch.start, table.days, newPool(2));
  const before = poolDays(table, 0, table.split, newPool(2));
  const observed = now.cells[1]! / now.rows;
  const expected = before.cells[1]! / before.rows;
  const limit = effectLimits("nulls", threshold, stretch.ownPast ?? 0).warning;
  const limitShare = nullShare(before) + limit * (1 - nullShare(before));

  return draftRow(
    subject,
    detector,
    {
      severity,
      reason: reasonOf(subject, verdict, observed, expected, flaggedFrom),
      observed: 100 * observed,
      expected: 100 * expected,
      ...stretchCells(subject, severity, verdict),
    },
    () => {
      const again = makeTables(reread(), source, checkBackDays);
      return nullSeries(again.series, again.period, source, flaggedFrom, limitShare);
    },
  );
}

function reasonOf(
  { source, tables, thresholdPercent }: Subject,
  { stretch, severity, isBackOnLastDay: isBack }: JudgedTable,
  observed: number,
  expected: number,
  flaggedFrom: number | null,
): string {
  const table = tables.nulls;
  const past = theDaysBefore(table.split);
  const share = `${percentText(observed)} of the ${source.units} have no value ${inLastDays(stretch.length)}`;
  if (flaggedFrom !== null) {
    const planned = isPlannedName(tables.series.property)
      ? " Campaigns and experiments end: at most a warning."
      : "";
    const since = `${stretch.length === 1 ? "" : "since "}${shortDate(source.days[flaggedFrom]!)}`;
    return `${share} (${since}; before ${percentText(expected)}), so at least ${percentText(stretch.effect)} of the values are lost${stretch.length === 1 ? "" : ", whichever day is left out"}; ${ownPastText(table, stretch)}.${isBack ? backText : ""}${planned}`;
  }
  if (severity === "inconclusive") {
    return `changes this much by itself (up to ${percentText(stretch.ownPast ?? 0)} of the values lost in ${past}).`;
  }
  return `${share}, in ${past} ${percentText(expected)}; ${whyNormal(table, stretch, thresholdPercent / 100, source.units)}.`;
}
