import { chartHtml } from "./finding-chart.js";
import type { Segment } from "../../contract/results.js";
import { unsubscribeHeaders } from "../mails/action-mail.js";
import { escapeHtml, oneLine } from "../mails/mail-text.js";
import {
  namesTitle,
  perDayText,
  sentencesOf,
  type Message,
  type MessageFacts,
  type MessageLine,
  type MessageSection,
} from "./message.js";
import type { Mail } from "../../ports/mailer.js";

/** Why someone gets an email, and how to stop it: with the link, or with a click in the mail program. */
type MailFooter = { reason: string; stopLabel: string; stopUrl: string };

/** Renders a message as an email. */
export const messageMail = (
  message: Message,
  subject: string,
  footer: MailFooter,
): Omit<Mail, "to" | "id"> => ({
  subject,
  text: renderText(message, footer),
  html: renderHtml(message, footer),
  headers: unsubscribeHeaders(footer.stopUrl),
});

const renderText = ({ title, lead, sections, names, facts, link }: Message, footer: MailFooter): string =>
  [
    title,
    ...(lead === null ? [] : [lead]),
    ...sections.map((section) =>
      [
        ...(section.title === "" ? [] : [section.title]),
        ...section.lines.map((line) =>
          [`- ${line.label} · ${line.headline}`, ...sentencesOf(line), line.url].join("\n  "),
        ),
        ...(section.more > 0 ? [`- and ${section.more} more`] : []),
      ].join("\n"),
    ),
    ...(names === null ? [] : [`${namesTitle}: ${names.text}\n${names.url}`]),
    ...(facts === null
      ? []
      : [
          [
            facts.title,
            ...facts.rows.map(({ label, value }) => `- ${label}: ${value}`),
            ...(facts.perDay === null ? [] : [`- ${perDayText(facts.perDay)}`]),
          ].join("\n"),
        ]),
    `${link.label}: ${link.url}`,
    `${footer.reason} ${footer.stopLabel}: ${footer.stopUrl}`,
  ].join("\n\n");

const colors = { Alert: "#b42318", Warning: "#8a5a00", Recovered: "#0b6b63" } as const;

/** For mail programs that support it; the inline colors are the light style. */
const darkStyle = `@media (prefers-color-scheme: dark) {
.page { background: #0e1514 !important; color: #e8eeed !important }
.card { background: #16201f !important; border-color: #2a3635 !important }
.quiet, .quiet a { color: #9fb0ae !important }
.Alert { color: #f97066 !important } .Warning { color: #f0b849 !important } .Recovered { color: #4fc4b7 !important }
.chip { background: #202828 !important; color: #adb6b6 !important }
.headline { color: #e8eeed !important }
}`;

/** Uses tables and inline styles, because that is what mail programs support. */
const renderHtml = (
  { title, lead, preheader, sections, names, facts, link }: Message,
  footer: MailFooter,
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${darkStyle}</style></head>
<body class="page" style="margin:0;padding:24px;background:#f7f8f8;color:#15201f;font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%"><tr><td style="padding:0 0 12px;font-weight:700"><span style="display:inline-block;width:2px;height:16px;margin:0 8px -2px 0;background:#0b6b63"></span>Plumbline</td></tr></table>
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#fff;border:1px solid #dfe4e3;border-radius:8px"><tr><td style="padding:24px">
<h1 style="margin:0 0 4px;font-size:18px">${escapeHtml(title)}</h1>
${lead === null ? "" : `<p class="quiet" style="margin:0 0 16px;color:#52605e">${escapeHtml(lead)}</p>`}
${sections.map(sectionHtml).join("\n")}
${names === null ? "" : `<p style="margin:20px 0 0"><strong>${namesTitle}:</strong> ${escapeHtml(names.text)} <a href="${escapeHtml(names.url)}" style="color:#0b6b63">Review</a></p>`}
${facts === null ? "" : factsHtml(facts)}
<p style="margin:24px 0 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0b6b63;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>
</td></tr></table>
<p class="quiet" style="margin:16px 0 0;font-size:13px;color:#52605e">${escapeHtml(footer.reason)} <a href="${escapeHtml(footer.stopUrl)}" style="color:#52605e">${escapeHtml(footer.stopLabel)}</a></p>
</td></tr></table>
</body></html>
`;

const sectionHtml = (section: MessageSection): string =>
  [
    section.title === ""
      ? ""
      : `<h2 style="margin:20px 0 8px;font-size:15px">${escapeHtml(section.title)}</h2>`,
    ...section.lines.map(lineHtml),
    section.more > 0 ? `<p class="quiet" style="margin:0;color:#52605e">and ${section.more} more</p>` : "",
  ].join("\n");

const factsHtml = ({ title, rows, perDay }: MessageFacts): string =>
  `<h2 style="margin:20px 0 8px;font-size:15px">${escapeHtml(title)}</h2>${perDay === null ? "" : perDayHtml(perDay)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:3px 12px 3px 0">${escapeHtml(label)}</td><td align="right" valign="top" style="padding:3px 0;font-weight:600;white-space:nowrap">${escapeHtml(value)}</td></tr>`,
    )
    .join("")}</table>`;

const highestBar = 36;

/** Uses table cells with sizes in attributes, because Outlook ignores the height of a `div`. */
function perDayHtml({ title, days }: NonNullable<MessageFacts["perDay"]>): string {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const cells = days.map(({ name, count }) => {
    const px = Math.max(1, Math.round((highestBar * count) / most));
    return `<td align="center" valign="bottom" class="quiet" style="padding:0 4px;font-size:12px;color:#52605e">${count}<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td height="${px}" bgcolor="#0b6b63" style="font-size:0;line-height:0">&nbsp;</td></tr></table>${escapeHtml(name)}</td>`;
  });
  return `<p class="quiet" style="margin:0 0 4px;font-size:13px;color:#52605e">${escapeHtml(title)}</p><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px;table-layout:fixed"><tr>${cells.join("")}</tr></table>`;
}

const chipHtml = ({ dimension, value }: Segment): string =>
  `<span class="chip" style="background:#edf0f0;color:#4a5353;border-radius:4px;padding:1px 6px;font-size:12px">${escapeHtml(oneLine(dimension))} = <strong>${escapeHtml(oneLine(value))}</strong></span>`;

const lineHtml = ({ label, headline, chip, chart, url, ...line }: MessageLine): string =>
  `<div style="margin:0 0 16px"><strong class="${label}" style="color:${colors[label]}">${label}</strong> · <a class="headline" href="${escapeHtml(url)}" style="color:#15201f"><strong>${escapeHtml(chip?.headline ?? headline)}</strong></a>${chip ? ` ${chipHtml(chip.segment)}` : ""}${sentencesOf(
    line,
  )
    .map((sentence) => `<br>${escapeHtml(sentence)}`)
    .join("")}${chart ? chartHtml(chart) : ""}</div>`;
