import type { z } from "zod";
import type { createUserSchema, User } from "../../contract/users.js";
import { AppError } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { toUser, userFromToken, type Identity } from "./ensure-user.js";

/**
 * Creates the record after sign-up. A read may have made it from the token before, when the token had no
 * name yet: then the name typed at sign-up replaces the guessed one.
 * @throws AppError `invalid-request` when uid or e-mail are not the token's
 */
export async function createUser(
  { users }: Pick<Dependencies, "users">,
  identity: Identity,
  body: z.infer<typeof createUserSchema>,
): Promise<{ user: User; isNew: boolean }> {
  const issues = [
    body.firebaseUid !== identity.uid && "firebaseUid",
    body.email.toLowerCase() !== identity.email.toLowerCase() && "email",
  ].filter((field) => field !== false);
  if (issues.length > 0)
    throw new AppError("invalid-request", "The body disagrees with the token.", {
      details: { issues: issues.map((field) => ({ path: `body.${field}`, message: "Not the token's." })) },
    });
  const fields = body.displayName
    ? { email: identity.email, displayName: body.displayName, isDisplayNameGuessed: false }
    : userFromToken(identity);
  const { user, isNew } = await users.ensure(identity.uid, fields);
  const isNameBetter = !isNew && user.isDisplayNameGuessed && !fields.isDisplayNameGuessed;
  return {
    user: toUser(isNameBetter ? await users.setDisplayName(identity.uid, fields.displayName) : user),
    isNew,
  };
}
