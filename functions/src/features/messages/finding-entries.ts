import type { DetectorKey } from "../../contract/detectors.js";
import type { Finding } from "../../contract/findings/finding.js";
import { withChange } from "../../contract/incidents/began-together.js";
import { byImportance, causeOf, headlineOf, segmentOf, sentenceOf } from "../../engine/detectors/words.js";
import { chartOf, type MailFinding } from "./finding-chart.js";
import { oneLine } from "../mails/mail-text.js";
import type { MessageLine } from "./message.js";

/** A line of a message about a finding. `incidentId` is null for a finding without an incident. */
export type FindingEntry = Omit<MessageLine, "url"> & {
  detector: DetectorKey;
  incidentId: string | null;
};

type Listed = Omit<MailFinding, "finding"> & { finding: Finding };

/**
 * Findings as an email lists them, most important first.
 * @param hasBegan whether a title above them says what they began with
 */
export const findingEntries = (findings: readonly MailFinding[], hasBegan = false): FindingEntry[] =>
  findings
    .flatMap((one) => (one.finding ? [{ ...one, finding: one.finding }] : []))
    .sort(byImportance)
    .map((one) => entryOf(one, hasBegan));

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
  };
}

/** A finding inside a segment already says where it is, unless something else explains it there. */
const likelyCause = (finding: Finding): string | null =>
  finding.segment && !finding.cause ? null : likelyCauseText(causeOf(finding));

export const likelyCauseText = (cause: string | null): string | null =>
  cause === null ? null : `Likely cause: ${oneLine(cause)}.`;
