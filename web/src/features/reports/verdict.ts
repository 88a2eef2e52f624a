import type { RunReport } from "@contract/runs";
import { formatDate } from "@/lib/format";
import { addDays, spanText } from "@/components/charts/calendar";
import { baselineWeeks } from "./detector-facts";
import { dayRange } from "./row-text";

type ReportDetectors = Pick<RunReport, "detectors">;

/** What was compared with what: "Checks the last 7 days (Nov 13–19) against the 4 to 8 weeks before." */
export function comparisonText({ detectors, window, comparedWith }: RunReport): string {
  const days = detectors.map(({ settings }) => settings.checkBackDays);
  const [shortest, longest] = [Math.min(...days), Math.max(...days)];
  const weeks = detectors.map(({ id }) => baselineWeeks(id));
  const [fewest, most] = [Math.min(...weeks), Math.max(...weeks)];
  const tested = window ? ` (${dayRange(addDays(window.lastDay, 1 - longest), window.lastDay)})` : "";
  return [
    `Checks the last ${toText(shortest, longest)} days${tested} against the ${toText(fewest, most)} weeks before.`,
    comparedWith
      ? `Compared with the run of ${formatDate(comparedWith)}.`
      : "First run: every finding is new.",
  ].join(" ");
}

/** "Checks the last 7 days against the 8 weeks before" of one check. */
export const detectorComparison = (
  key: RunReport["detectors"][number]["id"],
  checkBackDays: number,
): string =>
  `Checks the last ${spanText(checkBackDays).replace("2 weeks", "14 days")} against the ${baselineWeeks(key)} weeks before`;

const toText = (low: number, high: number): string => (low === high ? String(low) : `${low} to ${high}`);

export type StateTotals = { all: number; new: number; ongoing: number; recovered: number };

/** Rows of all detectors by state; `all` are the flagged and the recovered ones. */
export function stateTotals({ detectors }: ReportDetectors): StateTotals {
  const sum = (of: (counts: RunReport["detectors"][number]["counts"]) => number) =>
    detectors.reduce((total, { counts }) => total + of(counts), 0);
  return {
    all: sum(({ flagged, recovered }) => flagged + recovered),
    new: sum((counts) => counts.new),
    ongoing: sum(({ ongoing }) => ongoing),
    recovered: sum(({ recovered }) => recovered),
  };
}

/** Share of judged events that are flagged in a project without any fault. */
const chanceShare = 0.007;

/** How many findings chance alone gives a run that judged this many events; null when it judged none. */
export function chanceText(events: number, subject: string): string | null {
  if (events === 0) return null;
  const expected = events * chanceShare;
  const about = expected < 0.5 ? "less than one" : `about ${Math.round(expected)}`;
  return `In a project with no fault, ${subject} gives ${about} ${expected >= 1.5 ? "findings" : "finding"}.`;
}
