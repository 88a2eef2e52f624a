import type { Connection } from "../../contract/connections.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { TenantRecord } from "../../common/tenant-records.js";
import type { Page, PageRequest } from "../../common/page.js";
import type { AnnotationState } from "./annotation-state.js";
import type { SealedSecret } from "./secret-box.js";

/** A connection as stored: the encrypted secret beside what the API shows. */
export type ConnectionRecord = Connection & {
  secret: SealedSecret;
  /** Counts the changes a person made; a verification only applies to the revision it started from. */
  revision: number;
  /** Null until somebody has switched them on. */
  annotations: AnnotationState | null;
};

type ConnectionFields = Pick<Connection, "projectId" | "projectName" | "serviceUsername" | "region">;

type VerificationOutcome = Partial<
  Pick<Connection, "status" | "verificationError" | "lastVerifiedAt" | "capabilities" | "projectName">
>;

/** A change by its owner; without `secret` the stored one stays. */
export type ConnectionChange = ConnectionFields & { secret?: SealedSecret };

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
   * Applies the change, counts the revision up and resets the connection to pending. Names and exclusions of another
   * project than it points to now are gone with the same write.
   * @throws AppError `not-found`
   */
  update(
    workspaceId: WorkspaceId,
    connectionId: string,
    change: ConnectionChange,
  ): Promise<{ before: ConnectionRecord; after: ConnectionRecord }>;
  /**
   * Applies what was found out, in the light of what others did, if the connection still has `revision`.
   * @returns the record as it then stands, null when it is gone
   */
  applyVerification(
    workspaceId: WorkspaceId,
    connectionId: string,
    revision: number,
    outcome: VerificationOutcome | ((stored: ConnectionRecord) => VerificationOutcome),
  ): Promise<ConnectionRecord | null>;
  /**
   * Changes what is known of the annotations in Mixpanel, in one transaction; `change` may be called again, null changes
   * nothing.
   * @returns the record as it then stands, null when it is gone
   */
  changeAnnotations(
    workspaceId: WorkspaceId,
    connectionId: string,
    change: (before: ConnectionRecord) => AnnotationState | null,
  ): Promise<ConnectionRecord | null>;
  /** Connections of all workspaces whose secret was sealed with another key than this one. */
  sealedWithOtherKeys(keyId: string, limit: number): Promise<TenantRecord<ConnectionRecord>[]>;
  /** Stores the same secret in another sealing, if `before` is still the stored one. */
  replaceSecret(
    workspaceId: WorkspaceId,
    connectionId: string,
    before: SealedSecret,
    after: SealedSecret,
  ): Promise<void>;
  /** @throws AppError `not-found`, `connection-in-use` */
  assertUnused(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
  /**
   * Deletes the connection, its names and exclusions in one transaction with the check that no setup uses it.
   * Files are not touched, see `deleteConnection`.
   * @throws AppError `not-found`, `connection-in-use`
   */
  delete(workspaceId: WorkspaceId, connectionId: string): Promise<void>;
}
