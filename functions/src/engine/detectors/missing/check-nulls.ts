import { isCampaignLike } from "../../../contract/names/property-names.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import { isFlagged } from "../../result-row.js";
import { nullShare } from "../../expectation/shares/effect.js";
import {
  baselineEnd,
  effectLimits,
  type CheckedTable,
  checkTable,
  type ShareSettings,
  worstSeverity,
} from "../../expectation/shares/check-table.js";
import { nullSeries } from "../property-subject/null-series.js";
import { newPool, poolDays } from "../../expectation/shares/pool.js";
import {
  capSeverity,
  dayOf,
  draftRow,
  makeTables,
  noSeries,
  type PropertyCheck,
  type Subject,
} from "../property-subject/subject.js";
import {
  campaignText,
  streakText,
  baselineVariationText,
  theBaseline,
  tooFewText,
  whyNormal,
} from "../property-subject/verdict-text.js";
import { windowCells } from "../property-subject/window-cells.js";
import { inLastDays, shareText, shortDate } from "../../text/figures.js";

/** Checks the share of events or profiles without a value. */
export const nullCheck: PropertyCheck = {
  hasFinding: (subject) => worstSeverity(subject.tables.nulls, settingsOf(subject)) !== "normal",
  rowOf,
};

const settingsOf = ({ source, checkBackDays, thresholdPercent }: Subject): ShareSettings => ({
  checkBackDays,
  threshold: thresholdPercent / 100,
  hasTraffic: source.units === "events",
});

function rowOf(subject: Subject, detector: DetectorKey): DraftRow {
  const { source, tables, checkBackDays, thresholdPercent, reread } = subject;
  const { nulls: table, period } = tables;
  const threshold = thresholdPercent / 100;
  const verdict = checkTable(table, settingsOf(subject));
  if (!verdict.window) {
    const reason = tooFewText("nulls", source.units, checkBackDays);
    return draftRow(
      subject,
      detector,
      { severity: "inconclusive", reason, threshold_pct: thresholdPercent },
      noSeries,
    );
  }

  const { window } = verdict;
  const isCampaign = isCampaignLike(tables.series.property);
  const severity = capSeverity(verdict.severity, isCampaign, source);
  const flaggedFrom = isFlagged({ severity }) ? period.from + window.start : null;
  const now = poolDays(table, window.start, table.days, newPool(2));
  const before = poolDays(table, 0, baselineEnd(table, window.start), newPool(2));
  const observed = now.cells[1]! / now.rows;
  const expected = before.cells[1]! / before.rows;
  const effects = effectLimits("nulls", threshold, window.baselineVariation ?? 0);
  const shareAt = (effect: number) => nullShare(before) + effect * (1 - nullShare(before));
  const hasAlert = capSeverity("alert", isCampaign, source) === "alert";
  const limits = { warning: shareAt(effects.warning), alert: hasAlert ? shareAt(effects.alert) : null };

  return draftRow(
    subject,
    detector,
    {
      severity,
      reason: reasonOf(subject, verdict, observed, expected, flaggedFrom),
      observed: 100 * observed,
      expected: 100 * expected,
      ...windowCells(subject, severity, verdict),
    },
    () => {
      const again = makeTables(reread(), source, checkBackDays);
      return nullSeries(again.series, again.period, source, flaggedFrom, limits);
    },
  );
}

function reasonOf(
  subject: Subject,
  verdict: CheckedTable,
  observed: number,
  expected: number,
  flaggedFrom: number | null,
): string {
  const { source, tables, thresholdPercent } = subject;
  const { window, severity } = verdict;
  const table = tables.nulls;
  const baseline = theBaseline(table, dayOf(subject));
  const share = `missing on ${shareText(observed)} of ${source.units} ${inLastDays(window.length)}`;
  if (flaggedFrom !== null) {
    const campaign = isCampaignLike(tables.series.property) ? campaignText : "";
    const since = `${window.length === 1 ? "" : "since "}${shortDate(source.days[flaggedFrom]!)}`;
    const change = observed > expected ? "up from" : "before";
    return `${share} (${since}), ${change} ${shareText(expected)}. ${baselineVariationText(table, window, dayOf(subject))}${streakText(verdict)}${campaign}`;
  }
  if (severity === "inconclusive") {
    return `it often changes this much: up to ${shareText(window.baselineVariation ?? 0)} of its values were missing in ${baseline}.`;
  }
  return `${share}, ${shareText(expected)} in ${baseline}; ${whyNormal(table, window, thresholdPercent / 100, source.units, dayOf(subject))}.`;
}
