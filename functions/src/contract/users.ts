import { z } from "zod";
import { emailSchema, textSchema } from "./common.js";
import { workspaceSchema } from "./workspaces.js";

export const userSchema = z.object({
  email: z.string(),
  displayName: z.string(),
  firebaseUid: z.string(),
  /** The setting for the person's first workspace; each entry of `workspaces` has its own. */
  emailNotifications: z.boolean(),
  /** Whether the address unsubscribed through an email's link. Turning emails back on needs a click in another email. */
  emailsUnsubscribed: z.boolean(),
  emailVerified: z.boolean(),
  /** The person's workspaces, starting with the one they joined first. */
  workspaces: z.array(workspaceSchema),
});
export type User = z.infer<typeof userSchema>;

/** The uid and email must match the token's. */
export const createUserSchema = z.object({
  email: z.email().max(254),
  displayName: textSchema(200).optional(),
  firebaseUid: z.string().min(1).max(128),
});

export const updatePreferencesSchema = z.object({ emailNotifications: z.boolean() });

export const passwordResetSchema = z.object({ email: emailSchema });
