import type { User } from "firebase/auth";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";

const attempts = 3;

/**
 * Creates the user record on the product's server, in up to 3 attempts. The name defaults to the identity's,
 * else the part of the email before the @.
 * @throws Error 'Failed to create user record'
 */
export async function createUserRecord(
  user: Pick<User, "uid" | "email" | "displayName">,
  name: string = user.displayName ?? "",
): Promise<void> {
  const email = user.email ?? "";
  const displayName = name || email.split("@")[0] || undefined;
  for (let attempt = 1; ; attempt++)
    try {
      await callApi("createUser", { body: { email, displayName, firebaseUid: user.uid } });
      return;
    } catch (cause) {
      if (attempt === attempts) throw new Error(messages.createUserFailed, { cause });
    }
}
