import { isCampaignLike } from "../../../contract/names/property-names.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import { isFlagged } from "../../result-row.js";
import { nullSeries } from "../property-subject/null-series.js";
import { baselineEnd } from "../../expectation/shares/check-table.js";
import {
  capSeverity,
  dayOf,
  draftRow,
  makeTables,
  type PropertyCheck,
  type Subject,
} from "../property-subject/subject.js";
import { campaignText, theBaseline } from "../property-subject/verdict-text.js";
import { shareText, probabilityText, shortDate, wholeNumber } from "../../text/figures.js";
import { daysIn } from "../../series/share-table.js";
import type { PropertyTables } from "../../series/property-tables.js";

/** Checks whether a property still has values. */
export const stoppedCheck: PropertyCheck = {
  hasFinding: ({ tables }) => isFlagged(checkStopped(tables)),
  rowOf,
};

function rowOf(subject: Subject, detector: DetectorKey): DraftRow {
  const { source, tables, checkBackDays, reread } = subject;
  const verdict = checkStopped(tables);
  const severity = capSeverity(verdict.severity, isCampaignLike(tables.series.property), source);
  const isFinding = isFlagged({ severity });
  const flaggedFrom = isFinding ? verdict.since : null;
  const expected = verdict.rows * verdict.usualShare;
  const checked = severity !== "inconclusive" && {
    first_bad_day: flaggedFrom === null ? null : source.days[flaggedFrom]!,
    days: verdict.days,
    observed: verdict.values,
    expected,
    change_pct: expected > 0 ? 100 * (verdict.values / expected - 1) : null,
    provisional: isFinding ? verdict.days === 1 : null,
  };
  return draftRow(subject, detector, { severity, reason: reasonOf(subject, verdict), ...checked }, () => {
    const again = makeTables(reread(), source, checkBackDays);
    return nullSeries(again.series, again.period, source, flaggedFrom, null);
  });
}

function reasonOf(subject: Subject, verdict: StoppedVerdict): string {
  const { source, tables } = subject;
  const { units } = source;
  const since = verdict.since === null ? "" : shortDate(source.days[verdict.since]!);
  const usual = `in ${theBaseline(tables.nulls, dayOf(subject))}, ${shareText(verdict.usualShare)} of the ${units} had one`;
  switch (verdict.reason) {
    case "stopped": {
      const planned = isCampaignLike(tables.series.property) ? campaignText : "";
      return `no value since ${since} in ${wholeNumber(verdict.rows)} ${units}; ${usual}. How likely this is by chance: ${probabilityText(verdict.logChance)}.${planned}`;
    }
    case "has-values":
      return `still has values; ${usual}.`;
    case "chance":
      return `no value since ${since}, but there were only ${wholeNumber(verdict.rows)} ${units} since; ${usual}. This can be normal variation.`;
    case "event-stopped":
      return `no value since ${since}, but ${units === "events" ? "the event itself stopped" : "no profiles are seen anymore"}.`;
    case "too-few-values":
      return `too few values to tell: at least 50 are needed in the baseline, on at least 5% of the ${units}.`;
    case "too-few-rows":
      return `too few ${units} in the tested days.`;
  }
}

const fewestValues = 50;
const smallestShare = 0.05;
const fewestRows = 5;
/** Probability below which silence is a stop. */
const logChanceLimit = Math.log(1e-5);
/** Probability below which the event itself counts as stopped, the same as in the count detectors. */
const logEventChanceLimit = Math.log(1e-4);

export type StoppedVerdict = {
  severity: "alert" | "normal" | "inconclusive";
  reason: "stopped" | "has-values" | "chance" | "event-stopped" | "too-few-values" | "too-few-rows";
  /**
   * First day of the silence, which has rows, as an index into the series' days; null if there is no silence.
   */
  since: number | null;
  /** Number of days since then; of the whole window if there is no silence. */
  days: number;
  /** Rows on those days. */
  rows: number;
  /** Values on those days. */
  values: number;
  /** Share of the baseline's rows that had a value, 0–1. */
  usualShare: number;
  /** Natural logarithm of the probability of that many rows without a value; 0 if there is no silence. */
  logChance: number;
};

/**
 * Decides whether a property has stopped: rows still come, none of the newest days has a value, and that is
 * too unlikely given the baseline's share of filled rows and its overdispersion.
 */
export function checkStopped({ nulls, period }: PropertyTables): StoppedVerdict {
  const { split } = nulls;
  const rowsBetween = (from: number, end: number) =>
    nulls.sums[end * 2]! + nulls.sums[end * 2 + 1]! - nulls.sums[from * 2]! - nulls.sums[from * 2 + 1]!;
  // It may have begun before the window, which later runs move on.
  let start = nulls.days;
  while (start > 0 && nulls.sums[(start - 1) * 2] === nulls.sums[nulls.days * 2]) start--;
  const compared = baselineEnd(nulls, start);
  const baselineRows = rowsBetween(0, compared);
  const values = nulls.sums[compared * 2]!;
  const usualShare = values / (baselineRows + 1);
  // A day without rows says nothing about the property, so the silence begins on a day with rows.
  while (start < nulls.days && rowsBetween(start, start + 1) === 0) start++;
  const isSilent = start < nulls.days;
  const from = isSilent ? start : split;
  const rows = rowsBetween(from, nulls.days);
  const logChance = isSilent ? (rows / nulls.dispersion[1]!) * Math.log(1 - usualShare) : 0;
  const found = {
    since: isSilent ? period.from + start : null,
    days: nulls.days - from,
    rows,
    values: nulls.sums[nulls.days * 2]! - nulls.sums[from * 2]!,
    usualShare,
    logChance,
  };

  if (values < fewestValues || usualShare < smallestShare) {
    return { severity: "inconclusive", reason: "too-few-values", ...found };
  }
  if (rowsBetween(split, nulls.days) < fewestRows) {
    return { severity: "inconclusive", reason: "too-few-rows", ...found };
  }
  if (!isSilent) return { severity: "normal", reason: "has-values", ...found };
  if (rows < fewestRows || logChance > logChanceLimit) {
    return { severity: "normal", reason: "chance", ...found };
  }
  let lastRow = nulls.days;
  while (rowsBetween(lastRow - 1, lastRow) === 0) lastRow--;
  const expectedSince = (baselineRows / daysIn(nulls.leftOut, 0, compared)) * (nulls.days - lastRow);
  if (-expectedSince < logEventChanceLimit) return { severity: "normal", reason: "event-stopped", ...found };
  return { severity: "alert", reason: "stopped", ...found };
}
