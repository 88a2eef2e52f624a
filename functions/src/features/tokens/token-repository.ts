import type { ApiToken } from "../../contract/tokens.js";
import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";

/** A stored token. Only its hash is kept. */
export type TokenRecord = Omit<ApiToken, "createdBy" | "status"> & {
  hash: string;
  createdBy: { uid: string; email: string; name: string };
};

export interface TokenRepository {
  /** Newest first, expired ones too. */
  list(workspaceId: WorkspaceId): Promise<TokenRecord[]>;
  /** One read over all workspaces, which sees a revocation that was answered before it. */
  findByHash(hash: string): Promise<{ workspaceId: WorkspaceId; token: TokenRecord } | null>;
  /** Stores a token in a transaction. `check` sees the workspace's tokens and may refuse by throwing. */
  create(
    workspaceId: WorkspaceId,
    token: TokenRecord,
    check: (existing: TokenRecord[]) => void,
    entry: AuditEntry,
  ): Promise<void>;
  /** @throws AppError `not-found` */
  delete(workspaceId: WorkspaceId, id: string, entry: (token: TokenRecord) => AuditEntry): Promise<void>;
  /** Does nothing for a token that was deleted meanwhile. */
  markUsed(workspaceId: WorkspaceId, id: string, at: string): Promise<void>;
}
