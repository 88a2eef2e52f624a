import type { Transporter } from "nodemailer";
import type { Mailer } from "../../ports/mailer.js";
import { once } from "../../common/once.js";
import { secondMs } from "../../common/time.js";

export type SmtpSettings = {
  /** `smtp://user:password@host:port`; null = no emails are sent. */
  smtpUrl: string | null;
  from: string;
};

const timeoutMs = 20 * secondMs;

/** Sends emails over SMTP. */
export function smtpMailer({ smtpUrl, from }: SmtpSettings): Mailer {
  const transport = once(() => connect(smtpUrl));
  return {
    isConfigured: smtpUrl !== null,
    async send({ id, to, subject, text, html, headers }) {
      const messageId = `<${id}@${domainOf(from)}>`;
      await (
        await transport()
      )
        // As an object, so that a comma or a line break in the address can't add recipients.
        ?.sendMail({
          messageId,
          from,
          to: { name: "", address: to },
          subject,
          text,
          html,
          ...(headers ? { headers } : {}),
        });
    },
  };
}

/** Returns the domain of an address such as `Plumbline <no-reply@plumbline.dev>`. */
const domainOf = (address: string): string => /@([A-Za-z0-9.-]+)>?\s*$/.exec(address)?.[1] ?? "plumbline.dev";

async function connect(url: string | null): Promise<Transporter | null> {
  if (url === null) return null;
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Content comes only from strings: nothing in an email may make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
