import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";

export interface Message {
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

const kept = 200;

/** The newest messages, newest first, in memory. */
export class Inbox {
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
    this.#messages = [message, ...this.#messages].slice(0, kept);
    return message;
  }

  clear(): void {
    this.#messages = [];
  }
}
