import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import {
  addressHash,
  personHash,
  type RateLimitName,
  type RateLimitOwner,
} from "../../ports/rate-limiter.js";
import { mailboxOf } from "./mailbox.js";
import { addressKeys, unsubscribeUrl } from "./unsubscribe-token.js";

/**
 * Counts emails that a person is about to have sent to addresses whose owners haven't agreed to any: confirmations,
 * invitations and changes of address. A person and a mailbox have one budget for all of them; if either is used up for
 * one address, none is counted. Accounts whose verified addresses reach one mailbox are one person.
 * @param save saves what the emails are about; if it refuses, none is counted
 * @returns the addresses that may be emailed, without those that unsubscribed
 * @throws AppError `rate-limited`
 */
export async function countStrangers(
  { rateLimiter, unsubscribed, settings }: Pick<Dependencies, "rateLimiter" | "unsubscribed" | "settings">,
  { uid, email: own, isEmailVerified }: { uid: string; email: string; isEmailVerified: boolean },
  emails: readonly string[],
  save: (asked: readonly string[]) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const keysOf = (email: string) => addressKeys(settings.unsubscribeKey, email);
  const gone = await unsubscribed.find(emails.flatMap(keysOf));
  const asked = emails.filter((email) => !keysOf(email).some((key) => gone.has(key)));
  const counted: [RateLimitOwner, RateLimitName][] = [];
  const count = async (...use: [RateLimitOwner, RateLimitName]) => {
    await rateLimiter.use(...use);
    counted.push(use);
  };
  try {
    for (const email of asked) {
      await count(personHash(uid), "strangersByPerson");
      // Somebody's address that isn't proven must not use up its owner's budget.
      if (isEmailVerified) await count(addressHash(mailboxOf(own)), "strangersByPerson");
      await count(addressHash(mailboxOf(email)), "strangersByAddress");
    }
    await save(asked);
  } catch (error) {
    for (const use of counted) await rateLimiter.giveBack(...use);
    throw error;
  }
  return asked;
}

/** The link that every such email has. It ends them for all addresses of the mailbox. */
export const neverAskAgain = (
  settings: Pick<Dependencies["settings"], "appUrl" | "unsubscribeKey">,
  email: string,
) => ({
  label: "Never ask this address again",
  url: unsubscribeUrl(settings, mailboxOf(email)),
});

export const wantsNoMail = (email: string): AppError =>
  new AppError("invalid-request", "The address unsubscribed from Plumbline's emails.", {
    userMessage: `${email} has unsubscribed from emails from Plumbline, so we can't send it any.`,
  });
