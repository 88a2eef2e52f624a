import type { Dependencies } from "../../composition/dependencies.js";
import { getExport, startExport } from "../../features/account/data-export.js";
import { changeEmail, signOutEverywhere, updateProfile } from "../../features/account/profile.js";
import {
  deleteAccount,
  deleteWorkspace,
  previewAccountDeletion,
  previewWorkspaceDeletion,
} from "../../features/deletion/request-deletion.js";
import type { Handlers } from "../endpoint.js";

export const accountHandlers = (deps: Dependencies) =>
  ({
    updateProfile: ({ actor, body }) => updateProfile(deps, actor, body.displayName),
    changeEmail: ({ actor, body }) => changeEmail(deps, actor, body.email),
    signOutEverywhere: ({ actor }) => signOutEverywhere(deps, actor),
    exportMyData: ({ actor }) => startExport(deps, actor, null),
    exportWorkspaceData: ({ actor }) => startExport(deps, actor, actor.workspaceId),
    getDataExport: ({ actor, params }) => getExport(deps, actor, params.id),
    getAccountDeletion: ({ actor }) => previewAccountDeletion(deps, actor),
    deleteAccount: ({ actor, body }) => deleteAccount(deps, actor, body.email),
    getWorkspaceDeletion: ({ actor }) => previewWorkspaceDeletion(deps, actor.workspaceId),
    deleteWorkspace: ({ actor, body }) => deleteWorkspace(deps, actor, body.name),
  }) satisfies Partial<Handlers>;
