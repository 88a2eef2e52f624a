import type { Dependencies } from "../../features/dependencies.js";
import { createUser } from "../../features/users/create-user.js";
import { ensureUser } from "../../features/users/ensure-user.js";
import { updatePreferences } from "../../features/users/update-preferences.js";
import { type Handlers, Reply } from "../endpoint.js";

type Names = "getCurrentUser" | "createUser" | "updatePreferences";

export const userHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  getCurrentUser: ({ actor }) => ensureUser(deps, actor),
  createUser: async ({ actor, body }) => {
    const { user, isNew } = await createUser(deps, actor, body);
    return new Reply(user, {}, isNew ? 201 : 200);
  },
  updatePreferences: ({ actor, body }) => updatePreferences(deps, actor, body),
});
