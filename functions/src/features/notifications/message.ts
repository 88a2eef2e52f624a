import { isWidelyUsed, usedByText, type UseSummary } from "../../contract/integrations/project-context.js";
import type { Segment } from "../../contract/results.js";
import type { FindingChart } from "./finding-chart.js";

/**
 * What people are told, apart from where: emails to members, emails to lists and messages in Slack are written from it.
 * Names in it come from whoever sends events; each text keeps to one line and holds no link.
 */
export type Message = {
  title: string;
  /** A sentence below the title. */
  lead: string | null;
  /** The most important thing, which mailboxes show beside the subject. */
  preheader: string;
  sections: readonly MessageSection[];
  /** Figures of a period; null for most messages. */
  facts: MessageFacts | null;
  link: { label: string; url: string };
};

export type MessageFacts = {
  title: string;
  rows: readonly { label: string; value: string }[];
  /** One bar a day, oldest first, where there are several days. */
  perDay: { title: string; days: readonly { name: string; count: number }[] } | null;
};

/** "Opened per day: Mon 1, Tue 0, …", where bars can't be drawn. */
export const perDayText = ({ title, days }: NonNullable<MessageFacts["perDay"]>): string =>
  `${title}: ${days.map(({ name, count }) => `${name} ${count}`).join(", ")}`;

export type MessageSection = {
  /** "New"; empty for what belongs to no section. */
  title: string;
  /** What the section is about, shown or not. */
  total: number;
  lines: readonly MessageLine[];
  /** How many are not shown. */
  more: number;
};

export const lineLabels = ["Alert", "Warning", "Recovered"] as const;

export type MessageLine = {
  label: (typeof lineLabels)[number];
  headline: string;
  /** The segment it was found in, with a headline that does not name it, for where that can stand beside it. */
  chip: { segment: Segment; headline: string } | null;
  /** What happened. */
  reason: string;
  /** "Likely cause: 94% of the missing events have $os = Android (36% of normal traffic)."; null when unknown. */
  cause: string | null;
  /** Who uses it in Mixpanel; null for nobody, and while it is not known. */
  use: UseSummary | null;
  /** "Assigned to Ana Torres."; null where it is not said. */
  people: string | null;
  /** Its last days, where they can be drawn. */
  chart: FindingChart | null;
  url: string;
};

/** The sentences of a line, in order: that it is widely used comes first. */
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
