import type { DetectorKey } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import { isFlagged } from "../../result-row.js";
import { nullSeries } from "../property-subject/null-series.js";
import { isCampaignLike } from "../../series/self-changing.js";
import { checkStopped, type StoppedVerdict } from "./stopped-rule.js";
import {
  capSeverity,
  draftRow,
  makeTables,
  type PropertyCheck,
  type Subject,
} from "../property-subject/subject.js";
import { campaignText } from "../property-subject/verdict-text.js";
import { shareText, probabilityText, shortDate, theDaysBefore, wholeNumber } from "../../text/figures.js";

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

function reasonOf({ source, tables }: Subject, verdict: StoppedVerdict): string {
  const { units } = source;
  const since = verdict.since === null ? "" : shortDate(source.days[verdict.since]!);
  const usual = `in ${theDaysBefore(tables.nulls.split)}, ${shareText(verdict.usualShare)} of the ${units} had one`;
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
