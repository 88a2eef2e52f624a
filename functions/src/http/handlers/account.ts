import type { Dependencies } from "../../composition/dependencies.js";
import { sendPasswordReset, sendVerificationEmail } from "../../features/account/account-mails.js";
import { getExport, startExport } from "../../features/account/data-export.js";
import { changeEmail, signOutEverywhere, updateProfile } from "../../features/account/profile.js";
import * as deletion from "../../features/deletion/request-deletion.js";
import { createUser, ensureUser } from "../../features/workspaces/ensure-user.js";
import { updatePreferences } from "../../features/workspaces/update-preferences.js";
import type { Handlers } from "../endpoint.js";

export const accountHandlers = (deps: Dependencies) =>
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
    updateProfile: ({ actor, body }) => updateProfile(deps, actor, body.displayName),
    changeEmail: ({ actor, body }) => changeEmail(deps, actor, body.email),
    signOutEverywhere: ({ actor }) => signOutEverywhere(deps, actor),
    exportMyData: ({ actor }) => startExport(deps, actor, null),
    exportWorkspaceData: ({ actor }) => startExport(deps, actor, actor.workspaceId),
    getDataExport: ({ actor, params }) => getExport(deps, actor, params.id),
    getAccountDeletion: ({ actor }) => deletion.previewAccountDeletion(deps, actor),
    deleteAccount: ({ actor, body }) => deletion.deleteAccount(deps, actor, body.email),
    getWorkspaceDeletion: ({ actor }) => deletion.previewWorkspaceDeletion(deps, actor.workspaceId),
    deleteWorkspace: ({ actor, body }) => deletion.deleteWorkspace(deps, actor, body.name),
  }) satisfies Partial<Handlers>;
