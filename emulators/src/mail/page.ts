import type { Message } from "./inbox.js";

/** The list of messages. All text from senders is escaped. */
export function listPage(messages: readonly Message[]): string {
  const rows = messages.map(
    (message) =>
      `<tr><td><a href="/messages/${message.id}">${escape(message.subject || "(no subject)")}</a></td>` +
      `<td>${escape(message.to.join(", "))}</td><td>${escape(message.receivedAt)}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? "<p>No mail yet.</p>"
      : `<table><thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return page("Mail", `<h1>Mail</h1>${table}`);
}

/** One message: its HTML in a sandboxed frame that can't run scripts, with its text below. */
export function messagePage(message: Message): string {
  const headers = ["from", "to", "list-unsubscribe", "list-unsubscribe-post"]
    .flatMap((name) =>
      message.headers[name] ? [`<dt>${name}</dt><dd>${escape(message.headers[name])}</dd>`] : [],
    )
    .join("");
  const html = message.html
    ? `<iframe title="HTML version" sandbox="allow-popups" src="/messages/${message.id}/html"></iframe>`
    : "";
  const body = `<p><a href="/">All mail</a></p><h1>${escape(message.subject)}</h1><dl>${headers}</dl>${html}
<h2>Text version</h2><pre>${escape(message.text)}</pre>`;
  return page(message.subject, body);
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ddd}
iframe{width:100%;height:32rem;border:1px solid #ddd}pre{white-space:pre-wrap;background:#f5f5f5;padding:1rem}
dt{font-weight:600;float:left;margin-right:.5rem}
</style></head><body>${body}</body></html>`;

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
