import type { Role, WorkspaceId } from "../../contract/workspaces.js";

/** The signed-in person, as the verified token and the request describe them. */
export type Identity = {
  uid: string;
  email: string;
  isEmailVerified: boolean;
  displayName: string | null;
  /** IP address that the request came from; null when it is not known. */
  ip: string | null;
};

/** A person who acts in a workspace that they are a member of. */
export type Actor = Identity & { workspaceId: WorkspaceId; role: Role };
