import {
  namesTitle,
  perDayText,
  sentencesOf,
  type Message,
  type MessageFacts,
  type MessageLine,
} from "../../messages/message.js";

export type Block = { type: string; [key: string]: unknown };

/** Slack allows at most 3,000 characters in a section. */
const longest = 2_900;

/**
 * Renders a message as Slack blocks, one section per line.
 * @param notes current notes of incidents, by the URL of their line
 */
export function slackBlocks(message: Message, notes: ReadonlyMap<string, string> = new Map()): Block[] {
  return [
    section(`*${escape(message.title)}*`),
    ...(message.lead === null ? [] : [section(escape(message.lead))]),
    ...message.sections.flatMap(({ title, lines, more }) => [
      ...(title === "" ? [] : [context(`*${escape(title)}*`)]),
      ...lines.map((line) => section(slackLine(line, notes.get(line.url)))),
      ...(more > 0 ? [context(`and ${more} more`)] : []),
    ]),
    ...(message.names === null
      ? []
      : [section(`*${namesTitle}:* ${escape(message.names.text)} ${link(message.names.url, "Review")}`)]),
    ...(message.facts === null ? [] : [section(factsText(message.facts))]),
    context(link(message.link.url, message.link.label)),
  ];
}

export function slackLine({ label, headline, url, ...rest }: MessageLine, note?: string): string {
  const name = `${label === "Alert" ? ":red_circle: " : ""}*${link(url, headline)}*`;
  const line = `${name}\n${escape(sentencesOf(rest).join(" "))}`;
  return note === undefined ? line : `${line}\n_${escape(note)}_`;
}

const factsText = ({ title, rows, perDay }: MessageFacts): string =>
  [
    `*${escape(title)}*`,
    ...rows.map(({ label, value }) => `${escape(label)}: *${escape(value)}*`),
    ...(perDay === null ? [] : [escape(perDayText(perDay))]),
  ].join("\n");

export const section = (text: string): Block => ({
  type: "section",
  text: { type: "mrkdwn", text: text.slice(0, longest), verbatim: true },
});
const context = (text: string): Block => ({
  type: "context",
  elements: [{ type: "mrkdwn", text: text.slice(0, longest), verbatim: true }],
});

const link = (url: string, label: string): string => `<${url}|${escape(label).replaceAll("|", "¦")}>`;

/**
 * Escapes Slack's three control characters, so that names can't become links or mentions. Slack has no escape for its
 * formatting, so characters that would format text or become an emoji are replaced with ones that look alike. An underscore
 * inside a word, as in most names, formats nothing.
 */
export const escape = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (border) => "ˍ".repeat(border.length))
    .replace(/[*~`]|(?<!\d):(?=[a-z\d+-][\w+-]*:)/g, (mark) => alike[mark]!);

const alike: Record<string, string> = { "*": "∗", "~": "∼", "`": "ˋ", ":": "∶" };
