import { isRecord } from "../../http/body.js";
import { waitFor } from "../../processes/wait-for.js";

/** Only a guard against hangs: a busy machine may take minutes. */
const patienceMs = 600_000;

/**
 * Waits for an email of the local mail server.
 * @param pattern its first group is what is wanted of the text
 * @returns that of the newest email that has it
 */
export const findInMail = (mailUrl: string, to: string, pattern: RegExp): Promise<string> =>
  waitFor(
    `The email to ${to}`,
    async () => {
      const response = await fetch(`${mailUrl}/api/messages?to=${encodeURIComponent(to)}`);
      const body: unknown = await response.json();
      const messages: unknown[] = isRecord(body) && Array.isArray(body["messages"]) ? body["messages"] : [];
      const texts = messages.map((message) => (isRecord(message) ? String(message["text"]) : ""));
      return texts.map((text) => pattern.exec(text)?.[1]).find(Boolean);
    },
    patienceMs,
  );
