import type { DetectorKey } from "../../contract/detectors.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import { distributionSeries } from "./distribution-series.js";
import { movedShare } from "./effect.js";
import { firstBadDay, stretchCells } from "./stretch-cells.js";
import { type JudgedTable, judgeTable, type TableVerdict } from "./judge-table.js";
import { newPool, poolDays } from "./pool.js";
import type { LabelledTable, PropertyTables } from "./property-tables.js";
import { hasRollingName, isPlannedName, rollsOver } from "./rolls-over.js";
import { capped, draftRow, makeTables, noSeries, type Subject } from "./subject.js";
import { backText, movesText, ownPastText, stretchText, tooFewText, whyNormal } from "./verdict-wording.js";
import { inLastDays, percentText, theDaysBefore } from "./wording.js";

type TableOf = (tables: PropertyTables) => LabelledTable;
type Judged = { verdict: TableVerdict; tableOf: TableOf };

/** The row on the mix of values; the forms of the values speak only with an alert, where the values raise none. */
export function checkDistribution(subject: Subject, detector: DetectorKey): DraftRow {
  const { thresholdPercent, tables, source, checkBackDays } = subject;
  const rolling = whyRolling(tables);
  const values = rolling === null ? judge(subject, valuesOf) : null;
  const forms = values?.verdict.severity === "alert" ? null : judge(subject, formsOf);
  const judged = forms?.verdict.severity === "alert" ? forms : values;
  if (judged?.verdict.stretch) return judgedRow(subject, detector, judged.verdict, judged.tableOf);

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

function judge({ source, tables, checkBackDays, thresholdPercent }: Subject, tableOf: TableOf): Judged {
  const { table, tableAsOf } = tableOf(tables);
  const settings = {
    checkBackDays,
    threshold: thresholdPercent / 100,
    hasTraffic: source.units === "rows",
    ...(tableAsOf && { tableAsOf }),
  };
  return { verdict: judgeTable(table, settings), tableOf };
}

/** Why a property gets no table of values, else null. */
function whyRolling({ series, period }: PropertyTables): string | null {
  if (isPlannedName(series.property) && !hasRollingName(series.property)) {
    return "campaigns and experiments replace each other, so their shares are not judged.";
  }
  if (!rollsOver(series, period.from, period.split)) return null;
  return hasRollingName(series.property)
    ? "versions replace each other, so their shares are not judged."
    : "its values are versions or dates, which replace each other, so their shares are not judged.";
}

function judgedRow(
  subject: Subject,
  detector: DetectorKey,
  verdict: JudgedTable,
  tableOf: TableOf,
): DraftRow {
  const { source, tables, checkBackDays, thresholdPercent, reread } = subject;
  const { table } = tableOf(tables);
  const { stretch } = verdict;
  const severity = capped(verdict.severity, false, source);
  const badDay = isFlagged({ severity }) ? firstBadDay(stretch) : null;
  const now = poolDays(table, stretch.start, table.days, newPool(table.cells));
  const before = poolDays(table, 0, table.split, newPool(table.cells));
  const { distance, chance } = movedShare(table, now, before);
  return draftRow(
    subject,
    detector,
    {
      severity,
      reason: reasonOf(subject, tableOf(tables), verdict, badDay),
      observed: 100 * distance,
      expected: 100 * chance,
      ...stretchCells(subject, severity, verdict),
    },
    () => {
      const again = makeTables(reread(), source, checkBackDays);
      return distributionSeries(tableOf(again), again.period, source, stretch, thresholdPercent / 100);
    },
  );
}

function reasonOf(
  { source, tables, thresholdPercent }: Subject,
  shown: LabelledTable,
  verdict: JudgedTable,
  badDay: number | null,
): string {
  const { table } = shown;
  const { stretch } = verdict;
  const what = table.kind === "forms" ? "a value of another form" : "another value";
  const share = `${percentText(stretch.effect)} of the ${source.units} have ${what}`;
  if (badDay !== null) {
    const firstDay = source.days[tables.period.from + badDay]!;
    return `${share} ${stretchText(stretch, firstDay, movesText(shown, stretch))}; ${ownPastText(table, stretch)}.${verdict.isBackOnLastDay ? backText : ""}`;
  }
  if (verdict.severity === "inconclusive") {
    const largest = percentText(stretch.ownPast ?? 0);
    return `changes this much by itself (up to ${largest} of the ${source.units} in ${theDaysBefore(table.split)}).`;
  }
  return `${share} ${inLastDays(stretch.length)}; ${whyNormal(table, stretch, thresholdPercent / 100, source.units, shown.inSentence)}.`;
}
