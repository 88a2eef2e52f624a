import type { Message, MessageLine } from "../message.js";

type Block = { type: string; [key: string]: unknown };

/** Slack shows at most 3,000 characters in a section. */
const longest = 2_900;

/**
 * A message in Slack's blocks: one section a line, so that each can be updated by itself.
 * @param notes what has become of incidents since, by their id
 */
export function slackBlocks(message: Message, notes: ReadonlyMap<string, string> = new Map()): Block[] {
  return [
    section(`*${escape(message.title)}*`),
    ...message.sections.flatMap(({ title, lines }) => [
      ...(title === "" ? [] : [context(`*${title}*`)]),
      ...lines.map((line) => section(slackLine(line, notes.get(line.incidentId)))),
    ]),
    context(
      [message.more && escape(message.more), link(message.link.url, message.link.label)]
        .filter(Boolean)
        .join(" · "),
    ),
  ];
}

export function slackLine({ isAlert, headline, url, text }: MessageLine, note?: string): string {
  const name = headline === "" ? "" : `${isAlert ? ":red_circle: " : ""}*${link(url, headline)}*\n`;
  const line = `${name}${escape(text)}`;
  return note === undefined ? line : `${line}\n_${escape(note)}_`;
}

const section = (text: string): Block => ({
  type: "section",
  text: { type: "mrkdwn", text: text.slice(0, longest), verbatim: true },
});
const context = (text: string): Block => ({
  type: "context",
  elements: [{ type: "mrkdwn", text: text.slice(0, longest), verbatim: true }],
});

const link = (url: string, label: string): string => `<${url}|${escape(label).replaceAll("|", "¦")}>`;

/** Slack's own three characters; then names can be neither links nor mentions. */
export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
