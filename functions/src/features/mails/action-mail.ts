import { escapeHtml, oneLine } from "./mail-text.js";
import type { Mail } from "../../ports/mailer.js";

/** An email with a single action: a few sentences, one button, and why the reader got it. */
export type ActionMail = {
  id: string;
  to: string;
  subject: string;
  paragraphs: readonly string[];
  button: { label: string; url: string };
  reason: string;
  /** The link for people who want no such emails; mail programs show it, too. */
  stop?: { label: string; url: string };
};

/** An email without an action. */
type NoticeMail = Omit<ActionMail, "button">;

/** Lets mail programs offer to unsubscribe with one click (RFC 8058). */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

export const actionMail = (mail: ActionMail): Mail => layOut(mail, mail.button);
export const noticeMail = (mail: NoticeMail): Mail => layOut(mail, null);

/**
 * Renders the email as text and HTML. Everything in it is escaped and kept to one line where mail programs
 * need it.
 */
function layOut(
  { id, to, subject, reason, stop, ...content }: NoticeMail,
  button: ActionMail["button"] | null,
): Mail {
  const title = oneLine(subject);
  // They contain names of people and workspaces.
  const paragraphs = content.paragraphs.map(oneLine);
  return {
    id,
    to,
    subject: title,
    text: [
      title,
      ...paragraphs,
      ...(button ? [`${button.label}: ${button.url}`] : []),
      reason,
      ...(stop ? [`${stop.label}: ${stop.url}`] : []),
    ].join("\n\n"),
    ...(stop && { headers: unsubscribeHeaders(stop.url) }),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f7f8f8;color:#15201f;font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#fff;border:1px solid #dfe4e3;border-radius:8px"><tr><td style="padding:24px">
<h1 style="margin:0 0 8px;font-size:18px">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`).join("\n")}
${button ? `<p style="margin:24px 0 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#0b6b63;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>` : ""}
</td></tr></table>
<p style="margin:16px 0 0;font-size:13px;color:#52605e">${escapeHtml(reason)}${stop ? ` <a href="${escapeHtml(stop.url)}" style="color:#52605e">${escapeHtml(stop.label)}</a>` : ""}</p>
</td></tr></table>
</body></html>
`,
  };
}
