import { createHmac, timingSafeEqual } from "node:crypto";
import { type WorkspaceId, workspaceIdSchema } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";

/** Made for one purpose: it can turn one member's emails off and nothing else, so it never expires. */
const purpose = "unsubscribe";

/** One person's notifications about one workspace. */
export type Subscription = { workspaceId: WorkspaceId; uid: string };

/** Text for an email's link that turns these notifications off without signing in. */
export const unsubscribeToken = (key: string, subscription: Subscription): string =>
  [
    subscription.workspaceId,
    encode(subscription.uid),
    signatureOf(key, subscription).toString("base64url"),
  ].join(".");

/**
 * The notifications that a token was made for.
 * @throws AppError `invalid-unsubscribe-token`
 */
export function subscriptionOfToken(key: string, token: string): Subscription {
  const [workspaceId = "", encodedUid = "", encodedSignature = "", ...rest] = token.split(".");
  const uid = Buffer.from(encodedUid, "base64url").toString("utf8");
  const workspace = workspaceIdSchema.safeParse(workspaceId);
  if (rest.length === 0 && uid !== "" && workspace.success) {
    const subscription = { workspaceId: workspace.data, uid };
    const given = Buffer.from(encodedSignature, "base64url");
    const expected = signatureOf(key, subscription);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return subscription;
  }
  throw new AppError("invalid-unsubscribe-token", "Not a valid unsubscribe link.", {
    userMessage: "This unsubscribe link isn't valid. Turn notifications off in Settings instead.",
  });
}

const encode = (text: string): string => Buffer.from(text).toString("base64url");

const signatureOf = (key: string, { workspaceId, uid }: Subscription): Buffer =>
  createHmac("sha256", key)
    .update(JSON.stringify([purpose, workspaceId, uid]))
    .digest();
