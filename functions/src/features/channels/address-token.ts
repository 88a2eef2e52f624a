import { createHmac } from "node:crypto";
import { z } from "zod";
import { type WorkspaceId, workspaceIdSchema } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isSame } from "../mails/unsubscribe-token.js";

/**
 * What a link in an email permits: confirming one address of one channel, or removing it. It never expires.
 */
export type AddressGrant = {
  purpose: "confirm" | "stop";
  workspaceId: WorkspaceId;
  channelId: string;
  email: string;
};

const grantSchema = z.tuple([z.enum(["confirm", "stop"]), workspaceIdSchema, z.string(), z.string()]);

type Settings = Pick<Dependencies["settings"], "appUrl" | "unsubscribeKey">;

export const addressLink = ({ appUrl, unsubscribeKey }: Settings, grant: AddressGrant): string => {
  const text = textOf(grant);
  const token = `${Buffer.from(text).toString("base64url")}.${signatureOf(unsubscribeKey, text)}`;
  return `${appUrl}/api/v1/channel-address?token=${token}`;
};

/** @throws AppError `invalid-request` */
export function grantOfToken({ unsubscribeKey }: Settings, token: string): AddressGrant {
  const [encoded = "", signature = "", ...rest] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  const given = Buffer.from(signature, "base64url").toString("base64url");
  if (rest.length === 0 && isSame(given, signatureOf(unsubscribeKey, text))) {
    const [purpose, workspaceId, channelId, email] = grantSchema.parse(JSON.parse(text));
    return { purpose, workspaceId, channelId, email };
  }
  throw new AppError("invalid-request", "Not a valid link of a channel's address.", {
    userMessage: "This link isn't valid. Use the one in the newest email.",
  });
}

const textOf = ({ purpose, workspaceId, channelId, email }: AddressGrant): string =>
  JSON.stringify([purpose, workspaceId, channelId, email]);

/** The prefix distinguishes these tokens from others that are signed with the same key. */
const signatureOf = (key: string, text: string): string =>
  createHmac("sha256", key).update(`channel-address ${text}`).digest("base64url");
