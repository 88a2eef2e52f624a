import { causeText, causeWords } from "../../contract/cause-text.js";
import { detectorOf, type DetectorKey } from "../../contract/detectors.js";
import { withoutStatistics } from "../../contract/incidents/without-statistics.js";
import type { MailFinding } from "./finding-chart.js";
import { dayRange, headlineOf, segmentOf } from "./finding-headline.js";
import { oneLine } from "./mail-text.js";
import { lineLabels, type MessageLine } from "./message.js";

/** One line of a message. `findings` is the number of findings it represents. */
export type FindingEntry = Omit<MessageLine, "url"> & { detector: DetectorKey; findings: number };

/** This many count findings or more with the same days and direction become one entry. */
const groupFrom = 5;

/**
 * Findings as an email lists them: alerts first, then project-wide findings, then by the size of the change.
 */
export function findingEntries(findings: readonly MailFinding[]): FindingEntry[] {
  const groups = new Map<string, MailFinding[]>();
  for (const finding of findings.filter(isGroupable)) {
    const { first_bad_day: from, last_day: to, change_pct: change } = finding;
    const key = `${labelOf(finding)} ${from} ${to} ${(change ?? 0) < 0}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const large = [...groups.values()].filter((group) => group.length >= groupFrom);
  const grouped = new Set(large.flat());
  const single = findings.filter((finding) => !grouped.has(finding)).sort(bySize);
  return [...large.map(groupEntry), ...single.map(entryOf)].sort(
    (a, b) => lineLabels.indexOf(a.label) - lineLabels.indexOf(b.label),
  );
}

const isGroupable = ({ detector, entity, segment }: MailFinding): boolean =>
  detectorOf(detector).rule === "count-change" && entity !== "(project)" && segment === null;

const labelOf = ({ severity }: MailFinding): FindingEntry["label"] =>
  severity === "alert" ? "Alert" : severity === "warning" ? "Warning" : "Recovered";

const bySize = (a: MailFinding, b: MailFinding): number =>
  Number(b.entity === "(project)") - Number(a.entity === "(project)") ||
  Math.abs(b.change_pct ?? 0) - Math.abs(a.change_pct ?? 0);

function entryOf(finding: MailFinding): FindingEntry {
  const segment = segmentOf(finding);
  return {
    label: labelOf(finding),
    headline: headlineOf(finding),
    chip: segment && { segment, headline: headlineOf(finding, false) },
    reason: plainReason(finding.reason),
    cause: causeOf(finding),
    use: finding.use ?? null,
    people: null,
    chart: finding.chart ?? null,
    detector: finding.detector,
    findings: 1,
  };
}

function causeOf(finding: MailFinding): string | null {
  const { cause, causeDetail: detail, segment } = finding;
  // A finding in a segment already says where it is.
  if (!detail) return cause === null || segment ? null : likelyCause(cause);
  return likelyCause(causeText(detail, causeWords(finding)));
}

export const likelyCause = (cause: string): string => `Likely cause: ${oneLine(cause).replaceAll("`", "")}.`;

function groupEntry(group: readonly MailFinding[]): FindingEntry {
  const first = group[0]!;
  const { first_bad_day: from, last_day: to } = first;
  const fell = (first.change_pct ?? 0) < 0;
  const headline = `${group.length} events ${fell ? "fell" : "rose"} together${from && to ? ` on ${dayRange(from, to)}` : ""}`;
  const names = group.slice(0, 3).map(({ entity }) => entity);
  return {
    label: labelOf(first),
    headline,
    chip: null,
    reason: oneLine(`${names.join(", ")} and ${group.length - names.length} more.`),
    cause: null,
    use: null,
    people: null,
    chart: null,
    detector: first.detector,
    findings: group.length,
  };
}

/**
 * A finding's reason without its statistics, which are in the report under "How this was decided".
 * Capitalized, unless it begins with a name.
 */
export const plainReason = (reason: string): string =>
  capitalized(oneLine(withoutStatistics(reason))).replace(/`/g, "");

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
