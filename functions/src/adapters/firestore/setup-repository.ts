import { inFlightStatuses } from "../../contract/runs.js";
import type { Firestore, Transaction } from "firebase-admin/firestore";
import { z } from "zod";
import { detectorKeySchema } from "../../contract/detectors.js";
import { projectDaySchema } from "../../contract/results.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { setupSchema } from "../../contract/setups.js";
import { connectionNotVerified } from "../../features/connections/connection-errors.js";
import {
  setupIdTaken,
  setupRunActive,
  type SetupRecord,
  type SetupRepository,
} from "../../features/setups/setup-repository.js";
import { notFound, raise } from "../../common/errors.js";
import { silentLogger, type Logger } from "../../common/logger.js";
import { assertRoomFor, documentOf, read, readPage, storedInstant } from "./documents.js";
import { paths } from "./paths.js";

/** Also used for the scheduler, whose query reads setups of all tenants. */
export const storedSetup = setupSchema.omit({ connection: true }).extend({
  createdAt: storedInstant,
  nextRunAt: storedInstant.nullable(),
  refusal: setupSchema.shape.refusal,
  tested: z
    .object({ project: z.string(), days: z.partialRecord(detectorKeySchema, projectDaySchema) })
    .nullable(),
});

export function firestoreSetups(db: Firestore, logger: Logger = silentLogger): SetupRepository {
  const ref = (workspaceId: WorkspaceId, id: string) => db.doc(paths.setup(workspaceId, id));
  const find = async (workspaceId: WorkspaceId, id: string) =>
    read(storedSetup, await ref(workspaceId, id).get());
  const getIn = async (tx: Transaction, workspaceId: WorkspaceId, id: string): Promise<SetupRecord> =>
    read(storedSetup, await tx.get(ref(workspaceId, id))) ?? raise(notFound("setup"));
  const checkConnection = async (
    tx: Transaction,
    workspaceId: WorkspaceId,
    connectionId: string,
  ): Promise<void> => {
    const connection = await tx.get(db.doc(paths.connection(workspaceId, connectionId)));
    if (!connection.exists) throw notFound("connection");
    if (connection.get("status") !== "verified") throw connectionNotVerified();
  };
  return {
    list: (workspaceId, page) =>
      readPage(db.collection(paths.setups(workspaceId)), storedSetup, page, logger),
    find,
    get: async (workspaceId, id) => (await find(workspaceId, id)) ?? raise(notFound("setup")),

    create: (workspaceId, setup) =>
      db.runTransaction(async (tx) => {
        await checkConnection(tx, workspaceId, setup.connectionId);
        await assertRoomFor(tx, db.collection(paths.setups(workspaceId)), "setups");
        if ((await tx.get(ref(workspaceId, setup.id))).exists) throw setupIdTaken();
        tx.create(ref(workspaceId, setup.id), setupDocument(setup));
      }),

    update: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const before = await getIn(tx, workspaceId, id);
        const changes = change(before);
        if (changes.connectionId !== undefined) await checkConnection(tx, workspaceId, changes.connectionId);
        const after = { ...before, ...changes };
        tx.set(ref(workspaceId, id), setupDocument(after));
        return after;
      }),

    delete: (workspaceId, id, check) =>
      db.runTransaction(async (tx) => {
        const before = await getIn(tx, workspaceId, id);
        check?.(before);
        const runs = db
          .collection(paths.runs(workspaceId))
          .where("setupId", "==", id)
          .where("status", "in", inFlightStatuses)
          .limit(1);
        if (!(await tx.get(runs)).empty) throw setupRunActive();
        tx.delete(ref(workspaceId, id));
      }),
  };
}

export const setupDocument = (setup: SetupRecord) => documentOf(setup, "createdAt", "nextRunAt");
