import { createHash, randomBytes } from "node:crypto";
import { type WorkspaceId, workspaceIdSchema } from "../../contract/workspaces.js";

/**
 * The contents of a link's token: which invitation it is for, and the hash that must match the stored one.
 */
export type InvitationToken = { workspaceId: WorkspaceId; invitationId: string; hash: string };

/** Creates a link's token with 256 random bits, and the hash to store instead of it. */
export function newInvitationToken(
  workspaceId: WorkspaceId,
  invitationId: string,
): { token: string; tokenHash: string } {
  const secret = randomBytes(32).toString("base64url");
  return { token: [workspaceId, invitationId, secret].join("."), tokenHash: hashOf(secret) };
}

/** Parses a token; null if it is malformed. */
export function readInvitationToken(text: string): InvitationToken | null {
  const [workspaceId, invitationId, secret, ...rest] = text.split(".");
  const parsed = workspaceIdSchema.safeParse(workspaceId);
  if (!parsed.success || !secret || rest.length > 0) return null;
  if (!invitationId || !/^[A-Za-z0-9_-]{1,128}$/.test(invitationId)) return null;
  return { workspaceId: parsed.data, invitationId, hash: hashOf(secret) };
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
