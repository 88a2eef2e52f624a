import { z } from "zod";
import { idSchema, instantSchema, textSchema } from "./common.js";

/** API token scopes. The first three include the ones before them; `audit` reads the audit log and nothing else. */
export const tokenScopes = ["read", "triage", "write", "audit"] as const;
export const tokenScopeSchema = z.enum(tokenScopes);
export type TokenScope = z.infer<typeof tokenScopeSchema>;

/** Whether a token with `scope` may do something that requires at least `least`. */
export const hasScope = (scope: TokenScope, least: TokenScope): boolean =>
  scope === "audit" || least === "audit"
    ? scope === least
    : tokenScopes.indexOf(scope) >= tokenScopes.indexOf(least);

const maxTokenDays = 365;

/** A token as admins see it. The token itself is shown once, when it is created. */
export const apiTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The token's first characters, so people can recognize it. */
  prefix: z.string(),
  scope: tokenScopeSchema,
  /** Name or email of the member who created it. The token can do only what this member's role allows. */
  createdBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  /** Accurate to a few minutes; null until the token is used. */
  lastUsedAt: instantSchema.nullable(),
  /**
   * Only active ones work. `creator-left`: the member who created it has left the workspace since. `creator-signed-out`:
   * they changed their password or address or logged out everywhere since, or their account is disabled.
   */
  status: z.enum(["active", "expired", "creator-left", "creator-signed-out"]),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const createTokenSchema = z.object({
  name: textSchema(100).pipe(z.string().min(1)),
  scope: tokenScopeSchema,
  expiresInDays: z.number().int().min(1).max(maxTokenDays),
});
export type CreateToken = z.infer<typeof createTokenSchema>;

export const createdTokenSchema = apiTokenSchema.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;
