import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../../shared/errors.js";

/** Made for one purpose: it can switch mails off and nothing else, so it never expires. */
const purpose = "unsubscribe";

/** Text for a mail's link that switches the account's notifications off without sign-in. */
export const unsubscribeToken = (key: string, uid: string): string =>
  `${Buffer.from(uid).toString("base64url")}.${signatureOf(key, uid).toString("base64url")}`;

/**
 * The account that a token was made for.
 * @throws AppError `invalid-unsubscribe-token`
 */
export function uidOfToken(key: string, token: string): string {
  const [encodedUid = "", encodedSignature = "", ...rest] = token.split(".");
  const uid = Buffer.from(encodedUid, "base64url").toString("utf8");
  const given = Buffer.from(encodedSignature, "base64url");
  const expected = signatureOf(key, uid);
  if (rest.length > 0 || uid === "" || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError("invalid-unsubscribe-token", "Not a valid unsubscribe link.", {
      userMessage: "This unsubscribe link is not valid. Switch notifications off in Settings instead.",
    });
  return uid;
}

const signatureOf = (key: string, uid: string): Buffer =>
  createHmac("sha256", key)
    .update(JSON.stringify([purpose, uid]))
    .digest();
