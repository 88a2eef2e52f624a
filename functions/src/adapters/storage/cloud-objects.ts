import type { Bucket, File } from "@google-cloud/storage";
import type { ObjectData, ObjectStore } from "../../ports/object-store.js";
import { once } from "../../common/once.js";

export type CloudStorageSettings = {
  projectId: string;
  bucket: string;
  /** Signs download links; null = the runtime's service account signs them. */
  signingKey: { client_email: string; private_key: string } | null;
};

const pageSize = 1_000;
const deletesAtOnce = 20;
const mostUpdateTries = 5;

/** Stores objects in one bucket. The client itself reads `STORAGE_EMULATOR_HOST`. */
export function cloudObjects(settings: CloudStorageSettings): ObjectStore {
  const bucket = once(() => connect(settings));
  const file = async (path: string): Promise<File> => (await bucket()).file(path);
  const list: ObjectStore["list"] = async (prefix, { limit = pageSize, cursor } = {}) => {
    const [files, next] = await (
      await bucket()
    ).getFiles({
      prefix,
      maxResults: limit,
      autoPaginate: false,
      ...(cursor ? { pageToken: cursor } : {}),
    });
    const { pageToken = null } = (next ?? {}) as { pageToken?: string | null };
    return {
      objects: files.map(({ name, metadata }) => ({
        path: name,
        metadata: textsOf(metadata.metadata),
        updatedAt: new Date(metadata.updated ?? 0),
      })),
      nextCursor: pageToken,
    };
  };
  return {
    list,

    async write(path, data, { contentType, metadata }) {
      await (
        await file(path)
      ).save(contentOf(data), {
        contentType,
        resumable: false,
        // No condition on the object's generation: the last write wins.
        preconditionOpts: {},
        ...(metadata ? { metadata: { metadata } } : {}),
      });
    },

    async update(path, edit, { contentType }) {
      for (let tries = 1; ; tries++) {
        const current = await file(path);
        const generation = await generationOf(current);
        const before = generation === 0 ? null : (await current.download())[0];
        const data = edit(before);
        if (data === null) return;
        try {
          await current.save(data, {
            contentType,
            resumable: false,
            preconditionOpts: { ifGenerationMatch: generation },
          });
          return;
        } catch (error) {
          if (codeOf(error) !== 412 || tries === mostUpdateTries) throw error;
        }
      }
    },

    async read(path) {
      try {
        const [bytes] = await (await file(path)).download();
        return bytes;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },

    async readRange(path, start, end) {
      try {
        // The client's `end` is inclusive, ours is exclusive.
        const last = end === Infinity ? {} : { end: end - 1 };
        const [bytes] = await (await file(path)).download({ start, ...last });
        return bytes;
      } catch (error) {
        if (isNotFound(error)) return null;
        if (codeOf(error) === 416) return Buffer.alloc(0);
        throw error;
      }
    },

    async delete(path) {
      await (await file(path)).delete({ ignoreNotFound: true });
    },

    async deletePrefix(prefix) {
      for (;;) {
        // Lists from the start each time, because the objects listed before are gone.
        const { objects, nextCursor } = await list(prefix);
        for (let from = 0; from < objects.length; from += deletesAtOnce)
          await Promise.all(
            objects
              .slice(from, from + deletesAtOnce)
              .map(async ({ path }) => (await file(path)).delete({ ignoreNotFound: true })),
          );
        if (nextCursor === null) return;
      }
    },

    async downloadUrl(path, { fileName, expiresAt }) {
      const [url] = await (
        await file(path)
      ).getSignedUrl({
        version: "v4",
        action: "read",
        expires: expiresAt,
        responseDisposition: `attachment; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, "_")}"`,
        responseType: "text/csv; charset=utf-8",
      });
      return url;
    },
  };
}

async function connect({ projectId, bucket, signingKey }: CloudStorageSettings): Promise<Bucket> {
  const { IdempotencyStrategy, Storage } = await import("@google-cloud/storage");
  return new Storage({
    projectId,
    // Every write and deletion here may happen twice. By default the client repeats only those with a precondition.
    retryOptions: { idempotencyStrategy: IdempotencyStrategy.RetryAlways },
    ...(signingKey ? { credentials: signingKey } : {}),
  }).bucket(bucket);
}

/** Changes with each write; 0 if the object doesn't exist. It is read before the bytes, so these are never older. */
async function generationOf(object: File): Promise<number | string> {
  try {
    const [{ generation = 0 }] = await object.getMetadata();
    return generation;
  } catch (error) {
    if (isNotFound(error)) return 0;
    throw error;
  }
}

/** Chunks are passed as a function, which the client can call again. */
const contentOf = (data: ObjectData) =>
  typeof data === "string" || data instanceof Uint8Array
    ? Buffer.from(data)
    : async function* () {
        yield* data.chunks();
      };

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const isNotFound = (error: unknown): boolean => codeOf(error) === 404;

const textsOf = (metadata: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
