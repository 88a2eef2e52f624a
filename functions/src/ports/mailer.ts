export type Mail = {
  /** Unique to one email but shared by its copies, so that mailboxes can deduplicate them. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

/** Sends emails. If no mail server is configured, it does nothing and `isConfigured` is false. */
export interface Mailer {
  readonly isConfigured: boolean;
  /** Resolves when the mail server has accepted the email. @throws Error if it hasn't; the call may be retried */
  send(mail: Mail): Promise<void>;
}
