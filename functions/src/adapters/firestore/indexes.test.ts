import { ada } from "../../testing/tenants.js";
import { deleteApp, initializeApp } from "firebase-admin/app";
import {
  CollectionReference,
  DocumentReference,
  type Firestore,
  getFirestore,
  Query,
  type Transaction,
} from "firebase-admin/firestore";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connectionRecord, setupRecord } from "../../testing/suites/repository-suite.js";
import { neededIndex, type CompositeIndex, type FieldOverride } from "../../testing/required-indexes.js";
import { newAccount } from "../../features/billing/account/billing-account.js";
import { firestoreBilling } from "./billing-repository.js";
import { firestoreChannels } from "./channels/channel-repository.js";
import { firestoreConnections } from "./connection-repository.js";
import { firestoreDeletions } from "./deletion-repository.js";
import { timestamp, timestampOrNull } from "./documents.js";
import { firestoreIncidents } from "./incident-repository.js";
import { firestoreReleases } from "./release-repository.js";
import { firestoreRuns } from "./run-repository.js";
import { firestoreSchema } from "./schema-repository.js";
import { firestoreSetups, setupDocument } from "./setup-repository.js";
import { silentLogger } from "../../common/logger.js";
import { firestoreWorkspaces } from "./workspace-repository.js";
import { firestoreTokens } from "./token-repository.js";
import { firestoreUsers } from "./user-repository.js";

/*
 * Emulators need no indexes, but production refuses a query without its index. So this test intercepts every query and
 * derives the indexes it needs.
 */

type Indexes = { indexes: CompositeIndex[]; fieldOverrides: FieldOverride[] };
const written = JSON.parse(
  readFileSync(new URL("../../../../firestore.indexes.json", import.meta.url), "utf8"),
) as Indexes;

const app = initializeApp({ projectId: "demo-plumbline" }, "indexes");
const caught: Query[] = [];
const caughtSums: Query[] = [];
const at = "2026-11-18T12:00:00.000Z";

/** Calls every method of every repository in a way that reaches its query. */
function calls(db: Firestore) {
  const page = { limit: 10 };
  const [runs, billing] = [firestoreRuns(db), firestoreBilling(db)];
  const [setups, connections] = [firestoreSetups(db), firestoreConnections(db)];
  const [schema, users] = [firestoreSchema(db), firestoreUsers(db)];
  const workspaces = firestoreWorkspaces(db, silentLogger);
  const tokens = firestoreTokens(db, silentLogger);
  const deletions = firestoreDeletions(db, silentLogger);
  const incidents = firestoreIncidents(db, silentLogger);
  const releases = firestoreReleases(db, silentLogger);
  const channels = firestoreChannels(db, silentLogger);
  return [
    [
      runs,
      {
        transact: () =>
          runs.transact(ada, async (tx) => {
            await Promise.all([tx.account(), tx.setup("s"), tx.connection("c"), tx.run("r")]);
            await tx.oldestQueuedRun();
            await tx.queuedRunOf("s");
          }),
        find: () => runs.find(ada, "r"),
        list: async () => {
          await runs.list(ada, page);
          await runs.list(ada, page, "s");
        },
        listShown: async () => {
          await runs.listShown(ada, page);
          await runs.listShown(ada, page, "s");
        },
        readTransaction: () => runs.readTransaction(ada, (tx) => tx.run("r")),
        account: () => runs.account(ada),
        detectors: () => runs.detectors(ada, "r"),
        findDetector: () => runs.findDetector(ada, "r", "event_stopped"),
        findLatestReport: () => runs.findLatestReport(ada, "s"),
        showing: () => runs.showing(ada, "r"),
        delete: null,
        dueSetups: () => runs.dueSetups(at, 10)[Symbol.asyncIterator]().next(),
        runsDueForSweep: () => runs.runsDueForSweep(at, 10)[Symbol.asyncIterator]().next(),
        runsBefore: () => runs.runsBefore(at, 10),
      } satisfies Record<keyof typeof runs, unknown>,
    ],
    [
      billing,
      {
        account: () => billing.account(ada),
        workspaceIdOf: () => billing.workspaceIdOf("c"),
        linkCustomer: () => billing.linkCustomer(ada, "c"),
        hasHandled: () => billing.hasHandled("e"),
        applyOnce: () =>
          billing.applyOnce(ada, { id: "e", type: "t", createdAt: at }, () => ({ account: newAccount })),
        change: () => billing.change(ada, (account) => account),
        payments: () => billing.payments(ada, 10),
        unpaid: () => billing.unpaid(ada),
        usage: () => billing.usage(ada, page),
        billedRows: () => billing.billedRows(ada, at),
        metered: () => billing.metered(ada, at, at),
        unmetered: () => billing.unmetered(ada),
        totalRows: () => billing.totalRows(ada),
        meterDue: () => billing.meterDue(at, 10)[Symbol.asyncIterator]().next(),
        changeUsage: () => billing.changeUsage(ada, "r", () => null),
        workspaceIdOfUsage: () => billing.workspaceIdOfUsage("r"),
        subscribers: () => billing.subscribers("sub_1", 10),
        reconciliation: () => billing.reconciliation(),
        saveReconciliation: null,
      } satisfies Record<keyof typeof billing, unknown>,
    ],
    [
      setups,
      {
        list: () => setups.list(ada, page),
        find: () => setups.find(ada, "s"),
        get: () => setups.get(ada, "s"),
        // Every document exists here, so the id is taken.
        create: () => setups.create(ada, setupRecord("s", "c")).catch(() => undefined),
        update: () => setups.update(ada, "s", () => ({})),
        delete: () => setups.delete(ada, "s"),
      } satisfies Record<keyof typeof setups, unknown>,
    ],
    [
      connections,
      {
        list: () => connections.list(ada, page),
        find: () => connections.find(ada, "c"),
        get: () => connections.get(ada, "c"),
        findVerified: () => connections.findVerified(ada),
        create: () => connections.create(ada, connectionRecord("c")),
        update: null,
        applyVerification: null,
        sealedWithOtherKeys: () => connections.sealedWithOtherKeys("k", 10),
        changeAnnotations: null,
        replaceSecret: null,
        assertUnused: () => connections.assertUnused(ada, "c"),
        delete: () => connections.delete(ada, "c"),
      } satisfies Record<keyof typeof connections, unknown>,
    ],
    [
      schema,
      {
        state: () => schema.state(ada, "c"),
        inventory: () => schema.inventory(ada, "c"),
        inventoryPage: () => schema.inventoryPage(ada, "c", 0),
        exclusions: () => schema.exclusions(ada, "c"),
        segmentBy: () => schema.segmentBy(ada, "c"),
        exclusionEdits: () => schema.exclusionEdits(ada, "c"),
        changeExclusions: null,
        nameDecisions: () => schema.nameDecisions(ada, "c"),
        changeNameDecisions: null,
        claimSync: null,
        completeSync: null,
        failSync: null,
        deleteAll: null,
      } satisfies Record<keyof typeof schema, unknown>,
    ],
    [
      releases,
      {
        list: () => releases.list(ada, page),
        create: null,
        delete: null,
      } satisfies Record<keyof typeof releases, unknown>,
    ],
    [
      incidents,
      {
        list: async () => {
          for (const isClosed of [false, true]) {
            await incidents.list(ada, { isClosed }, page);
            await incidents.list(ada, { isClosed, connectionId: "c" }, page);
          }
        },
        counts: () => incidents.counts(ada),
        find: () => incidents.find(ada, "i"),
        findAll: null,
        timeline: () => incidents.timeline(ada, "i"),
        followed: () => incidents.followed(ada, "c"),
        mostImportant: () => incidents.mostImportant(ada, "c", 10),
        annotated: () => incidents.annotated(ada, "c"),
        changedAt: () => incidents.changedAt(ada, "c"),
        change: () => incidents.change(ada, "i", () => null),
        changedBy: () => incidents.changedBy(ada, "r"),
        deleteOf: () => incidents.deleteOf(ada, "c"),
      } satisfies Record<keyof typeof incidents, unknown>,
    ],
    [
      channels,
      {
        list: () => channels.list(ada),
        find: () => channels.find(ada, "c"),
        create: null,
        change: null,
        delete: null,
        ofKind: () => channels.ofKind("audit_webhook", 10)[Symbol.asyncIterator]().next(),
        sealedWithOtherKeys: () => channels.sealedWithOtherKeys("k", 10),
        routes: () => channels.routes(ada),
        createRoute: null,
        updateRoute: null,
        deleteRoute: null,
        deliveries: async () => {
          await channels.deliveries(ada, {}, page);
          await channels.deliveries(ada, { channelId: "c" }, page);
        },
        findDelivery: () => channels.findDelivery(ada, "d"),
        changeDelivery: null,
        waiting: () => channels.waiting(ada, "c", 1),
        due: () => channels.due(ada, at, 10),
        dueForSweep: () => channels.dueForSweep(at, 10)[Symbol.asyncIterator]().next(),
        deleteOldDeliveries: () => channels.deleteOldDeliveries(at, 10),
        thread: () => channels.thread(ada, "c", "i"),
        saveThread: null,
      } satisfies Record<keyof typeof channels, unknown>,
    ],
    [
      users,
      { find: () => users.find("p"), findAll: null, ensure: null, setDisplayName: null, setEmail: null },
    ],
    [
      workspaces,
      {
        membershipsOf: () => workspaces.membershipsOf("p"),
        findMembership: async () => {
          await workspaces.findMembership("p", ada);
          await workspaces.findMembership("p", null);
        },
        findAccess: () => workspaces.findAccess("p", ada),
        create: null,
        createFirst: null,
        name: null,
        rename: null,
        members: () => workspaces.members(ada),
        changeMember: null,
        setEmailNotifications: null,
        invitations: () => workspaces.invitations(ada),
        findInvitation: () => workspaces.findInvitation(ada, "i"),
        saveInvitation: null,
        deleteInvitation: null,
        acceptInvitation: null,
        appendAudit: null,
        audit: async () => {
          await workspaces.audit(ada, page);
          await workspaces.audit(ada, { ...page, since: at, until: at });
        },
        auditAfter: async () => {
          await workspaces.auditAfter(ada, { createdAt: at, id: null }, at, 10);
          await workspaces.auditAfter(ada, { createdAt: at, id: "e" }, at, 10);
        },
        deleteOld: () => workspaces.deleteOld({ audit: at, invitations: at }, 10),
      } satisfies Record<keyof typeof workspaces, unknown>,
    ],
    [
      tokens,
      {
        list: () => tokens.list(ada),
        findByHash: () => tokens.findByHash("h"),
        create: null,
        delete: null,
        markUsed: null,
      } satisfies Record<keyof typeof tokens, unknown>,
    ],
    [
      deletions,
      {
        requestWorkspace: null,
        requestAccount: null,
        create: null,
        find: () => deletions.find("d"),
        save: null,
        due: () => deletions.due(at, 10),
        remove: null,
        // Counting whole collections needs no index.
        counts: null,
        // These find documents by listing, not by a query.
        purgeWorkspace: () => deletions.purgeWorkspace(ada, true),
        purgePerson: () => deletions.purgePerson({ uid: "p", email: "p@b.c" }, true),
      } satisfies Record<keyof typeof deletions, unknown>,
    ],
  ] as const;
}

const stored = (path: string): Record<string, unknown> | undefined => {
  if (path.endsWith("/setups/s")) return setupDocument(setupRecord("s", "c"));
  if (!path.endsWith("/connections/c")) return undefined;
  const { id: _id, ...record } = connectionRecord("c");
  return {
    ...record,
    createdAt: timestamp(record.createdAt),
    lastVerifiedAt: timestampOrNull(record.lastVerifiedAt),
  };
};

const snapshot = (ref: DocumentReference) => {
  const data = stored(ref.path);
  return {
    ref,
    id: ref.id,
    exists: data !== undefined,
    data: () => data,
    get: (field: string) => data?.[field],
  };
};
const none = { docs: [], empty: true, size: 0 };
const answer = (source: Query | DocumentReference) => {
  if (source instanceof DocumentReference) return snapshot(source);
  caught.push(source);
  return none;
};

beforeAll(async () => {
  const db = getFirestore(app);
  for (const { prototype } of [Query, CollectionReference, DocumentReference])
    vi.spyOn(prototype as { get: () => unknown }, "get").mockImplementation(function (
      this: Query | DocumentReference,
    ) {
      return Promise.resolve(answer(this));
    });
  vi.spyOn(Query.prototype, "aggregate").mockImplementation(function (this: Query) {
    caughtSums.push(this);
    return { get: async () => ({ data: () => ({ rows: 0 }) }) } as never;
  });
  vi.spyOn(Query.prototype, "count").mockImplementation(function (this: Query) {
    caught.push(this);
    return { get: async () => ({ data: () => ({ count: 0 }) }) } as never;
  });
  vi.spyOn(DocumentReference.prototype, "listCollections").mockResolvedValue([]);
  vi.spyOn(DocumentReference.prototype, "delete").mockResolvedValue(null as never);
  const nothing = () => undefined;
  const tx = {
    get: async (source: Query | DocumentReference) => answer(source),
    set: nothing,
    create: nothing,
    update: nothing,
    delete: nothing,
  } as unknown as Transaction;
  vi.spyOn(db, "runTransaction").mockImplementation((work) => work(tx));
  for (const [, table] of calls(db)) for (const call of Object.values(table)) await call?.();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await deleteApp(app);
});

it("the table of calls has every method, so that new queries are covered", () => {
  for (const [repository, table] of calls(getFirestore(app)))
    expect(Object.keys(table).sort()).toEqual(Object.keys(repository).sort());
  expect(caught.length).toBeGreaterThan(15);
});

it("the committed indexes are exactly those that the queries need", () => {
  // The only field that is ever summed.
  const needs = [
    ...caught.map((query) => neededIndex(query)),
    ...caughtSums.map((query) => neededIndex(query, "rows")),
  ];
  const composite = needs.flatMap((need) => (need.kind === "composite" ? [need.index] : []));
  const single = needs.flatMap((need) => (need.kind === "field" ? [need.override] : []));
  // Documents with a limited lifetime, which Firestore deletes after this time.
  const expiries = ["stripeEvents", "releases", "addressRateLimits", "rateLimits"].map(
    (collectionGroup): FieldOverride => ({
      collectionGroup,
      fieldPath: "expiresAt",
      ttl: true,
      indexes: [],
    }),
  );
  const expected: Indexes = { indexes: unique(composite), fieldOverrides: [...unique(single), ...expiries] };
  if (process.env["WRITE_INDEXES"]) console.log(JSON.stringify(expected, null, 2));
  expect(sorted(written.indexes)).toEqual(sorted(expected.indexes));
  expect(sorted(written.fieldOverrides)).toEqual(sorted(expected.fieldOverrides));
});

const sorted = (list: readonly unknown[]): string[] => list.map((entry) => JSON.stringify(entry)).sort();
const unique = <T>(list: readonly T[]): T[] => [
  ...new Map(list.map((entry) => [JSON.stringify(entry), entry])).values(),
];
