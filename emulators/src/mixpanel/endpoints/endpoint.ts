import type { Call } from "../http/call.js";
import type { AccountDefinition, Role } from "../projects.js";
import type { Project, World } from "../world.js";

/** What a project's endpoint receives after access and budget have been checked. */
export type ProjectCall = {
  world: World;
  call: Call;
  account: AccountDefinition;
  project: Project;
  role: Role;
};

export type ProjectEndpoint = (given: ProjectCall) => void | Promise<void>;
