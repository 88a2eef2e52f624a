import { randomUUID } from "node:crypto";
import { editsSchema, type Edits } from "../../contract/common.js";
import type { SegmentBy } from "../../contract/data-settings.js";
import { nameDecisionsSchema, noDecisions } from "../../contract/names/names.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from "firebase-admin/firestore";
import { z } from "zod";
import { connectionNotVerified } from "../../features/connections/connection-errors.js";
import { emptyInventory, type Inventory } from "../../features/data-settings/inventory.js";
import { countNames, joinPages, splitInventory } from "../../features/data-settings/inventory-pages.js";
import type { LatestSync, SchemaRepository } from "../../features/data-settings/schema-repository.js";
import {
  emptyExclusionNames,
  type ExclusionNames,
  toExclusions,
  withChanges,
} from "../../features/data-settings/exclusion-names.js";
import { editsAfter } from "../../common/edits.js";
import { AppError, notFound } from "../../common/errors.js";
import { storedInstant, timestamp, timestampOrNull } from "./documents.js";
import { pack, unpack } from "./packed-json.js";
import { paths } from "./paths.js";

const storedState = z.object({
  latestSync: z
    .object({
      id: z.string(),
      status: z.enum(["running", "success", "failed"]),
      startedAt: storedInstant,
      errorMessage: z.string().nullable(),
    })
    .nullable(),
  lastSyncedAt: storedInstant.nullable(),
  /** The part documents that contain the inventory. One delivery of a sync's task writes all of them. */
  inventory: z
    .object({ syncId: z.string(), parts: z.number().int(), names: z.number().int().default(0) })
    .nullable(),
});
type State = z.output<typeof storedState>;
const noState: State = { latestSync: null, lastSyncedAt: null, inventory: null };

export function firestoreSchema(db: Firestore): SchemaRepository {
  const stateRef = (workspaceId: WorkspaceId, id: string) => db.doc(paths.schemaState(workspaceId, id));
  const exclusionsRef = (workspaceId: WorkspaceId, id: string) =>
    db.doc(paths.schemaExclusions(workspaceId, id));
  const decisionsRef = (workspaceId: WorkspaceId, id: string) =>
    db.doc(paths.schemaNameDecisions(workspaceId, id));
  const parseState = (data: FirebaseFirestore.DocumentData | undefined): State =>
    data ? storedState.parse(data) : noState;
  const state = async (workspaceId: WorkspaceId, id: string) =>
    parseState((await stateRef(workspaceId, id).get()).data());
  const partRefs = (
    workspaceId: WorkspaceId,
    id: string,
    { syncId, parts }: NonNullable<State["inventory"]>,
  ) =>
    Array.from({ length: parts }, (_, part) =>
      db.doc(paths.schemaInventoryPart(workspaceId, id, syncId, part)),
    );

  /** @throws AppError `not-found` if the connection is gone */
  const withConnection = async (
    tx: Transaction,
    workspaceId: WorkspaceId,
    id: string,
    ref: DocumentReference,
  ) => {
    const [connection, stored] = await tx.getAll(db.doc(paths.connection(workspaceId, id)), ref);
    if (!connection!.exists) throw notFound("connection");
    return { connection: connection!, stored: stored! };
  };

  /** Returns the state if the sync is still running; null if it was replaced or has ended, or the connection is gone. */
  const runningState = async (tx: Transaction, workspaceId: WorkspaceId, id: string, syncId: string) => {
    const [connection, stored] = await tx.getAll(
      db.doc(paths.connection(workspaceId, id)),
      stateRef(workspaceId, id),
    );
    const current = parseState(stored!.data());
    const isMine = current.latestSync?.id === syncId && current.latestSync.status === "running";
    return connection!.exists && isMine ? current : null;
  };

  return {
    state,

    async inventory(workspaceId, id) {
      // A sync may replace the parts between the two reads, so retry.
      for (let attempt = 0; attempt < 3; attempt++) {
        const { inventory } = await state(workspaceId, id);
        if (inventory === null) return emptyInventory;
        const parts = await db.getAll(...partRefs(workspaceId, id, inventory));
        if (parts.every((part) => part.exists))
          return joinPages(await Promise.all(parts.map((part) => pageIn(part))));
      }
      throw beingReplaced();
    },

    async inventoryPage(workspaceId, id, page) {
      for (let attempt = 0; attempt < 3; attempt++) {
        const { inventory } = await state(workspaceId, id);
        const ref = inventory && partRefs(workspaceId, id, inventory)[page];
        if (!ref)
          return { names: emptyInventory, pages: inventory?.parts ?? 0, total: inventory?.names ?? 0 };
        const part = await ref.get();
        if (part.exists) return { names: await pageIn(part), pages: inventory.parts, total: inventory.names };
      }
      throw beingReplaced();
    },

    async exclusions(workspaceId, id) {
      const stored = await exclusionsRef(workspaceId, id).get();
      return toExclusions(await namesIn(stored));
    },

    async exclusionEdits(workspaceId, id) {
      return editsIn(await exclusionsRef(workspaceId, id).get());
    },

    async segmentBy(workspaceId, id) {
      return segmentByIn(await exclusionsRef(workspaceId, id).get());
    },

    changeExclusions: (workspaceId, id, changes, edit = { fromFile: false }, segmentBy) =>
      db.runTransaction(async (tx) => {
        const { stored } = await withConnection(tx, workspaceId, id, exclusionsRef(workspaceId, id));
        const names = withChanges(await namesIn(stored), changes);
        const edits = editsAfter(editsIn(stored), edit, changes.length > 0 || segmentBy !== undefined);
        tx.set(exclusionsRef(workspaceId, id), {
          data: await packOr(names, tooManyExclusions),
          segmentBy: segmentBy === undefined ? segmentByIn(stored) : segmentBy,
          ...edits,
        });
      }),

    async nameDecisions(workspaceId, id) {
      return decisionsIn(await decisionsRef(workspaceId, id).get());
    },

    changeNameDecisions: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const { stored } = await withConnection(tx, workspaceId, id, decisionsRef(workspaceId, id));
        const after = change(await decisionsIn(stored));
        tx.set(decisionsRef(workspaceId, id), { data: await packOr(after, tooManyDecisions) });
      }),

    claimSync: (workspaceId, id, sync, staleBefore) =>
      db.runTransaction(async (tx) => {
        const { connection, stored } = await withConnection(tx, workspaceId, id, stateRef(workspaceId, id));
        if (connection.get("status") !== "verified") throw connectionNotVerified();
        const current = parseState(stored.data());
        const { latestSync, lastSyncedAt } = current;
        if (latestSync?.status === "running" && latestSync.startedAt > staleBefore)
          return { sync: latestSync, isNew: false, lastSyncedAt };
        tx.set(stateRef(workspaceId, id), stateDocument({ ...current, latestSync: sync }));
        return { sync, isNew: true, lastSyncedAt };
      }),

    async completeSync(workspaceId, id, syncId, inventory, syncedAt) {
      const chunks = (await Promise.all(splitInventory(inventory).map(packPages))).flat();
      // Another delivery of the same task may be writing at the same time, or may already have completed the sync.
      const mine = {
        syncId: `${syncId}-${randomUUID()}`,
        parts: chunks.length,
        names: countNames(inventory),
      };
      await Promise.all(partRefs(workspaceId, id, mine).map((ref, part) => ref.set({ data: chunks[part]! })));
      const unused = await db.runTransaction(async (tx) => {
        const current = await runningState(tx, workspaceId, id, syncId);
        if (current === null) return mine;
        const latestSync: LatestSync = { ...current.latestSync!, status: "success", errorMessage: null };
        tx.set(
          stateRef(workspaceId, id),
          stateDocument({ latestSync, lastSyncedAt: syncedAt, inventory: mine }),
        );
        return current.inventory;
      });
      if (unused) await Promise.all(partRefs(workspaceId, id, unused).map((ref) => ref.delete()));
    },

    failSync: (workspaceId, id, syncId, message) =>
      db.runTransaction(async (tx) => {
        const current = await runningState(tx, workspaceId, id, syncId);
        if (current === null) return;
        const latestSync: LatestSync = { ...current.latestSync!, status: "failed", errorMessage: message };
        tx.set(stateRef(workspaceId, id), stateDocument({ ...current, latestSync }));
      }),

    deleteAll: (workspaceId, id) => db.recursiveDelete(db.collection(paths.schema(workspaceId, id))),
  };
}

const beingReplaced = () =>
  new AppError("unavailable", "The schema is being replaced.", { retryAfterSeconds: 1 });

const pageIn = (part: DocumentSnapshot): Promise<Inventory> => unpack(part.get("data") as Buffer);

/** Packs a page of the inventory, in halves if it doesn't fit in one document. */
async function packPages(page: Inventory): Promise<Buffer[]> {
  try {
    return [await pack(page)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const halves = splitInventory(page, Math.ceil(countNames(page) / 2));
    return (await Promise.all(halves.map(packPages))).flat();
  }
}

const decisionsIn = async (stored: DocumentSnapshot) =>
  stored.exists ? nameDecisionsSchema.parse(await unpack(stored.get("data") as Buffer)) : noDecisions;

async function packOr(data: unknown, tooLarge: () => AppError): Promise<Buffer> {
  try {
    return await pack(data);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : error;
  }
}

const tooManyExclusions = () =>
  new AppError("payload-too-large", "The excluded names no longer fit in one document.", {
    userMessage:
      "That's too many names to exclude individually. Exclude whole events instead of their properties.",
  });

const tooManyDecisions = () =>
  new AppError("payload-too-large", "The decisions no longer fit in one document.", {
    userMessage: "That's too many names to decide individually. Use a pattern.",
  });

const stateDocument = ({ latestSync, lastSyncedAt, inventory }: State) => ({
  latestSync: latestSync && { ...latestSync, startedAt: timestamp(latestSync.startedAt) },
  lastSyncedAt: timestampOrNull(lastSyncedAt),
  inventory,
});

const namesIn = async (stored: DocumentSnapshot): Promise<ExclusionNames> =>
  stored.exists ? unpack(stored.get("data") as Buffer) : emptyExclusionNames;

const segmentByIn = (stored: DocumentSnapshot): SegmentBy =>
  (stored.get("segmentBy") as SegmentBy | undefined) ?? null;

/** Documents from before edits were counted have no counts. */
const editsIn = (stored: DocumentSnapshot): Edits => editsSchema.parse(stored.data() ?? {});
