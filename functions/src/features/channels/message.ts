import { oneLine } from "../notifications/mail-text.js";
import { changeKinds, type ChangeKind, type DeliveryRecord, type MessageChange } from "./channel-record.js";

/** A message as every channel shows it; each channel has its own way of writing it. */
export type Message = {
  /** "3 new, 1 worse, 1 recovered in Demo Shop". */
  title: string;
  sections: { title: string; lines: MessageLine[] }[];
  /** "and 5 more"; null when all are shown. */
  more: string | null;
  link: { label: string; url: string };
};
export type MessageLine = {
  incidentId: string;
  isAlert: boolean;
  kind: ChangeKind;
  headline: string;
  /** What happened, and the likely cause. */
  text: string;
  url: string;
};

const shown = 10;

const sectionTitles: Record<ChangeKind, string> = {
  escalated: "Worse",
  regressed: "Back again",
  opened: "New",
  recovered: "Recovered",
  new_level: "New level",
};

/** The message of a delivery: the ten most severe changes, and how many more there are. */
export function messageOf(
  delivery: Pick<DeliveryRecord, "kind" | "about" | "path" | "changes" | "text">,
  appUrl: string,
): Message {
  const lines = delivery.changes.slice(0, shown).map((change) => lineOf(change, appUrl));
  const rest = delivery.changes.length - lines.length;
  return {
    title: titleOf(delivery),
    sections: [
      ...(delivery.text === null ? [] : [{ title: "", lines: [textLine(delivery.text)] }]),
      ...changeKinds
        .map((kind) => ({ title: sectionTitles[kind], lines: lines.filter((line) => line.kind === kind) }))
        .filter((section) => section.lines.length > 0),
    ],
    more: rest > 0 ? `and ${rest} more` : null,
    link: { label: linkLabels[delivery.kind], url: `${appUrl}${delivery.path}` },
  };
}

/** "3 new, 1 worse in Demo Shop", "Checks could not run: Daily checks". */
export function titleOf({
  kind,
  about,
  changes,
}: Pick<DeliveryRecord, "kind" | "about" | "changes">): string {
  if (kind === "test") return "This is a test from Plumbline.";
  if (kind === "problem") return oneLine(`Checks could not run: ${about}`);
  const counts = changeKinds
    .map((each) => [changes.filter((change) => change.kind === each).length, sectionTitles[each]] as const)
    .filter(([count]) => count > 0)
    .map(([count, title]) => `${count} ${title.toLowerCase()}`);
  return oneLine(`${counts.join(", ")} in ${about}`);
}

/** What has become of an incident, in a word or two, for its line in the message that told of it first. */
export const noteOf = ({ kind }: MessageChange): string => sectionTitles[kind];

/** A change as a line of a message. Names come from whoever sends events: none may pass for a link or a line of ours. */
export const lineOf = (change: MessageChange, appUrl: string): MessageLine => ({
  incidentId: change.incidentId,
  isAlert: change.severity === "alert" && change.kind !== "recovered" && change.kind !== "new_level",
  kind: change.kind,
  headline: oneLine(change.headline),
  text: oneLine(
    [change.reason, change.cause && `Likely cause: ${change.cause}.`].filter(Boolean).join(" "),
  ).replaceAll("`", ""),
  url: `${appUrl}/incidents/${change.incidentId}`,
});

const textLine = (text: string): MessageLine => ({
  incidentId: "",
  isAlert: false,
  kind: "opened",
  headline: "",
  text: oneLine(text),
  url: "",
});

const linkLabels: Record<DeliveryRecord["kind"], string> = {
  run: "View report",
  digest: "Open incidents",
  problem: "Open the run history",
  test: "Open Plumbline",
};
