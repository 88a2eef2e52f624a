import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../../common/errors.js";
import { mailboxOf } from "./mailbox.js";

/** A keyed hash that identifies an email address without revealing it. */
export type AddressKey = string & { readonly addressKey: unique symbol };

export const addressKey = (key: string, email: string): AddressKey =>
  sign(key, "address", email.trim().toLowerCase()) as AddressKey;

/** The keys under which an address may have unsubscribed: its own, and that of its mailbox. */
export const addressKeys = (key: string, email: string): AddressKey[] =>
  [email, mailboxOf(email)].map((each) => addressKey(key, each));

/**
 * The token for an email's unsubscribe link, which works without signing in. It can't be used for anything
 * else, so it never expires.
 */
export function unsubscribeToken(key: string, email: string): string {
  const address = addressKey(key, email);
  return [address, sign(key, "unsubscribe", address)].join(".");
}

export const unsubscribeUrl = (
  { appUrl, unsubscribeKey }: { appUrl: string; unsubscribeKey: string },
  email: string,
): string => `${appUrl}/api/v1/unsubscribe?token=${unsubscribeToken(unsubscribeKey, email)}`;

/**
 * The address that an unsubscribe link was made for.
 * @throws AppError `invalid-unsubscribe-token`
 */
export function addressOfToken(key: string, token: string): AddressKey {
  const [address = "", signature = "", ...rest] = token.split(".");
  if (rest.length === 0 && isSame(signature, sign(key, "unsubscribe", address))) return address as AddressKey;
  throw new AppError("invalid-unsubscribe-token", "Not a valid unsubscribe link.", {
    userMessage: "This unsubscribe link isn't valid. Turn notifications off in Settings instead.",
  });
}

/** An address that unsubscribed, and when. */
export type Unsubscription = { address: AddressKey; at: string };

/** The token for a link that undoes one unsubscription; a later unsubscription needs a new link. */
export const confirmationToken = (key: string, { address, at }: Unsubscription): string =>
  [address, Date.parse(at), sign(key, "subscribe", address, at)].join(".");

/** @throws AppError `invalid-unsubscribe-token` */
export function unsubscriptionOfToken(key: string, token: string): Unsubscription {
  const [address = "", ms = "", signature = "", ...rest] = token.split(".");
  const date = new Date(/^\d{1,15}$/.test(ms) ? Number(ms) : NaN);
  const at = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  if (rest.length === 0 && isSame(signature, sign(key, "subscribe", address, at)))
    return { address: address as AddressKey, at };
  throw confirmationInvalid();
}

export const confirmationInvalid = (): AppError =>
  new AppError("invalid-unsubscribe-token", "Not a valid link, or one that was used.", {
    userMessage: "This link isn't valid anymore. Turn emails on in Settings to get a new one.",
  });

/** A signature is only valid for its purpose, which is the first of the parts. */
const sign = (key: string, ...parts: string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");

/** Compares signatures in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Addresses that get no notifications, across all people and workspaces. */
export interface UnsubscribedAddresses {
  /** When each of these addresses unsubscribed; addresses that didn't are missing. */
  find(addresses: readonly AddressKey[]): Promise<Map<AddressKey, string>>;
  save(unsubscription: Unsubscription): Promise<void>;
  /** @returns false if the address is not unsubscribed, or has unsubscribed again since then */
  remove(unsubscription: Unsubscription): Promise<boolean>;
}
