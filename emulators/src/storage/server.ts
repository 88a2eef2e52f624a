import { sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { errorBody, StorageError } from "./errors.js";
import { StorageFaults } from "./faults.js";
import { ObjectStore } from "./object-store.js";
import { storageRoutes } from "./routes.js";
import { signatureCheck, type Signer } from "./signed-urls.js";

export interface StorageOptions {
  readonly port: number;
  /** Folder for the objects. */
  readonly dataDir: string;
  /** The signers whose signatures are accepted. */
  readonly signers: readonly Signer[];
  readonly now?: () => number;
}

/** A file-backed stand-in for the JSON API of Cloud Storage and its V4 signed URLs. */
export async function startStorage(options: StorageOptions): Promise<RunningServer> {
  const now = options.now ?? Date.now;
  const store = new ObjectStore(options.dataDir, now);
  const route = storageRoutes(store, signatureCheck(options.signers, now), new StorageFaults());
  return serve((request, response) => {
    route(request, response).catch((error: unknown) => {
      const known = error instanceof StorageError;
      if (response.headersSent || (known && error.status === 0)) return response.destroy();
      if (!known) console.error("storage:", error);
      const status = known ? error.status : 500;
      const message = error instanceof Error ? error.message : String(error);
      sendJson(response, status, errorBody(status, message, known ? error.reason : "backendError"));
    });
  }, options.port);
}
