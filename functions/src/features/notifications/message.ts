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
  link: { label: string; url: string };
};

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
  /** Its last days, where they can be drawn. */
  chart: FindingChart | null;
  url: string;
};

/** The sentences of a line, in order: that it is widely used comes first. */
export function sentencesOf({ reason, cause, use }: Pick<MessageLine, "reason" | "cause" | "use">): string[] {
  const sentences = [reason, ...(cause === null ? [] : [cause])];
  if (use === null) return sentences;
  const used = `${usedByText(use)}.`;
  return isWidelyUsed(use) ? [used, ...sentences] : [...sentences, used];
}
