import type { z } from "zod";
import type { createUserSchema, User } from "../../contract/users.js";
import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Identity } from "./actor.js";
import { ensureRecord, toUser, userFromToken } from "./ensure-user.js";

/**
 * Creates the record after sign-up. An earlier read may have created it from the token before the token had a
 * name; then the name typed at sign-up replaces the guessed one.
 * @returns `isSignUp`: whether this call created the record or gave it its name, as only the first after sign-up does
 * @throws AppError `invalid-request` if the uid or email differs from the token's
 */
export async function createUser(
  deps: Pick<
    Dependencies,
    "users" | "onVerified" | "workspaces" | "unsubscribed" | "settings" | "clock" | "ids"
  >,
  identity: Identity,
  body: z.infer<typeof createUserSchema>,
): Promise<{ user: User; isSignUp: boolean }> {
  const issues = [
    body.firebaseUid !== identity.uid && "firebaseUid",
    body.email.toLowerCase() !== identity.email.toLowerCase() && "email",
  ].filter((field) => field !== false);
  if (issues.length > 0)
    throw new AppError("invalid-request", "The body disagrees with the token.", {
      details: { issues: issues.map((field) => ({ path: `body.${field}`, message: "Not the token's." })) },
    });
  const fields = {
    ...userFromToken(identity),
    ...(body.displayName ? { displayName: body.displayName, isDisplayNameGuessed: false } : {}),
  };
  const { user, isNew } = await ensureRecord(deps, identity, fields);
  const isNameBetter = !isNew && user.isDisplayNameGuessed && !fields.isDisplayNameGuessed;
  const named = isNameBetter ? await deps.users.setDisplayName(identity.uid, fields.displayName) : user;
  return { user: await toUser(deps, identity, named), isSignUp: isNew || isNameBetter };
}
