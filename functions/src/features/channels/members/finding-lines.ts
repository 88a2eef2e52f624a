import type { Finding } from "../../../contract/findings/finding.js";
import { withChange } from "../../../contract/incidents/began-together.js";
import { byImportance, causeOf, headlineOf, segmentOf, sentenceOf } from "../../../engine/detectors/words.js";
import { chartOf, type MailFinding } from "../../messages/finding-chart.js";
import { oneLine } from "../../mails/mail-text.js";
import { likelyCauseText, type MessageLine } from "../../messages/message.js";
import { incidentUrl } from "../delivery-message.js";

type Links = { appUrl: string; reportUrl: string };
type Listed = Omit<MailFinding, "finding"> & { finding: Finding };

/**
 * Findings as an email lists them, most important first, with links to their incidents.
 * @param hasBegan whether a title above them says what they began with
 */
export const findingLines = (
  findings: readonly MailFinding[],
  links: Links,
  hasBegan = false,
): MessageLine[] =>
  findings
    .flatMap((one) => (one.finding ? [{ ...one, finding: one.finding }] : []))
    .sort(byImportance)
    .map((one) => lineOf(one, links, hasBegan));

const labelOf = ({ severity }: Finding): MessageLine["label"] =>
  severity === "alert" ? "Alert" : severity === "warning" ? "Warning" : "Recovered";

function lineOf(listed: Listed, { appUrl, reportUrl }: Links, hasBegan: boolean): MessageLine {
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
    url: incident ? incidentUrl(appUrl, incident.id) : `${reportUrl}/${finding.detector}`,
  };
}

/** A finding inside a segment already says where it is, unless something else explains it there. */
const likelyCause = (finding: Finding): string | null =>
  finding.segment && !finding.cause ? null : likelyCauseText(causeOf(finding));
