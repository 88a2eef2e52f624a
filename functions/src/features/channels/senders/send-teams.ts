import {
  namesTitle,
  perDayText,
  sentencesOf,
  type Message,
  type MessageFacts,
  type MessageLine,
} from "../../messages/message.js";
import { assertSuccess, titleOfTry, type Sender } from "./sender.js";

/**
 * Largest card in bytes. Teams documents about 28 KB for a message with everything that it adds; senders report
 * that it refuses bodies from about 21 KB on. A workflow answers 202 before it posts, so a card that is too
 * large would be lost without an error.
 */
const maxBytes = 20_000;
/** Names from Mixpanel can be long, so each text is cut to this many characters. */
const longestText = 600;

/**
 * Posts an Adaptive Card to a workflow with the trigger "When a Teams webhook request is received". Workflows
 * can neither find nor change what they posted. So after a try whose outcome is unknown, the card is sent
 * again and says so.
 */
export const sendTeams: Sender<"teams"> = async ({ outbound }, { fields, delivery, message }) => {
  const answer = await outbound.send({
    method: "POST",
    url: fields.url,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: fittingBody({ ...message, title: titleOfTry(delivery, message) }),
  });
  assertSuccess(answer);
  return `HTTP ${answer.status}`;
};

/** The request body, with as many lines of the message as fit. */
function fittingBody(message: Message): string {
  const body = JSON.stringify({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: cardOf(message) }],
  });
  const shorter = Buffer.byteLength(body) <= maxBytes ? null : withoutLastLine(message);
  return shorter === null ? body : fittingBody(shorter);
}

/** @returns null if the message has no lines */
function withoutLastLine(message: Message): Message | null {
  const last = message.sections.findLastIndex(({ lines }) => lines.length > 0);
  if (last === -1) return null;
  const sections = message.sections.map((section, index) =>
    index === last ? { ...section, lines: section.lines.slice(0, -1), more: section.more + 1 } : section,
  );
  return { ...message, sections };
}

type Run = { text: string; weight?: "Bolder"; isSubtle?: true; size?: "Large"; url?: string };

/** Teams supports version 1.5. Unlike text blocks, text runs are shown as they are, not as Markdown. */
const cardOf = (message: Message) => ({
  type: "AdaptiveCard",
  version: "1.5",
  msteams: { width: "Full" },
  body: [
    block({ text: message.title, weight: "Bolder", size: "Large" }),
    ...(message.lead === null ? [] : [block({ text: message.lead })]),
    ...message.sections.flatMap(({ title, lines, more }) => [
      ...(title === "" || lines.length === 0
        ? []
        : [block({ text: title, weight: "Bolder", isSubtle: true })]),
      ...lines.map(lineBlock),
      ...(more > 0 ? [block({ text: `and ${more} more`, isSubtle: true })] : []),
    ]),
    ...(message.names === null
      ? []
      : [
          block(
            { text: `${namesTitle}: `, weight: "Bolder" },
            { text: `${message.names.text} ` },
            { text: "Review", url: message.names.url },
          ),
        ]),
    ...(message.facts === null ? [] : factBlocks(message.facts)),
  ],
  actions: [{ type: "Action.OpenUrl", title: message.link.label, url: message.link.url }],
});

const lineBlock = ({ label, headline, url, ...rest }: MessageLine) =>
  block(
    ...(label === "Alert" ? [{ text: "🔴 " }] : []),
    { text: headline, weight: "Bolder", url },
    { text: `\n${sentencesOf(rest).join(" ")}` },
  );

const factBlocks = ({ title, rows, perDay }: MessageFacts) => [
  block({ text: title, weight: "Bolder", isSubtle: true }),
  ...rows.map(({ label, value }) => block({ text: `${label}: ` }, { text: value, weight: "Bolder" })),
  ...(perDay === null ? [] : [block({ text: perDayText(perDay) })]),
];

const block = (...runs: Run[]) => ({
  type: "RichTextBlock",
  inlines: runs.map(({ text, url, ...style }) => ({
    type: "TextRun",
    text: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text,
    ...style,
    ...(url !== undefined && { selectAction: { type: "Action.OpenUrl", url } }),
  })),
});
