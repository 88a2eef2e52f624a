import grpc from "@grpc/grpc-js";
import { batchWrite, commit } from "./commits.js";
import { Databases, trimHistory, type Database } from "./engine.js";
import { Journal } from "./journal.js";
import { listen } from "./listen.js";
import { batchGet, runAggregation, runQuery } from "./reads.js";
import { stream, unary } from "./streams.js";
import type {
  BatchGetRequest,
  CommitRequest,
  ListDocumentsRequest,
  QueryRequest,
  TransactionOptions,
} from "./wire.js";
import { applyMask } from "./field-masks.js";
import { createRequire } from "node:module";
import path from "node:path";
import protoLoader from "@grpc/proto-loader";

export interface StandInServer {
  readonly port: number;
  close(): void;
}

const tidyEveryMs = 15_000;
const largestMessage = 64 * 1024 * 1024;

/** Serves google.firestore.v1 over gRPC to any official server SDK that has FIRESTORE_EMULATOR_HOST set. */
export async function startServer(port: number, dataDir: string | undefined): Promise<StandInServer> {
  const databases = new Databases();
  const journal = new Journal(dataDir);
  journal.restore(databases);
  const server = new grpc.Server({
    "grpc.max_receive_message_length": largestMessage,
    "grpc.max_send_message_length": largestMessage,
    "grpc.max_concurrent_streams": 4096,
  });
  server.addService(firestoreService(), handlers(databases, journal));
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error, actual) =>
      error ? reject(error) : resolve(actual),
    );
  });
  const timer = setInterval(() => tidy(databases), tidyEveryMs);
  return {
    port: bound,
    close() {
      clearInterval(timer);
      server.forceShutdown();
    },
  };
}

function handlers(databases: Databases, journal: Journal): grpc.UntypedServiceImplementation {
  return {
    BeginTransaction: unary((request: { database: string; options?: TransactionOptions }) => ({
      transaction: databases.of(request.database).transactions.begin(request.options).id,
    })),
    Rollback: unary((request: { database: string; transaction: Buffer }) => {
      databases.of(request.database).transactions.end(request.transaction);
      return {};
    }),
    Commit: unary((request: CommitRequest) => commit(databases.of(request.database), journal, request)),
    BatchWrite: unary((request: CommitRequest) =>
      batchWrite(databases.of(request.database), journal, request),
    ),
    BatchGetDocuments: stream((request: BatchGetRequest) =>
      batchGet(databases.of(request.database), request),
    ),
    RunQuery: stream((request: QueryRequest) => runQuery(databases.of(request.parent), request)),
    RunAggregationQuery: stream((request: QueryRequest) =>
      runAggregation(databases.of(request.parent), request),
    ),
    ListDocuments: unary((request: ListDocumentsRequest) =>
      listDocuments(databases.of(request.parent), request),
    ),
    ListCollectionIds: unary(async (request: { parent: string }) => {
      const [ids] = await databases.of(request.parent).client.listCollectionIds(request);
      return { collectionIds: [...ids].sort() };
    }),
    // The whole collection is one partition, so there are no cursors.
    PartitionQuery: unary(() => ({ partitions: [] })),
    Listen: listen(databases),
  };
}

function tidy(databases: Databases): void {
  const now = Date.now();
  for (const database of databases.all()) {
    database.transactions.forgetOld(now);
    trimHistory(database, now);
  }
}

const defaultPage = 300;

/**
 * Returns one page of a collection, ordered by name. The engine supports neither masks, page tokens nor
 * ordering.
 */
async function listDocuments(database: Database, request: ListDocumentsRequest) {
  const { mask, pageSize, pageToken, orderBy: _byName, ...rest } = request;
  const [all] = await database.client.listDocuments(rest);
  const after = Buffer.from(pageToken ?? "", "base64url");
  const remaining = all
    .map((document) => ({ document, key: Buffer.from(document.name) }))
    .filter(({ key }) => Buffer.compare(key, after) > 0)
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const page = remaining.slice(0, pageSize || defaultPage);
  return {
    documents: page.map(({ document }) => applyMask(document, mask)),
    nextPageToken: remaining.length > page.length ? page.at(-1)!.key.toString("base64url") : "",
  };
}

/** google.firestore.v1.Firestore, from the proto files inside the official client. */
function firestoreService(): grpc.ServiceDefinition {
  const require = createRequire(import.meta.url);
  const admin = require.resolve("firebase-admin");
  const client = path.dirname(require.resolve("@google-cloud/firestore/package.json", { paths: [admin] }));
  const definition = protoLoader.loadSync("google/firestore/v1/firestore.proto", {
    includeDirs: [path.join(client, "build/protos")],
    keepCase: false,
    longs: String,
    enums: String,
    arrays: true,
    objects: true,
    oneofs: true,
    // With defaults, an absent `bytes transaction` would be an empty buffer, and every commit would look
    // transactional.
    defaults: false,
  });
  const service = definition["google.firestore.v1.Firestore"];
  if (!service || "format" in service)
    throw new Error("The client's proto files lack the Firestore service.");
  return service;
}
