import { deleteApp, initializeApp } from "firebase-admin/app";
import type { WorkspaceId } from "../../src/contract/workspaces.js";
import { type DocumentReference, getFirestore } from "firebase-admin/firestore";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { firestoreChannels } from "../../src/adapters/firestore/channels/channel-repository.js";
import { firestoreConnections } from "../../src/adapters/firestore/connection-repository.js";
import { paths } from "../../src/adapters/firestore/paths.js";
import { firestoreIncidents } from "../../src/adapters/firestore/incident-repository.js";
import { firestoreReleases } from "../../src/adapters/firestore/release-repository.js";
import { firestoreRateLimiter } from "../../src/adapters/firestore/rate-limiter.js";
import { firestoreRuns } from "../../src/adapters/firestore/run-repository.js";
import { firestoreSchema } from "../../src/adapters/firestore/schema-repository.js";
import { firestoreSetups } from "../../src/adapters/firestore/setup-repository.js";
import { firestoreTokens } from "../../src/adapters/firestore/token-repository.js";
import { firestoreUnsubscribed } from "../../src/adapters/firestore/unsubscribed-addresses.js";
import { firestoreUsers } from "../../src/adapters/firestore/user-repository.js";
import { firestoreWorkspaces } from "../../src/adapters/firestore/workspace-repository.js";
import { silentLogger } from "../../src/common/logger.js";
import { newWorkspaceId } from "../../src/testing/tenants.js";
import { FixedClock } from "../../src/testing/fixed-clock.js";
import { describeChannelRepository } from "../../src/testing/suites/channel-repository-suite.js";
import {
  connectionRecord,
  describeRepositories,
  setupRecord,
} from "../../src/testing/suites/repository-suite.js";
import { describeRunRepository } from "../../src/testing/suites/run-repository-suite.js";

const app = initializeApp({ projectId: "demo-plumbline" }, randomUUID());
const db = getFirestore(app);
/** Deleted at the end, because other test files count the results of queries over all tenants. */
const damagedRuns: DocumentReference[] = [];
afterAll(async () => {
  await Promise.all(damagedRuns.map((run) => run.delete()));
  await deleteApp(app);
});

/** Every test has its own tenants, so nothing has to be cleared and the stack may be shared. */
const ownersOf =
  (test: string) =>
  <T extends string>(owner: T): T =>
    `${owner}-${test}` as T;

describeRepositories("Firestore", async () => {
  const clock = new FixedClock("2026-11-18T12:00:00.000Z");
  const own = ownersOf(randomUUID());
  const forTenants = <T extends object>(repository: T): T =>
    new Proxy(repository, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (workspaceId: WorkspaceId, ...rest: unknown[]) => unknown;
        return (workspaceId: WorkspaceId, ...rest: unknown[]) => method(own(workspaceId), ...rest);
      },
    });
  const users = firestoreUsers(db);
  return {
    clock,
    own,
    users,
    workspaces: firestoreWorkspaces(db, silentLogger),
    tokens: firestoreTokens(db, silentLogger),
    connections: forTenants(firestoreConnections(db)),
    setups: forTenants(firestoreSetups(db)),
    schema: forTenants(firestoreSchema(db)),
    incidents: forTenants(firestoreIncidents(db, silentLogger)),
    releases: forTenants(firestoreReleases(db, silentLogger)),
    unsubscribed: firestoreUnsubscribed(db),
    rateLimiter: forTenants(firestoreRateLimiter(db, clock)),
    putRun: async (workspaceId, { id, ...run }) => {
      await db.doc(paths.run(own(workspaceId), id)).set(run);
    },
  };
});

describeChannelRepository("Firestore", async () => ({
  channels: firestoreChannels(db, silentLogger),
  incidents: firestoreIncidents(db, silentLogger),
}));

describeRunRepository("Firestore", () => ({
  runs: firestoreRuns(db),
  setups: firestoreSetups(db),
  connections: firestoreConnections(db),
  damageRun: async (workspaceId, runId) => {
    const run = db.doc(paths.run(workspaceId, runId));
    damagedRuns.push(run);
    await run.update({ parts: "damaged" });
  },
}));

describe("problems that only Firestore can have", () => {
  it("a connection isn't deleted while a setup on it is being created", async () => {
    for (let i = 0; i < 5; i++) {
      const workspaceId = newWorkspaceId();
      const connections = firestoreConnections(db);
      const setups = firestoreSetups(db);
      await connections.create(workspaceId, connectionRecord("c1"));
      await Promise.allSettled([
        setups.create(workspaceId, setupRecord("s1", "c1")),
        connections.delete(workspaceId, "c1"),
      ]);
      const [connection, setup] = await Promise.all([
        connections.find(workspaceId, "c1"),
        setups.find(workspaceId, "s1"),
      ]);
      expect(connection === null).toBe(setup === null);
    }
  });

  it("an unreadable document fails where it is read, with its path", async () => {
    const workspaceId = newWorkspaceId();
    await db.doc(paths.setup(workspaceId, "s1")).set({ name: 1 });
    await expect(firestoreSetups(db).get(workspaceId, "s1")).rejects.toThrow(paths.setup(workspaceId, "s1"));
  });

  it("more excluded names than fit in a document are refused, and earlier ones are kept", async () => {
    const workspaceId = newWorkspaceId();
    await firestoreConnections(db).create(workspaceId, connectionRecord("c1"));
    const { changeExclusions, exclusions } = firestoreSchema(db);
    const exclude = (names: string[]) =>
      changeExclusions(
        workspaceId,
        "c1",
        names.map((event) => ({ kind: "event", event, isExcluded: true })),
      );
    await exclude(["Debug"]);
    const long = Array.from({ length: 1_500 }, () => randomBytes(750).toString("base64url"));
    await expect(exclude(long)).rejects.toMatchObject({ code: "payload-too-large" });
    expect((await exclusions(workspaceId, "c1")).events).toEqual(new Set(["Debug"]));
  });

  it("an old inventory's parts are deleted once they are no longer used", async () => {
    const workspaceId = newWorkspaceId();
    await firestoreConnections(db).create(workspaceId, connectionRecord("c1"));
    const schema = firestoreSchema(db);
    for (const id of ["s1", "s2"]) {
      const sync = {
        id,
        status: "running" as const,
        startedAt: "2026-11-18T12:00:00.000Z",
        errorMessage: null,
      };
      await schema.claimSync(workspaceId, "c1", sync, "2026-11-18T11:00:00.000Z");
      await schema.completeSync(workspaceId, "c1", id, { events: [], userProperties: [] }, sync.startedAt);
    }
    const { docs } = await db.collection(paths.schema(workspaceId, "c1")).get();
    expect(docs.map(({ id }) => id).sort()).toEqual([expect.stringMatching(/^inventory-s2-.*-0$/), "state"]);
    await schema.deleteAll(workspaceId, "c1");
    expect((await db.collection(paths.schema(workspaceId, "c1")).get()).empty).toBe(true);
  });
});
