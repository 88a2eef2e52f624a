import type { DetectorKey } from "../../contract/detectors.js";
import { dayRange } from "../../contract/findings/days.js";
import type { Finding } from "../../contract/findings/finding.js";
import { causeOf, headlineOf, isDrop, segmentOf, sentenceOf, sizeOf } from "../../engine/detectors/words.js";
import type { MailFinding } from "./finding-chart.js";
import { oneLine } from "../mails/mail-text.js";
import { lineLabels, type MessageLine } from "./message.js";

/** One line of a message. `findings` is the number of findings it represents. */
export type FindingEntry = Omit<MessageLine, "url"> & { detector: DetectorKey; findings: number };

/** This many count findings or more with the same days and direction become one entry. */
const groupFrom = 5;

type Listed = Omit<MailFinding, "finding"> & { finding: Finding };

/**
 * Findings as an email lists them: alerts first, then project-wide findings, then by the size of the change.
 */
export function findingEntries(findings: readonly MailFinding[]): FindingEntry[] {
  const listed = findings.flatMap((one) => (one.finding ? [{ ...one, finding: one.finding }] : []));
  const groups = new Map<string, Listed[]>();
  for (const one of listed.filter(isGroupable)) {
    const { since, until } = one.finding;
    const key = `${labelOf(one.finding)} ${since} ${until} ${isDrop(one.finding)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const large = [...groups.values()].filter((group) => group.length >= groupFrom);
  const grouped = new Set(large.flat());
  const single = listed.filter((one) => !grouped.has(one)).sort(bySize);
  return [...large.map((group) => groupEntry(group)), ...single.map(entryOf)].sort(
    (a, b) => lineLabels.indexOf(a.label) - lineLabels.indexOf(b.label),
  );
}

const isGroupable = ({ finding: { subject, segment, figures } }: Listed): boolean =>
  subject.kind === "event" && segment === null && "changePct" in figures;

const labelOf = ({ severity }: Finding): FindingEntry["label"] =>
  severity === "alert" ? "Alert" : severity === "warning" ? "Warning" : "Recovered";

const isOfProject = ({ finding }: Listed): number => Number(finding.subject.kind === "project");

const bySize = (a: Listed, b: Listed): number =>
  isOfProject(b) - isOfProject(a) || sizeOf(b.finding) - sizeOf(a.finding);

function entryOf({ finding, use = null, chart = null }: Listed): FindingEntry {
  const segment = segmentOf(finding);
  return {
    label: labelOf(finding),
    headline: oneLine(headlineOf(finding)),
    chip: segment && { segment, headline: oneLine(headlineOf(finding, { hasPlace: false })) },
    reason: oneLine(sentenceOf(finding)),
    cause: likelyCause(finding),
    use,
    people: null,
    chart,
    detector: finding.detector,
    findings: 1,
  };
}

/** A finding inside a segment already says where it is, unless something else explains it there. */
const likelyCause = (finding: Finding): string | null =>
  finding.segment && !finding.cause ? null : likelyCauseText(causeOf(finding));

export const likelyCauseText = (cause: string | null): string | null =>
  cause === null ? null : `Likely cause: ${oneLine(cause)}.`;

function groupEntry(group: readonly Listed[]): FindingEntry {
  const { finding } = group[0]!;
  const names = group.slice(0, 3).map(({ entity }) => entity);
  return {
    label: labelOf(finding),
    headline: `${group.length} events ${isDrop(finding) ? "fell" : "rose"} together on ${dayRange(finding.since, finding.until)}`,
    chip: null,
    reason: oneLine(`${names.join(", ")} and ${group.length - names.length} more.`),
    cause: null,
    use: null,
    people: null,
    chart: null,
    detector: finding.detector,
    findings: group.length,
  };
}
