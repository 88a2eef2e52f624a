import type { DetectorKey } from "../../contract/detectors.js";
import { dayRange } from "../../contract/findings/days.js";
import { dayBegan, type Finding } from "../../contract/findings/finding.js";
import { withChange } from "../../contract/incidents/began-together.js";
import { byRank } from "../../contract/incidents/rank.js";
import {
  causeOf,
  headlineOf,
  rankOf,
  segmentOf,
  sentenceOf,
  togetherText,
} from "../../engine/detectors/words.js";
import { chartOf, type MailFinding } from "./finding-chart.js";
import { oneLine } from "../mails/mail-text.js";
import type { MessageLine } from "./message.js";

/**
 * One line of a message. `findings` is the number of findings it represents. `incidentId` is null for a group, and
 * for a finding without an incident.
 */
export type FindingEntry = Omit<MessageLine, "url"> & {
  detector: DetectorKey;
  incidentId: string | null;
  findings: number;
};

/** This many count findings or more with the same days and direction become one entry. */
const groupFrom = 5;

type Listed = Omit<MailFinding, "finding"> & { finding: Finding; rank: string };

/**
 * Findings as an email lists them, most important first. A group has the rank of its first finding.
 * @param hasBegan whether a title above them says what they began with
 */
export function findingEntries(findings: readonly MailFinding[], hasBegan = false): FindingEntry[] {
  const listed = findings
    .flatMap((one) => (one.finding ? [{ ...one, finding: one.finding }] : []))
    .map((one) => ({ ...one, rank: one.incident?.rank ?? rankOf(one.finding) }))
    .sort(byRank);
  const groups = new Map<string, Listed[]>();
  for (const one of listed.filter(isGroupable)) {
    const { finding } = one;
    const key = `${labelOf(finding)} ${dayBegan(finding)} ${finding.until} ${togetherText(finding)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const large = [...groups.values()].filter((group) => group.length >= groupFrom);
  const grouped = new Set(large.flat());
  return [...large, ...listed.filter((one) => !grouped.has(one)).map((one) => [one])]
    .sort(([a], [b]) => byRank(a!, b!))
    .map((group) => (group.length > 1 ? groupEntry(group) : entryOf(group[0]!, hasBegan)));
}

const isGroupable = ({ finding: { subject, segment, figures } }: Listed): boolean =>
  subject.kind === "event" && segment === null && "changePct" in figures;

const labelOf = ({ severity }: Finding): FindingEntry["label"] =>
  severity === "alert" ? "Alert" : severity === "warning" ? "Warning" : "Recovered";

function entryOf(listed: Listed, hasBegan: boolean): FindingEntry {
  const { finding, incident, use = null } = listed;
  const segment = segmentOf(finding);
  const label = labelOf(finding);
  return {
    label,
    headline: oneLine(headlineOf(finding)),
    chip: segment && { segment, headline: oneLine(headlineOf(finding, { hasPlace: false })) },
    reason: oneLine(
      hasBegan || label === "Recovered"
        ? sentenceOf(finding)
        : withChange(sentenceOf(finding), incident?.sameDayChange ?? null),
    ),
    cause: likelyCause(finding),
    use,
    people: null,
    chart: chartOf(listed),
    detector: finding.detector,
    incidentId: incident?.id ?? null,
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
    headline: `${group.length} events ${togetherText(finding)} on ${dayRange(dayBegan(finding), finding.until)}`,
    chip: null,
    reason: oneLine(`${names.join(", ")} and ${group.length - names.length} more.`),
    cause: null,
    use: null,
    people: null,
    chart: null,
    detector: finding.detector,
    incidentId: null,
    findings: group.length,
  };
}
