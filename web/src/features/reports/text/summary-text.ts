import { dayRange } from "@contract/findings/days";
import { type DetectorKey, detectorOf } from "@contract/detectors";
import {
  type FindingGroup,
  checkedSegmentsText,
  summarizeRun,
  testedHoursText,
  uncheckedText,
} from "@contract/run-summary";
import type { RunReport } from "@contract/runs";
import { countOf, formatDate, formatShortProjectDay, formatTime } from "@/lib/format";
import { addDays, spanText } from "@/components/charts/plot/calendar";
import { baselineWeeks, checkedText } from "./detector-facts";

type ReportDetectors = Pick<RunReport, "detectors">;

/** Says what was compared: "Checks the last 7 days (Nov 13–19) against the 4 to 8 weeks before." */
export function comparisonText({
  detectors,
  window,
  comparedWith,
  sameDaysAs,
  historyDays,
  ...run
}: RunReport): string {
  const days = detectors.map(({ settings }) => settings.checkBackDays);
  const [shortest, longest] = [Math.min(...days), Math.max(...days)];
  const weeks = detectors.map(({ id }) => baselineWeeks(id));
  const [fewest, most] = [Math.min(...weeks), Math.max(...weeks)];
  const tested = window ? ` (${dayRange(addDays(window.lastDay, 1 - longest), window.lastDay)})` : "";
  return [
    `Checks the last ${toText(shortest, longest)} days${tested} against the ${toText(fewest, most)} weeks before.`,
    historyDays === null
      ? ""
      : `This project's Mixpanel plan only gives access to the last ${historyDays} days, so some checks compare with less history.`,
    checkedSegmentsText(run),
    uncheckedText(run),
    testedHoursText(run.hours),
    sameDaysAs
      ? `Same days as the run of ${formatTime(sameDaysAs)}.`
      : comparedWith
        ? `Compared with the run of ${formatDate(comparedWith)}.`
        : firstRunText(detectors),
  ]
    .filter(Boolean)
    .join(" ");
}

/** States of a setup's first findings come from incidents, which other setups of the connection may have opened. */
function firstRunText(detectors: ReportDetectors["detectors"]): string {
  const counts = summarizeRun(detectors).findings;
  const areAllNew = counts.alerts + counts.warnings === counts.new && counts.recovered + counts.known === 0;
  const text = "This setup has no earlier run to compare with.";
  return areAllNew ? text : `${text} Findings that aren't new were found by other runs of this connection.`;
}

/** 'Data through Nov 20 (America/New_York)': how fresh the tested days are, in the project's time zone. */
export const freshnessText = ({ lastDay, timeZone }: NonNullable<RunReport["window"]>): string =>
  `Data through ${formatShortProjectDay(lastDay)} (${timeZone})`;

/** "Checks the last 7 days against the 8 weeks before", for one check. */
export const detectorComparison = (
  key: RunReport["detectors"][number]["id"],
  checkBackDays: number,
): string =>
  `Checks the last ${spanText(checkBackDays).replace("2 weeks", "14 days")} against the ${baselineWeeks(key)} weeks before`;

const toText = (low: number, high: number): string => (low === high ? String(low) : `${low} to ${high}`);

export type StateTotals = Record<"all" | FindingGroup, number>;

/**
 * Findings of all checks by state; `all` counts open and recovered ones, `known` those that someone has
 * handled.
 */
export function stateTotals({ detectors }: ReportDetectors): StateTotals {
  const { known, ...others } = summarizeRun(detectors).findings;
  const { worse, regressed, new: isNew, ongoing, recovered } = others;
  const all = worse + regressed + isNew + ongoing + recovered;
  return { all, worse, regressed, new: isNew, ongoing, recovered, known };
}

/**
 * How many false alarms to expect from a run that checked this much; null if it checked nothing or the rate
 * is unknown.
 */
export function falseAlarmText(key: DetectorKey, checked: number): string | null {
  const { falseAlarmShare } = detectorOf(key);
  if (checked === 0 || falseAlarmShare === null) return null;
  const expected = Math.round(checked * falseAlarmShare);
  const alarms = expected === 0 ? "fewer than one false alarm" : `about ${countOf(expected, "false alarm")}`;
  return `${checkedText(key, checked)} checked. Expect ${alarms} per run.`;
}
