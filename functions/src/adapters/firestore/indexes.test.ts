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
import { connectionRecord, setupRecord } from "../../testing/repository-suite.js";
import { neededIndex, type CompositeIndex, type FieldOverride } from "../../testing/required-indexes.js";
import { newAccount } from "../../features/billing/billing-account.js";
import { firestoreBilling } from "./billing-repository.js";
import { firestoreConnections } from "./connection-repository.js";
import { timestamp, timestampOrNull } from "./documents.js";
import { firestoreRuns } from "./run-repository.js";
import { firestoreSchema } from "./schema-repository.js";
import { firestoreSetups, setupDocument } from "./setup-repository.js";
import { firestoreUsers } from "./user-repository.js";

/*
 * No emulator asks for an index; production refuses the query. So every query of the code is caught on its way out and
 * the indexes that it needs are worked out from what it says.
 */

type Indexes = { indexes: CompositeIndex[]; fieldOverrides: FieldOverride[] };
const written = JSON.parse(
  readFileSync(new URL("../../../../firestore.indexes.json", import.meta.url), "utf8"),
) as Indexes;

const app = initializeApp({ projectId: "demo-plumbline" }, "indexes");
const caught: Query[] = [];
const caughtSums: Query[] = [];
const at = "2026-11-18T12:00:00.000Z";

/** Every method of every repository, called so that it gets as far as its query. */
function calls(db: Firestore) {
  const page = { limit: 10 };
  const [runs, billing] = [firestoreRuns(db), firestoreBilling(db)];
  const [setups, connections] = [firestoreSetups(db), firestoreConnections(db)];
  const [schema, users] = [firestoreSchema(db), firestoreUsers(db)];
  return [
    [
      runs,
      {
        transact: () =>
          runs.transact("u", async (tx) => {
            await Promise.all([tx.account(), tx.setup("s"), tx.connection("c"), tx.run("r")]);
            await tx.longestWaiting();
            await tx.waitingOf("s");
          }),
        find: () => runs.find("u", "r"),
        list: async () => {
          await runs.list("u", page);
          await runs.list("u", page, "s");
        },
        look: () => runs.look("u", (tx) => tx.run("r")),
        account: () => runs.account("u"),
        detectors: () => runs.detectors("u", "r"),
        findDetector: () => runs.findDetector("u", "r", "event_stopped"),
        findPrevious: () => runs.findPrevious("u", "s", "2026-11-18"),
        delete: null,
        dueSetups: () => runs.dueSetups(at, 10)[Symbol.asyncIterator]().next(),
        runsToWake: () => runs.runsToWake(at, 10)[Symbol.asyncIterator]().next(),
        runsBefore: () => runs.runsBefore(at, 10),
      } satisfies Record<keyof typeof runs, unknown>,
    ],
    [
      billing,
      {
        account: () => billing.account("u"),
        uidOf: () => billing.uidOf("c"),
        linkCustomer: () => billing.linkCustomer("u", "c"),
        hasHandled: () => billing.hasHandled("e"),
        applyOnce: () =>
          billing.applyOnce("u", { id: "e", type: "t", createdAt: at }, () => ({ account: newAccount })),
        change: () => billing.change("u", (account) => account),
        payments: () => billing.payments("u", 10),
        unpaid: () => billing.unpaid("u"),
        usage: () => billing.usage("u", page),
        billedRows: () => billing.billedRows("u", at),
        meteredRows: () => billing.meteredRows("u", at, at),
        unmetered: () => billing.unmetered("u"),
        totalRows: () => billing.totalRows("u"),
        meterDue: () => billing.meterDue(at, 10),
        changeUsage: () => billing.changeUsage("u", "r", () => null),
      } satisfies Record<keyof typeof billing, unknown>,
    ],
    [
      setups,
      {
        list: () => setups.list("u", page),
        find: () => setups.find("u", "s"),
        get: () => setups.get("u", "s"),
        create: () => setups.create("u", setupRecord("s", "c")),
        update: () => setups.update("u", "s", () => ({})),
        delete: () => setups.delete("u", "s"),
      } satisfies Record<keyof typeof setups, unknown>,
    ],
    [
      connections,
      {
        list: () => connections.list("u", page),
        find: () => connections.find("u", "c"),
        get: () => connections.get("u", "c"),
        findVerified: () => connections.findVerified("u"),
        create: null,
        update: null,
        applyVerification: null,
        assertUnused: () => connections.assertUnused("u", "c"),
        delete: () => connections.delete("u", "c"),
      } satisfies Record<keyof typeof connections, unknown>,
    ],
    [
      schema,
      {
        state: () => schema.state("u", "c"),
        inventory: () => schema.inventory("u", "c"),
        exclusions: () => schema.exclusions("u", "c"),
        changeExclusions: null,
        claimSync: null,
        completeSync: null,
        failSync: null,
        deleteAll: null,
      } satisfies Record<keyof typeof schema, unknown>,
    ],
    [users, { find: () => users.find("u"), ensure: null, setDisplayName: null, setEmailNotifications: null }],
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

it("the table of calls has every method, so that a new query is seen here", () => {
  for (const [repository, table] of calls(getFirestore(app)))
    expect(Object.keys(table).sort()).toEqual(Object.keys(repository).sort());
  expect(caught.length).toBeGreaterThan(15);
});

it("the committed indexes are those that the queries need, no more and no fewer", () => {
  // The only field that is ever added up.
  const needs = [
    ...caught.map((query) => neededIndex(query)),
    ...caughtSums.map((query) => neededIndex(query, "rows")),
  ];
  const composite = needs.flatMap((need) => (need.kind === "composite" ? [need.index] : []));
  const single = needs.flatMap((need) => (need.kind === "field" ? [need.override] : []));
  // Stripe's events are remembered for a while only; Firestore deletes them by this time.
  const expiry: FieldOverride = {
    collectionGroup: "stripeEvents",
    fieldPath: "expiresAt",
    ttl: true,
    indexes: [],
  };
  const expected: Indexes = { indexes: unique(composite), fieldOverrides: [...unique(single), expiry] };
  if (process.env["WRITE_INDEXES"]) console.log(JSON.stringify(expected, null, 2));
  expect(sorted(written.indexes)).toEqual(sorted(expected.indexes));
  expect(sorted(written.fieldOverrides)).toEqual(sorted(expected.fieldOverrides));
});

const sorted = (list: readonly unknown[]): string[] => list.map((entry) => JSON.stringify(entry)).sort();
const unique = <T>(list: readonly T[]): T[] => [
  ...new Map(list.map((entry) => [JSON.stringify(entry), entry])).values(),
];
