export type Mail = {
  /** The same for every copy of one mail, and for no other mail: mailboxes fold copies together by it. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

/** Sends mails. Without a mail server configured it does nothing, and says so by `isConfigured`. */
export interface Mailer {
  readonly isConfigured: boolean;
  /** Resolves when the mail server took the mail. @throws Error when it did not: worth another try */
  send(mail: Mail): Promise<void>;
}
