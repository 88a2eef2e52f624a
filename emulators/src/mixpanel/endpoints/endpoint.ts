import type { Call } from "../http/call.js";
import type { AccountDefinition, Role } from "../projects.js";
import type { Project, World } from "../world.js";

/** What an endpoint of one project is handed once access and budget are settled. */
export type ProjectCall = {
  world: World;
  call: Call;
  account: AccountDefinition;
  project: Project;
  role: Role;
};

export type ProjectEndpoint = (given: ProjectCall) => void | Promise<void>;
