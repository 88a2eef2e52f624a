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

type Names =
  | "updateProfile"
  | "changeEmail"
  | "signOutEverywhere"
  | "exportMyData"
  | "exportWorkspaceData"
  | "getDataExport"
  | "getAccountDeletion"
  | "deleteAccount"
  | "getWorkspaceDeletion"
  | "deleteWorkspace";

export const accountHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  updateProfile: ({ actor, body }) => updateProfile(deps, actor, body.displayName),
  changeEmail: async ({ actor, body }) => {
    await changeEmail(deps, actor, body.email);
    return undefined;
  },
  signOutEverywhere: async ({ actor }) => {
    await signOutEverywhere(deps, actor);
    return undefined;
  },
  exportMyData: async ({ actor }) => {
    await startExport(deps, actor, null);
    return undefined;
  },
  exportWorkspaceData: async ({ actor }) => {
    await startExport(deps, actor, actor.workspaceId);
    return undefined;
  },
  getDataExport: ({ actor, params }) => getExport(deps, actor, params.id),
  getAccountDeletion: ({ actor }) => previewAccountDeletion(deps, actor),
  deleteAccount: async ({ actor, body }) => {
    await deleteAccount(deps, actor, body.email);
    return undefined;
  },
  getWorkspaceDeletion: ({ actor }) => previewWorkspaceDeletion(deps, actor.workspaceId),
  deleteWorkspace: async ({ actor, body }) => {
    await deleteWorkspace(deps, actor, body.name);
    return undefined;
  },
});
