import { shortDay } from "../../../contract/findings/days.js";
import type { MailFinding } from "../../messages/finding-chart.js";
import {
  type FindingGroup,
  findingsText,
  findingGroupOf,
  findingGroups,
  findingGroupWords,
  testedHoursText,
  summarizeFindings,
} from "../../../contract/run-summary.js";
import { beginningOf } from "../../../engine/detectors/words.js";
import { isFlagged } from "../../../engine/result-row.js";
import type { Mail } from "../../../ports/mailer.js";
import { linesShown, uncheckedOf } from "../delivery-message.js";
import type { RunRecord } from "../../runs/run-record.js";
import { findingLines } from "./finding-lines.js";
import { countedTitle, groupNews, type NewsGroup } from "../../messages/group-news.js";
import { messageMail } from "../../messages/mail-layout.js";
import { oneLine } from "../../mails/mail-text.js";
import type { Message, MessageSection } from "../../messages/message.js";

export type MailContent = Omit<Mail, "to" | "id">;
export type MailLinks = { appUrl: string; reportUrl: string; unsubscribeUrl: string };

/**
 * The email about a run's findings: new, worse, ongoing and recovered, the first ten. Known findings are only
 * counted.
 * @param findings every finding that is flagged or continues one of the previous run
 * @param names what the run was the first to notice about names
 */
export function findingsMail(
  run: RunRecord,
  findings: readonly MailFinding[],
  links: MailLinks,
  names: Message["names"] = null,
): MailContent {
  const groups = findingGroups
    .filter((group) => group !== "known")
    .flatMap((group) => groupsOf(group, findings, run));
  const flagged = findings.filter((row) => isFlagged(row) && findingGroupOf(row) !== "known");
  // The subject names what is new or worse, or else what is ongoing.
  const fresh = flagged.filter((row) => findingGroupOf(row) !== "ongoing");
  const [worst] = findingLines(fresh.length > 0 ? fresh : flagged, links);
  const others = flagged.length - 1;
  const counted = findingsText(summarizeFindings(findings));
  return mailOf(
    {
      title: oneLine(run.setup.name),
      lead: [`${counted}.`, projectOf(run), testedHoursText(run.hours), uncheckedOf(run)]
        .filter(Boolean)
        .join(" "),
      preheader: worst ? [worst.reason, worst.cause].filter(Boolean).join(" ") : counted,
      sections: sectionsOf(groups, links),
      names,
    },
    worst ? `${worst.headline}${others > 0 ? `, and ${others.toLocaleString("en-US")} more` : ""}` : counted,
    links,
  );
}

/** The email that says that a scheduled run failed, and why. */
export function failureMail(run: RunRecord, links: MailLinks): MailContent {
  const reason = run.error?.message ?? "The run couldn't start.";
  return mailOf(
    {
      title: oneLine(
        `${run.setup.name}: ${run.pausedSetup ? "paused after repeated failures" : "the scheduled run failed"}`,
      ),
      lead: run.pausedSetup
        ? reason
        : `${reason} The schedule stays on. We won't email about this again until a run succeeds.`,
      preheader: reason,
      sections: [],
      names: null,
    },
    `${run.pausedSetup ? "Setup paused" : "Scheduled run failed"}: ${run.setup.name}`,
    links,
  );
}

const mailOf = (
  message: Omit<Message, "link" | "facts">,
  subject: string,
  { reportUrl, unsubscribeUrl }: MailLinks,
): MailContent =>
  messageMail(
    { ...message, facts: null, link: { label: "Open the report", url: reportUrl } },
    oneLine(subject),
    {
      reason: "You're receiving this because email notifications are on.",
      stopLabel: "Unsubscribe",
      stopUrl: unsubscribeUrl,
    },
  );

type TitledFindings = Omit<NewsGroup<MailFinding>, "hasBegan"> & { hasBegan?: boolean };

/** The findings of one group. New ones that began together are a group of their own. */
function groupsOf(group: FindingGroup, findings: readonly MailFinding[], run: RunRecord): TitledFindings[] {
  const items = findings.filter((row) => findingGroupOf(row) === group);
  if (items.length === 0) return [];
  const title = findingGroupWords[group];
  if (group !== "new") return [{ title: countedTitle(title, items.length), items }];
  const { id } = run.setup.connection;
  return groupNews(
    title,
    items,
    ({ finding, incident }) => finding && beginningOf(finding, id, incident?.sameDayChange ?? null),
    "finding",
  );
}

/** As many lines as in any message, then the number of findings that they leave out. */
function sectionsOf(groups: readonly TitledFindings[], links: MailLinks): MessageSection[] {
  const sections: MessageSection[] = [];
  let [left, more] = [linesShown, 0];
  for (const { title, items, hasBegan } of groups) {
    const lines = findingLines(items, links, hasBegan).slice(0, left);
    left -= lines.length;
    more += items.length - lines.length;
    if (lines.length > 0) sections.push({ title, lines, more: 0 });
  }
  return more > 0 ? [...sections, { title: "", lines: [], more }] : sections;
}

/** "Demo Shop, data through Nov 20 (America/New_York)." */
const projectOf = ({ setup: { connection }, plan }: RunRecord): string =>
  oneLine(
    `${connection.projectName ?? connection.projectId}${plan ? `, data through ${shortDay(plan.lastDay)} (${plan.timeZone})` : ""}.`,
  );
