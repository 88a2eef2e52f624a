import type { Mail, Mailer } from "../../ports/mailer.js";

/** Records sent emails. */
export class MemoryMailer implements Mailer {
  readonly isConfigured = true;
  readonly sent: Mail[] = [];
  isDown = false;

  async send(mail: Mail): Promise<void> {
    if (this.isDown) throw new Error("the mail server does not answer");
    this.sent.push(mail);
  }
}
