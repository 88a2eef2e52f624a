import type { Connection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { TenantRecord } from "../../common/tenant-records.js";
import type { Page, PageRequest } from "../../common/page.js";
import type { AnnotationState } from "./annotation-state.js";
import type { SealedSecret } from "./secret-box.js";

/** A connection as stored: the encrypted secret in addition to what the API shows. */
export type ConnectionRecord = Connection & {
  secret: SealedSecret;
  /** Counts edits by people. A verification only applies to the revision it started from. */
  revision: number;
  /** Null until someone turns them on. */
  annotations: AnnotationState | null;
};

type ConnectionFields = Pick<Connection, "projectId" | "projectName" | "serviceUsername" | "region">;

type VerificationOutcome = Partial<
  Pick<Connection, "status" | "verificationError" | "lastVerifiedAt" | "capabilities" | "projectName">
>;

/** An edit by a person; what it leaves out is kept. */
export type ConnectionChange = { [K in keyof ConnectionFields]?: ConnectionFields[K] | undefined } & {
  secret?: SealedSecret;
};

export interface ConnectionRepository {
  /** Newest first. */
  list(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<ConnectionRecord>>;
  find(workspaceId: WorkspaceId, connectionId: string): Promise<ConnectionRecord | null>;
  /** @throws AppError `not-found` */
  get(workspaceId: WorkspaceId, connectionId: string): Promise<ConnectionRecord>;
  /** The newest verified connection, or null. */
  findVerified(workspaceId: WorkspaceId): Promise<ConnectionRecord | null>;
  /** @throws AppError `limit-reached` */
  create(workspaceId: WorkspaceId, record: ConnectionRecord): Promise<void>;
  /**
   * Applies the change, increments the revision and resets the connection to pending. If it now points to
   * another project, the same write discards the previous project's names and exclusions.
   * @throws AppError `not-found`
   */
  update(
    workspaceId: WorkspaceId,
    connectionId: string,
    change: ConnectionChange,
  ): Promise<{ before: ConnectionRecord; after: ConnectionRecord }>;
  /**
   * Applies a verification's outcome if the connection still has `revision`. A function gets the stored
   * record, so that it can take concurrent changes into account.
   * @returns the stored record afterward; null if the connection is gone
   */
  applyVerification(
    workspaceId: WorkspaceId,
    connectionId: string,
    revision: number,
    outcome: VerificationOutcome | ((stored: ConnectionRecord) => VerificationOutcome),
  ): Promise<ConnectionRecord | null>;
  /**
   * Changes the state of the annotations in Mixpanel in one transaction. `change` may be called again; if it
   * returns null, nothing changes.
   * @returns the stored record afterward; null if the connection is gone
   */
  changeAnnotations(
    workspaceId: WorkspaceId,
    connectionId: string,
    change: (before: ConnectionRecord) => AnnotationState | null,
  ): Promise<ConnectionRecord | null>;
  /** Connections of all workspaces whose secret was encrypted with a key other than this one. */
  sealedWithOtherKeys(keyId: string, limit: number): Promise<TenantRecord<ConnectionRecord>[]>;
  /** Stores the re-encrypted secret if `before` is still the stored one. */
  replaceSecret(
    workspaceId: WorkspaceId,
    connectionId: string,
    before: SealedSecret,
    after: SealedSecret,
  ): Promise<void>;
  /** @throws AppError `not-found`, `connection-in-use` */
  assertUnused(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
  /**
   * Deletes the connection with its names and exclusions, in the same transaction that checks that no setup
   * uses it. Doesn't delete files; see `deleteConnection`.
   * @throws AppError `not-found`, `connection-in-use`
   */
  delete(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
}
