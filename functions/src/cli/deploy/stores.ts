import { madeOnce, type Resource } from "./apply.js";
import type { Call } from "./call.js";
import type { Google } from "./google.js";
import { UsageError } from "../usage-error.js";

const firestore = "https://firestore.googleapis.com/v1";

/** @throws UsageError for a database in Datastore mode, which can't be changed */
export const database = (projectId: string, location: string): Resource => {
  const databases = `${firestore}/projects/${projectId}/databases`;
  return {
    name: "Firestore database",
    async compare(google) {
      const found = await google.read<{ type: string }>(`${databases}/(default)`);
      if (found?.type === "FIRESTORE_NATIVE") return [];
      if (found)
        throw new UsageError(
          `The project's Firestore database is in Datastore mode. Use another project, or delete the database if it is empty.`,
        );
      const url = `${databases}?databaseId=(default)`;
      const kept = { locationId: location, deleteProtectionState: "DELETE_PROTECTION_ENABLED" };
      const body = { type: "FIRESTORE_NATIVE", ...kept };
      const by: Call = { method: "POST", url, body, operationsAt: firestore };
      return [{ what: `create in ${location}`, by }];
    },
  };
};

export type IndexFile = { fieldOverrides: { collectionGroup: string; fieldPath: string; ttl?: boolean }[] };

/**
 * TTL policies on the fields that `firestore.indexes.json` marks with `ttl`; these fields have no index. Google may
 * need hours to process existing documents, so this isn't awaited.
 */
export const expiringFields = (projectId: string, { fieldOverrides }: IndexFile): Resource[] =>
  fieldOverrides
    .filter(({ ttl }) => ttl)
    .map(({ collectionGroup, fieldPath }) => ({
      name: `expiry of ${collectionGroup}`,
      async compare(google) {
        const url = `${firestore}/projects/${projectId}/databases/(default)/collectionGroups/${collectionGroup}/fields/${fieldPath}`;
        const field = await google.read<{ ttlConfig?: { state?: string } }>(url);
        if (field?.ttlConfig && field.ttlConfig.state !== "NEEDS_REPAIR") return [];
        // The same body as `firebase deploy` sends, so that it finds nothing to change while Google is still working.
        const body = { indexConfig: { indexes: [] }, ttlConfig: {} };
        const by: Call = { method: "PATCH", url, body };
        return [{ what: `by ${fieldPath}`, by }];
      },
    }));

const storage = "https://storage.googleapis.com/storage/v1/b";

/** The Firebase project's own bucket, to which `storage.rules` are deployed. */
export const defaultBucket = (projectId: string, location: string): Resource => {
  const url = defaultBucketUrl(projectId);
  return madeOnce("bucket", url, `create in ${location}`, { method: "POST", url, body: { location } });
};

const defaultBucketUrl = (projectId: string): string =>
  `https://firebasestorage.googleapis.com/v1alpha/projects/${projectId}/defaultBucket`;

/** Returns the default bucket's name. Before it exists, a dry run returns the name it will have. */
export async function defaultBucketName(google: Google, projectId: string): Promise<string> {
  const found = await google.read<{ bucket?: { name?: string } }>(defaultBucketUrl(projectId));
  return found?.bucket?.name?.split("/").at(-1) ?? `${projectId}.firebasestorage.app`;
}

/** Grants access only through roles, and never to the public. */
export const closedBucket = (bucket: string): Resource => ({
  name: "access to the bucket",
  async compare(google) {
    const found = await google.read<{
      iamConfiguration?: {
        publicAccessPrevention?: string;
        uniformBucketLevelAccess?: { enabled?: boolean };
      };
    }>(`${storage}/${bucket}`);
    const access = found?.iamConfiguration;
    if (access?.publicAccessPrevention === "enforced" && access.uniformBucketLevelAccess?.enabled) return [];
    const iamConfiguration = {
      publicAccessPrevention: "enforced",
      uniformBucketLevelAccess: { enabled: true },
    };
    const by: Call = { method: "PATCH", url: `${storage}/${bucket}`, body: { iamConfiguration } };
    return [{ what: "allow through roles only", by }];
  },
});
