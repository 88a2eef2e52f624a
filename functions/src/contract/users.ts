import { z } from "zod";
import { textSchema } from "./common.js";

export const userSchema = z.object({
  email: z.string(),
  displayName: z.string(),
  firebaseUid: z.string(),
  emailNotifications: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** The uid and e-mail must agree with the token's. */
export const createUserSchema = z.object({
  email: z.email(),
  displayName: textSchema(200).optional(),
  firebaseUid: z.string().min(1).max(128),
});

export const updatePreferencesSchema = z.object({ emailNotifications: z.boolean() });
