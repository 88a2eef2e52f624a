import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { escape } from "../http/html.js";
import { sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";

export interface MailOptions {
  readonly smtpPort: number;
  /** Port of the page and the JSON API. */
  readonly port: number;
}

export interface MailServer extends RunningServer {
  readonly smtpUrl: string;
}

/**
 * Catches every email: SMTP without authentication, a page to read emails, `GET /api/messages` (with `?to=`
 * and `?subject=`) and `DELETE /api/messages` for tests.
 */
export async function startMail(options: MailOptions): Promise<MailServer> {
  const inbox = new Inbox();
  const smtp = await listenSmtp(inbox, options.smtpPort);
  const web = await serve((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/api/messages") {
      if (request.method === "DELETE") inbox.clear();
      return sendJson(response, 200, { messages: matching(inbox, url.searchParams) });
    }
    const [, id = "", part] = /^\/messages\/([\w-]+)(\/html)?$/.exec(url.pathname) ?? [];
    const message = inbox.find(id);
    if (url.pathname === "/") return sendHtml(response, 200, listPage(inbox.messages));
    if (!message) return sendHtml(response, 404, "No such message.");
    if (part) return sendHtml(response, 200, message.html);
    sendHtml(response, 200, messagePage(message));
  }, options.port);
  return {
    ...web,
    smtpUrl: smtp.url,
    close: async () => {
      await Promise.all([web.close(), smtp.close()]);
    },
  };
}

async function listenSmtp(inbox: Inbox, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        inbox.receive(Buffer.concat(chunks), recipients).then(() => done(), done);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.on("error", (error) => console.error("mail:", error.message));
  const { port: bound } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function matching(inbox: Inbox, query: URLSearchParams) {
  const [to, subject] = [query.get("to"), query.get("subject")];
  return inbox.messages.filter(
    (message) => (!to || message.to.includes(to)) && (!subject || message.subject.includes(subject)),
  );
}

/**
 * Sends a page with a policy against scripts and forms, which also applies to a message opened at its own
 * address.
 */
function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'none'",
    "x-content-type-options": "nosniff",
  });
  response.end(html);
}

/** The list of messages. All text from senders is escaped. */
function listPage(messages: readonly Message[]): string {
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
function messagePage(message: Message): string {
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

interface Message {
  readonly id: string;
  readonly receivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Names are lower-case; if a header repeats, its last value. */
  readonly headers: Readonly<Record<string, string>>;
}

const keptMails = 200;

/** The newest messages, newest first, in memory. */
class Inbox {
  #messages: Message[] = [];

  get messages(): readonly Message[] {
    return this.#messages;
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** @param recipients of the SMTP envelope, which may differ from the To header */
  async receive(raw: Buffer, recipients: readonly string[]): Promise<Message> {
    const mail = await PostalMime.parse(raw);
    const message = {
      id: randomUUID(),
      receivedAt: new Date().toISOString(),
      from: mail.from?.address ?? "",
      to: recipients,
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    };
    this.#messages = [message, ...this.#messages].slice(0, keptMails);
    return message;
  }

  clear(): void {
    this.#messages = [];
  }
}
