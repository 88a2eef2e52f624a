import type { Dependencies } from "../../composition/dependencies.js";
import { sendPasswordReset, sendVerificationEmail } from "../../features/account/account-mails.js";
import { createUser } from "../../features/workspaces/create-user.js";
import { ensureUser } from "../../features/workspaces/ensure-user.js";
import { updatePreferences } from "../../features/workspaces/update-preferences.js";
import type { Handlers } from "../endpoint.js";

export const userHandlers = (deps: Dependencies) =>
  ({
    getCurrentUser: ({ actor }) => ensureUser(deps, actor),
    createUser: async ({ actor, body, logger }) => {
      const { user, isSignUp } = await createUser(deps, actor, body);
      if (isSignUp)
        await sendVerificationEmail(deps, actor).catch((error: unknown) =>
          // The app shows a banner to send it again.
          logger.warn("verification email not sent", {}, error),
        );
      return user;
    },
    updatePreferences: ({ actor, body }) => updatePreferences(deps, actor, body),
    sendVerificationEmail: ({ actor }) => sendVerificationEmail(deps, actor),
    sendPasswordReset: ({ body }) => sendPasswordReset(deps, body.email),
  }) satisfies Partial<Handlers>;
