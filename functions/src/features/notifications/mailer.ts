export type Mail = {
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
