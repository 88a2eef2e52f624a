import type { User } from "firebase/auth";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";

/**
 * Creates the record on the product's server. The display name defaults to the identity's, else
 * the part of the e-mail before the @.
 * @throws Error 'Failed to create user record'
 */
export async function createUserRecord(user: Pick<User, "uid" | "email" | "displayName">): Promise<void> {
  const email = user.email ?? "";
  const displayName = user.displayName || email.split("@")[0] || undefined;
  try {
    await callApi("createUser", { body: { email, displayName, firebaseUid: user.uid } });
  } catch (cause) {
    throw new Error(messages.createUserFailed, { cause });
  }
}
