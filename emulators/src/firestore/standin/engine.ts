import type { Duplex, Readable } from "node:stream";
import { FirestoreMock, type FirestoreController } from "@firebase-bridge/firestore-admin";
import type { DocumentData } from "firebase-admin/firestore";
import { invalidArgument } from "./status.js";
import { TransactionTable } from "./transactions.js";
import type { Document, Value } from "./wire.js";

/** The engine's in-process replacement for the generated Firestore client. */
interface EngineClient {
  commit(request: object): Promise<[object]>;
  batchWrite(request: object): Promise<[object]>;
  listDocuments(request: object): Promise<[Document[]]>;
  listCollectionIds(request: object): Promise<[string[]]>;
  batchGetDocuments(request: object): Readable;
  runQuery(request: object): Readable;
  runAggregationQuery(request: object): Readable;
  listen(): Duplex;
}

/** Converts between the SDK's values and those on the wire. */
interface Serializer {
  encodeFields(data: DocumentData): Record<string, Value>;
  decodeValue(value: Value): unknown;
}

export interface Database {
  /** `projects/P/databases/D` */
  readonly name: string;
  readonly controller: FirestoreController;
  readonly client: EngineClient;
  readonly serializer: Serializer;
  readonly transactions: TransactionTable;
  /** A document's path relative to the database's root. */
  relative(documentName: string): string;
}

/** All databases of the server, each created when it is first named. */
export class Databases {
  readonly #mock = new FirestoreMock();
  readonly #open = new Map<string, Database>();

  /**
   * @param resource a database's name, or any name below it
   * @throws StatusError for anything else
   */
  of(resource: string | undefined): Database {
    const [name = "", project = "", id = ""] =
      /^projects\/([^/]+)\/databases\/([^/]+)/.exec(resource ?? "") ?? [];
    if (name === "") throw invalidArgument(`Invalid resource name: ${resource}`);
    const known = this.#open.get(name);
    if (known) return known;
    const controller = this.#mock.createDatabase(project, id);
    const database = {
      name,
      controller,
      ...internals(controller),
      transactions: new TransactionTable(),
      relative: (documentName: string) => documentName.slice(`${name}/documents/`.length),
    };
    this.#open.set(name, database);
    return database;
  }

  all(): Database[] {
    return [...this.#open.values()];
  }
}

/** Parts that the engine does not export. Its version is pinned because of this. */
function internals(controller: FirestoreController): { client: EngineClient; serializer: Serializer } {
  const sdk = controller.firestore() as unknown as {
    _clientPool: { clientFactory(requiresGrpc: boolean): EngineClient };
    _serializer: Serializer;
  };
  return { client: sdk._clientPool.clientFactory(true), serializer: sdk._serializer };
}

const historyMs = 90_000;

/** The engine keeps every previous state of every document forever, but reads look back a minute at most. */
export function trimHistory({ controller }: Database, now: number): void {
  const { _accessor } = controller as unknown as {
    _accessor: { _src: { docs: Map<string, { _history: { updateTime: { toMillis(): number } }[] }> } };
  };
  for (const entry of _accessor._src.docs.values()) {
    if (entry._history.length === 0) continue;
    entry._history = entry._history.filter(({ updateTime }) => now - updateTime.toMillis() < historyMs);
  }
}
