import { deleteApp, initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { firestoreConnections } from "../src/adapters/firestore/connection-repository.js";
import { paths } from "../src/adapters/firestore/paths.js";
import { firestoreRateLimiter } from "../src/adapters/firestore/rate-limiter.js";
import { firestoreSchema } from "../src/adapters/firestore/schema-repository.js";
import { firestoreSetups } from "../src/adapters/firestore/setup-repository.js";
import { firestoreUsers } from "../src/adapters/firestore/user-repository.js";
import { FixedClock } from "../src/testing/fixed-clock.js";
import { connectionRecord, describeRepositories, setupRecord } from "../src/testing/repository-suite.js";

const app = initializeApp({ projectId: "demo-plumbline" }, randomUUID());
const db = getFirestore(app);
afterAll(() => deleteApp(app));

/** Every test has tenants of its own: nothing has to be cleared, and the stack may be shared. */
const tenantsOf = (test: string) => (uid: string) => `${uid}-${test}`;

describeRepositories("Firestore", async () => {
  const clock = new FixedClock("2026-11-18T12:00:00.000Z");
  const own = tenantsOf(randomUUID());
  const forTenants = <T extends object>(repository: T): T =>
    new Proxy(repository, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (uid: string, ...rest: unknown[]) => unknown;
        return (uid: string, ...rest: unknown[]) => method(own(uid), ...rest);
      },
    });
  const users = firestoreUsers(db);
  return {
    clock,
    users: {
      ...forTenants(users),
      find: async (uid) => withUid(uid, await users.find(own(uid))),
      ensure: (uid, fields) => users.ensure(own(uid), fields),
      setDisplayName: (uid, name) => users.setDisplayName(own(uid), name),
      setEmailNotifications: (uid, isOn) => users.setEmailNotifications(own(uid), isOn),
    },
    connections: forTenants(firestoreConnections(db)),
    setups: forTenants(firestoreSetups(db)),
    schema: forTenants(firestoreSchema(db)),
    rateLimiter: forTenants(firestoreRateLimiter(db, clock)),
    putRun: async (uid, { id, ...run }) => {
      await db.doc(paths.run(own(uid), id)).set(run);
    },
  };
});

const withUid = <T extends { firebaseUid: string }>(uid: string, user: T | null): T | null =>
  user && { ...user, firebaseUid: uid };

describe("what only Firestore can get wrong", () => {
  it("a connection is not deleted from under a setup that is being created", async () => {
    for (let i = 0; i < 5; i++) {
      const uid = randomUUID();
      const connections = firestoreConnections(db);
      const setups = firestoreSetups(db);
      await connections.create(uid, connectionRecord("c1"));
      await Promise.allSettled([setups.create(uid, setupRecord("s1", "c1")), connections.delete(uid, "c1")]);
      const [connection, setup] = await Promise.all([connections.find(uid, "c1"), setups.find(uid, "s1")]);
      expect(connection === null).toBe(setup === null);
    }
  });

  it("a user document that so far only has billing is not a user, and keeps its billing", async () => {
    const uid = randomUUID();
    await db.doc(paths.user(uid)).set({ billing: { state: "active" }, activeRunId: null });
    expect(await firestoreUsers(db).find(uid)).toBeNull();
    await firestoreUsers(db).ensure(uid, { email: "a@b.c", displayName: "a", isDisplayNameGuessed: true });
    expect((await db.doc(paths.user(uid)).get()).data()).toMatchObject({
      billing: { state: "active" },
      email: "a@b.c",
    });
  });

  it("a document that cannot be read fails where it is read, with its path", async () => {
    const uid = randomUUID();
    await db.doc(paths.setup(uid, "s1")).set({ name: 1 });
    await expect(firestoreSetups(db).get(uid, "s1")).rejects.toThrow(paths.setup(uid, "s1"));
  });

  it("more excluded names than a document holds are refused, and those before them stay", async () => {
    const uid = randomUUID();
    await firestoreConnections(db).create(uid, connectionRecord("c1"));
    const { changeExclusions, exclusions } = firestoreSchema(db);
    const exclude = (names: string[]) =>
      changeExclusions(
        uid,
        "c1",
        names.map((event) => ({ kind: "event", event, isExcluded: true })),
      );
    await exclude(["Debug"]);
    const long = Array.from({ length: 1_500 }, () => randomBytes(750).toString("base64url"));
    await expect(exclude(long)).rejects.toMatchObject({ code: "payload-too-large" });
    expect((await exclusions(uid, "c1")).events).toEqual(new Set(["Debug"]));
  });

  it("an old inventory's parts are deleted with its last use", async () => {
    const uid = randomUUID();
    await firestoreConnections(db).create(uid, connectionRecord("c1"));
    const schema = firestoreSchema(db);
    for (const id of ["s1", "s2"]) {
      const sync = {
        id,
        status: "running" as const,
        startedAt: "2026-11-18T12:00:00.000Z",
        errorMessage: null,
      };
      await schema.claimSync(uid, "c1", sync, "2026-11-18T11:00:00.000Z");
      await schema.completeSync(uid, "c1", id, { events: [], userProperties: [] }, sync.startedAt);
    }
    const { docs } = await db.collection(paths.schema(uid, "c1")).get();
    expect(docs.map(({ id }) => id).sort()).toEqual([expect.stringMatching(/^inventory-s2-.*-0$/), "state"]);
    await schema.deleteAll(uid, "c1");
    expect((await db.collection(paths.schema(uid, "c1")).get()).empty).toBe(true);
  });
});
