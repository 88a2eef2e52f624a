import type { ApiToken } from "../../contract/tokens.js";
import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";

/** A stored token. Only its hash is kept. */
export type TokenRecord = Omit<ApiToken, "createdBy" | "status"> & {
  hash: string;
  createdBy: { uid: string; email: string; name: string };
};

export interface TokenRepository {
  /** Newest first, including expired tokens. */
  list(workspaceId: WorkspaceId): Promise<TokenRecord[]>;
  /** One read across all workspaces. It reflects every revocation that was confirmed before it. */
  findByHash(hash: string): Promise<{ workspaceId: WorkspaceId; token: TokenRecord } | null>;
  /** Stores a token in a transaction. `check` gets the workspace's tokens and may refuse by throwing. */
  create(
    workspaceId: WorkspaceId,
    token: TokenRecord,
    check: (existing: TokenRecord[]) => void,
    entry: AuditEntry,
  ): Promise<void>;
  /** @throws AppError `not-found` */
  delete(workspaceId: WorkspaceId, id: string, entry: (token: TokenRecord) => AuditEntry): Promise<void>;
  /** Does nothing if the token was deleted in the meantime. */
  markUsed(workspaceId: WorkspaceId, id: string, at: string): Promise<void>;
}
