import { hasEnded } from "../../contract/findings/detector-states.js";
import { withChange } from "../../contract/incidents/began-together.js";
import { noticeCounts } from "../../engine/names/words.js";
import { oneLine } from "../mails/mail-text.js";
import { uncheckedText } from "../../contract/run-summary.js";
import type { RunRecord } from "../runs/run-record.js";
import { namesOfMessage } from "../names/new-names-of.js";
import { countedTitle, groupNews, type NewsGroup } from "../messages/group-news.js";
import { likelyCauseText, type Message, type MessageLine, type MessageSection } from "../messages/message.js";
import type { DigestOverview } from "./digest-overview.js";
import { changeKinds, type ChangeKind, type DeliveryRecord, type MessageChange } from "./channel-record.js";

/** What a message names at most. */
export const linesShown = 10;

const sectionTitles: Record<ChangeKind, string> = {
  escalated: "Worse",
  regressed: "Back again",
  opened: "New",
  recovered: "Recovered",
  new_level: "New level",
};

type MessageSource = Pick<
  DeliveryRecord,
  "kind" | "about" | "path" | "changes" | "names" | "unchecked" | "activity" | "text"
>;

/** The changes that have a line of their own in the message. */
export const namedChanges = ({ changes }: Pick<MessageSource, "changes">): MessageChange[] =>
  changes.slice(0, linesShown);

/**
 * Renders a delivery's message: the ten most severe changes, and how many more there are.
 * @param projects names by connection, if each change or group must say which it is about
 */
export function messageOf(
  delivery: MessageSource,
  appUrl: string,
  overview: DigestOverview | null = null,
  projects: ReadonlyMap<string, string> = new Map(),
): Message {
  const { kind, changes, path } = delivery;
  const shown = namedChanges(delivery);
  const sections = changeKinds
    .flatMap((each) => groupsOf(each, changes, projects))
    .map(({ title, items, hasBegan }) => ({
      title,
      lines: shown
        .filter((change) => items.includes(change))
        .map((change) =>
          lineOf(change, appUrl, {
            people: overview?.peopleOf.get(change.incidentId),
            project: hasBegan ? undefined : projects.get(change.began.connectionId),
            hasBegan,
          }),
        ),
      more: 0,
    }))
    .filter(({ lines }) => lines.length > 0);
  const rest = { title: "", lines: [], more: changes.length - shown.length };
  const lead = overview ? titleOf(delivery) : delivery.text === null ? null : oneLine(delivery.text);
  const unchecked = uncheckedTexts(delivery).join(" ");
  return {
    title: overview ? overviewTitle(overview) : titleOf(delivery),
    lead: [lead, unchecked].filter(Boolean).join(". ") || null,
    preheader: lead ?? sections[0]?.lines[0]?.headline ?? "",
    sections: [
      ...sections,
      ...(rest.more > 0 ? [rest] : []),
      ...(overview && overview.mostUsed.total > 0 ? [mostUsedSection(overview, appUrl, projects)] : []),
    ],
    names: namesOfMessage(delivery.names, appUrl),
    facts: overview?.facts ?? null,
    link: { label: linkLabels[kind], url: `${appUrl}${path}` },
  };
}

/** The changes of one kind. New incidents that began together are a group of their own. */
function groupsOf(
  kind: ChangeKind,
  changes: readonly MessageChange[],
  projects: ReadonlyMap<string, string>,
): NewsGroup<MessageChange>[] {
  const items = changes.filter((change) => change.kind === kind);
  const title = sectionTitles[kind];
  return kind === "opened"
    ? groupNews(title, items, ({ began }) => began, "incident", projects)
    : [{ title: countedTitle(title, items.length), items, hasBegan: false }];
}

/** What a run couldn't check, as one line. */
export const uncheckedOf = ({ plan, summary }: Pick<RunRecord, "plan" | "summary">): string =>
  plan ? oneLine(uncheckedText({ ...plan, summary })) : "";

/** What a delivery's runs couldn't check. A digest says of which setup. */
export const uncheckedTexts = ({ kind, unchecked }: Pick<MessageSource, "kind" | "unchecked">): string[] =>
  unchecked
    .filter(({ text }) => text !== "")
    .map(({ setupName, text }) => (kind === "digest" ? `${oneLine(setupName)}: ${text}` : text));

/** "13 incidents open, 5 unassigned". */
function overviewTitle({ open, unassigned }: DigestOverview): string {
  const opened = `${open} ${open === 1 ? "incident" : "incidents"} open`;
  return unassigned === 0 ? opened : `${opened}, ${unassigned} unassigned`;
}

const mostUsedSection = (
  { mostUsed: { shown, total } }: DigestOverview,
  appUrl: string,
  projects: ReadonlyMap<string, string>,
): MessageSection => ({
  title: countedTitle("Most used, unassigned", total),
  lines: shown.map((change) => lineOf(change, appUrl, { project: projects.get(change.began.connectionId) })),
  more: total - shown.length,
});

/**
 * For example "3 new, 1 worse in Demo Shop", "Checks could not run: Daily checks", "Ana Torres acknowledged
 * it: Checkout Started stopped".
 */
export function titleOf({
  kind,
  about,
  changes,
  names,
  activity,
}: Omit<MessageSource, "path" | "text" | "unchecked">): string {
  switch (kind) {
    case "test":
      return "This is a test from Plumbline.";
    case "audit":
      return about;
    case "problem":
      return oneLine(`Checks could not run: ${about}`);
    case "activity": {
      const [{ done, headline } = { done: "", headline: "" }, ...others] = activity;
      const what = others.length === 0 ? `: ${headline}` : ` (${activity.length} incidents)`;
      return oneLine(`${about} ${done}${what}`);
    }
    case "run":
    case "digest": {
      const counts = changeKinds
        .map(
          (each) => [changes.filter((change) => change.kind === each).length, sectionTitles[each]] as const,
        )
        .filter(([count]) => count > 0)
        .map(([count, title]) => `${count} ${title.toLowerCase()}`);
      if (counts.length === 0 && names.length > 0) counts.push(noticeCounts(names));
      return oneLine(counts.length === 0 ? about : `${counts.join(", ")} in ${about}`);
    }
  }
}

/** An incident's new state in a word or two, added to its line in the message that reported it first. */
export const noteOf = ({ kind }: MessageChange): string => sectionTitles[kind];

/**
 * A change as a line of a message. Names come from whoever sends events, so they are escaped: none may look
 * like a link or a line of ours.
 */
export const lineOf = (
  { kind, severity, headline, reason, cause, use, incidentId, began }: MessageChange,
  appUrl: string,
  {
    people,
    project,
    hasBegan = false,
  }: { people?: string | undefined; project?: string | undefined; hasBegan?: boolean } = {},
) =>
  ({
    label: hasEnded(kind) ? "Recovered" : severity === "alert" ? "Alert" : "Warning",
    headline: oneLine(project === undefined ? headline : `${project}: ${headline}`),
    chip: null,
    reason: oneLine(hasBegan || hasEnded(kind) ? reason : withChange(reason, began.change)),
    cause: likelyCauseText(cause),
    use,
    people: people ?? null,
    chart: null,
    url: incidentUrl(appUrl, incidentId),
  }) satisfies MessageLine;

export const incidentUrl = (appUrl: string, id: string): string => `${appUrl}/incidents/${id}`;

const linkLabels: Record<DeliveryRecord["kind"], string> = {
  run: "View report",
  digest: "View incidents",
  activity: "View incidents",
  problem: "Open the run history",
  audit: "Open the audit log",
  test: "Open Plumbline",
};

const utc = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
/** "Nov 18, 2026, 6:00 AM UTC". */
export const formatUtc = (instant: string): string => `${utc.format(new Date(instant))} UTC`;
