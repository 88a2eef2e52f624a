import { shortDay } from "./findings/days.js";
import { type DetectorState, hasEnded } from "./findings/detector-states.js";
import type { DetailedRow, ResultRow } from "./results.js";
import type { ReportDetector, Run, RunOutcome, RunReport, RunSummary } from "./runs.js";

/** Counts a run's checks and findings. The email, report, dashboard and run table all show these numbers. */
export function summarizeRun(checks: readonly Pick<ReportDetector, "severity" | "counts">[]): RunSummary {
  const checksWith = (severity: ReportDetector["severity"]) =>
    checks.filter((check) => check.severity === severity).length;
  const sum = (count: keyof RunSummary["findings"]) =>
    checks.reduce((total, { counts }) => total + counts[count], 0);
  return {
    alerts: checksWith("alert"),
    warnings: checksWith("warning"),
    passed: checksWith("normal"),
    inconclusive: checksWith("inconclusive"),
    failed: checksWith("failed"),
    findings: {
      alerts: sum("alerts"),
      warnings: sum("warnings"),
      new: sum("new"),
      worse: sum("worse"),
      regressed: sum("regressed"),
      ongoing: sum("ongoing"),
      recovered: sum("recovered"),
      known: sum("known"),
    },
  };
}

export const worstFirst: readonly RunOutcome[] = ["alert", "failed", "warning", "normal"];

/** How an ended run ended. */
export function outcomeOf({ summary }: Pick<Run, "summary">): RunOutcome {
  if (!summary) return "failed";
  if (summary.alerts > 0) return "alert";
  return summary.warnings > 0 ? "warning" : "normal";
}

/** The groups on screens and in messages. */
export const findingGroupWords: Record<FindingGroup, string> = {
  worse: "Worse",
  regressed: "Back again",
  new: "New",
  ongoing: "Ongoing",
  recovered: "Recovered",
  known: "Known",
};

type CountedRow = Pick<ResultRow, "severity" | "state"> & Pick<DetailedRow, "incident">;

/** How runs count findings, and messages list them: one group per state of an incident, and those that are known. */
export const findingGroups = ["worse", "regressed", "new", "ongoing", "recovered", "known"] as const;
export type FindingGroup = (typeof findingGroups)[number];

const groupOfState = {
  new: "new",
  ongoing: "ongoing",
  escalating: "worse",
  regressed: "regressed",
  recovered: "recovered",
  new_level: "recovered",
} as const satisfies Record<DetectorState, FindingGroup>;

/** How a run counts one row; null for rows that are neither a finding nor the end of one. */
export function findingGroupOf({ severity, state, incident }: CountedRow): FindingGroup | null {
  const isFlagged = severity === "alert" || severity === "warning";
  if (!isFlagged && !hasEnded(state)) return null;
  if (incident?.isKnown) return "known";
  return state === null || state === "folded" ? "ongoing" : groupOfState[state];
}

/** Counts findings given as rows; rows of any other severity don't count. */
export function summarizeFindings(rows: readonly CountedRow[]): Pick<RunSummary, "findings"> {
  const grouped = rows.map((row) => ({ severity: row.severity, group: findingGroupOf(row) }));
  const open = grouped.filter(({ group }) => group !== "known");
  const withSeverity = (severity: ResultRow["severity"]) =>
    open.filter((row) => row.severity === severity).length;
  const at = (place: keyof RunSummary["findings"]) => grouped.filter(({ group }) => group === place).length;
  return {
    findings: {
      alerts: withSeverity("alert"),
      warnings: withSeverity("warning"),
      new: at("new"),
      worse: at("worse"),
      regressed: at("regressed"),
      ongoing: at("ongoing"),
      recovered: at("recovered"),
      known: at("known"),
    },
  };
}

/** Which hours a run checked, or why none; empty if its setup checks only whole days. */
export function testedHoursText(hours: RunReport["hours"]): string {
  switch (hours?.status) {
    case "tested":
      return `Hours of ${shortDay(hours.day)} are checked until ${hours.untilHour}.`;
    case "no_query_api":
      return "Hours need access to Mixpanel's Query API. Days are checked as before.";
    case "unavailable":
      return `Hours not available for ${shortDay(hours.day)}.`;
    case undefined:
      return "";
  }
}

const mostNamed = 3;

/**
 * What a run couldn't check, and when it will be; empty if it checked everything. Reports and messages say it in these
 * words.
 */
export function uncheckedText({
  tooLargeEvents,
  areSegmentsMissing,
  summary,
}: Pick<RunReport, "tooLargeEvents" | "areSegmentsMissing"> & {
  summary: Pick<RunSummary, "failed"> | null;
}): string {
  const failed = summary?.failed ?? 0;
  const sentences = [
    failed > 0 &&
      `${countText(failed, "check")} failed, and the next run tries ${failed === 1 ? "it" : "them"} again.`,
    tooLargeEvents.length > 0 && tooLargeText(tooLargeEvents),
    areSegmentsMissing &&
      "Some past days aren't counted by segment yet, so a change on only one platform or version may be missed. The next runs count them.",
  ];
  return sentences.filter(Boolean).join(" ");
}

const inSentence = new Intl.ListFormat("en-US");

/** By which properties a run looked for changes in only one segment; empty if by none. */
export const checkedSegmentsText = ({ segmentProperties }: Pick<RunReport, "segmentProperties">): string =>
  segmentProperties.length === 0
    ? ""
    : `Events are also checked for the common values of ${inSentence.format(segmentProperties.map((name) => `“${name}”`))}.`;

function tooLargeText(events: readonly string[]): string {
  const [it, have] = events.length === 1 ? ["it", "has"] : ["them", "have"];
  const named = events.slice(0, mostNamed).map((event) => `“${event}”`);
  const more = events.length > mostNamed ? ` and ${events.length - mostNamed} more` : "";
  return `${named.join(", ")}${more} ${have} more events per day than can be read in time. Checks that read raw events left ${it} out and will try again within 30 days. To stop that, exclude ${it} in Data Settings.`;
}

/** "7 alerts and 3 warnings, 9 known". If there are known ones and all the others are new, it says "new alerts". */
export function findingsText(summary: Pick<RunSummary, "findings">): string {
  return [openText(summary), knownText(summary)].filter(Boolean).join(", ");
}

function openText({ findings }: Pick<RunSummary, "findings">): string {
  const { alerts, warnings, known } = findings;
  const isNew = known > 0 && findings.new === alerts + warnings ? "new " : "";
  const parts = [
    alerts > 0 && countText(alerts, `${isNew}alert`),
    warnings > 0 && countText(warnings, `${isNew}warning`),
  ];
  return parts.filter(Boolean).join(" and ");
}

const knownText = ({ findings: { known } }: Pick<RunSummary, "findings">): string =>
  known > 0 ? `${known.toLocaleString("en-US")} known` : "";

/** "7 alerts and 3 warnings in 9 checks, 9 known; 3 checks passed". */
export function summaryText(summary: RunSummary): string {
  const { alerts, warnings, passed, inconclusive, failed, findings } = summary;
  const checks = alerts + warnings + passed + inconclusive + failed;
  const none = findings.known > 0 ? "No new findings" : "No findings";
  const parts = [
    [`${openText(summary) || none} in ${countText(checks, "check")}`, knownText(summary)]
      .filter(Boolean)
      .join(", "),
    passed > 0 && `${countText(passed, "check")} passed`,
    inconclusive > 0 && `${countText(inconclusive, "check")} inconclusive`,
    failed > 0 && `${countText(failed, "check")} failed`,
  ];
  return parts.filter(Boolean).join("; ");
}

const countText = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
