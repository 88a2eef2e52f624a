import type { TokenScope } from "../../contract/tokens.js";
import type { Role, WorkspaceId } from "../../contract/workspaces.js";

/** The signed-in person, as the verified token and the request describe them. */
export type Identity = {
  uid: string;
  email: string;
  isEmailVerified: boolean;
  displayName: string | null;
  /** When the person last authenticated, for example with a password; null if the token doesn't say. */
  signedInAt: Date | null;
  /** IP address that the request came from; null if unknown. */
  ip: string | null;
  /** The API token that acts for the person; null if they are signed in themselves. */
  token: ActingToken | null;
};

/** How other members see the person. */
export const displayNameOf = ({ displayName, email }: Identity): string => displayName ?? email;

/** The part of an API token that operations get to see. */
type ActingToken = { name: string; scope: TokenScope; expiresAt: string; client: TokenClient };

/** What a request with a token was sent by: the command line or an assistant, as they say themselves, or anything else. */
export type TokenClient = "api" | "cli" | "assistant";

/** A person acting in a workspace that they are a member of. */
export type Actor = Identity & {
  workspaceId: WorkspaceId;
  role: Role;
  /** Missing for requests to the API. */
  via?: "slack";
  /** The workspace's active run, if it was read while the caller was authorized; else missing. */
  activeRunId?: string | null | undefined;
};
