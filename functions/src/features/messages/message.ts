import { isWidelyUsed, usedByText, type UseSummary } from "../../contract/integrations/project-context.js";
import type { Segment } from "../../contract/results.js";
import { oneLine } from "../mails/mail-text.js";
import type { FindingChart } from "./finding-chart.js";

/**
 * The content of a message, whatever the channel: emails to members, emails to lists and Slack messages are
 * rendered from it. Names in it come from whoever sends events, so each text is a single line without links.
 */
export type Message = {
  title: string;
  /** A sentence below the title. */
  lead: string | null;
  /** The most important point, which mailboxes show next to the subject. */
  preheader: string;
  sections: readonly MessageSection[];
  /** What is new about names: "3 new events, 1 renamed". Null for nothing, and for messages about something else. */
  names: { text: string; url: string } | null;
  /** Figures for a period; null for most messages. */
  facts: MessageFacts | null;
  link: { label: string; url: string };
};

/** Precedes `names`. */
export const namesTitle = "New in your tracking";

export type MessageFacts = {
  title: string;
  rows: readonly { label: string; value: string }[];
  /** One bar per day, oldest first; null for a single day. */
  perDay: { title: string; days: readonly { name: string; count: number }[] } | null;
};

/** "Opened per day: Mon 1, Tue 0, …", for channels that can't show bars. */
export const perDayText = ({ title, days }: NonNullable<MessageFacts["perDay"]>): string =>
  `${title}: ${days.map(({ name, count }) => `${name} ${count}`).join(", ")}`;

export type MessageSection = {
  /** "New (3)", counting items that aren't shown, too; empty for lines that belong to no section. */
  title: string;
  lines: readonly MessageLine[];
  /** How many items are not shown. */
  more: number;
};

export type MessageLine = {
  label: "Alert" | "Warning" | "Recovered";
  headline: string;
  /**
   * The segment it was found in and a headline without it, for layouts that show the segment next to the
   * headline.
   */
  chip: { segment: Segment; headline: string } | null;
  /** A sentence that says what happened. */
  reason: string;
  /**
   * "Likely cause: 94% of the missing events have $os = Android (36% of normal traffic)."; null when unknown.
   */
  cause: string | null;
  /** Who uses it in Mixpanel; null if nobody does or it isn't known. */
  use: UseSummary | null;
  /** "Assigned to Ana Torres."; null if the message doesn't say. */
  people: string | null;
  /** A chart of the last days; null if there is none. */
  chart: FindingChart | null;
  url: string;
};

export const likelyCauseText = (cause: string | null): string | null =>
  cause === null ? null : `Likely cause: ${oneLine(cause)}.`;

/** The sentences of a line, in order. Wide use comes first. */
export function sentencesOf({
  reason,
  cause,
  use,
  people,
}: Pick<MessageLine, "reason" | "cause" | "use" | "people">): string[] {
  const used = use && `${usedByText(use)}.`;
  const isFirst = use !== null && isWidelyUsed(use);
  return [isFirst ? used : null, reason, cause, isFirst ? null : used, people].filter(
    (sentence) => sentence !== null,
  );
}
