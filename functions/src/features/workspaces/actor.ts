import type { TokenScope } from "../../contract/tokens.js";
import type { Role, WorkspaceId } from "../../contract/workspaces.js";

/** The signed-in person, as the verified token and the request describe them. */
export type Identity = {
  uid: string;
  email: string;
  isEmailVerified: boolean;
  displayName: string | null;
  /** When the person last proved who they are, by a password for example; null when the token doesn't say. */
  signedInAt: Date | null;
  /** IP address that the request came from; null when it is not known. */
  ip: string | null;
  /** The API token that speaks for the person; null when they are signed in themselves. */
  token: ActingToken | null;
};

/** What an operation may know of the token that a request was sent with. */
type ActingToken = { name: string; scope: TokenScope; expiresAt: string };

/** A person who acts in a workspace that they are a member of. */
export type Actor = Identity & {
  workspaceId: WorkspaceId;
  role: Role;
  /** The workspace's active run, where admitting the caller has read it; else missing. */
  activeRunId?: string | null | undefined;
};
