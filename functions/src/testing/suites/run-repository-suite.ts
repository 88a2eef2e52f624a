import { newWorkspaceId } from "../tenants.js";
import { describe, expect, it } from "vitest";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { ConnectionRepository } from "../../features/connections/connection-repository.js";
import { toEndedRun } from "../../features/runs/lifecycle/end-run.js";
import { newRun } from "../../features/runs/lifecycle/start-checks.js";
import { toRun, type RunRecord } from "../../features/runs/run-record.js";
import type { RunRepository } from "../../features/runs/run-repository.js";
import type { SetupRepository } from "../../features/setups/setup-repository.js";
import type { TenantRecordPage } from "../../common/tenant-records.js";
import { minuteMs } from "../../common/time.js";
import { connectionRecord, setupRecord } from "./repository-suite.js";

/** The repositories of one database. */
export type RunStorage = {
  runs: RunRepository;
  setups: SetupRepository;
  connections: ConnectionRepository;
  /** Makes a stored run unreadable: its fields no longer fit the schema. */
  damageRun(workspaceId: WorkspaceId, runId: string): Promise<void>;
};

/** Times long before any other test's documents, so that queries over all tenants find these first. */
const at = (minute: number) => new Date(Date.UTC(2021, 4, 3) + minute * minuteMs).toISOString();

/** Tests every RunRepository: always in memory, and on Firestore's stand-in and emulator with the local stack. */
export function describeRunRepository(name: string, make: () => RunStorage): void {
  describe(`runs in ${name}`, () => {
    const storage = make();
    const { runs } = storage;

    async function newTenant(...setupIds: string[]): Promise<WorkspaceId> {
      const workspaceId = newWorkspaceId();
      await storage.connections.create(workspaceId, connectionRecord("c1"));
      for (const id of setupIds)
        await storage.setups.create(workspaceId, { ...setupRecord(id, "c1"), nextRunAt: null });
      return workspaceId;
    }

    /** Stores a pending run created at `minute`. */
    async function put(
      workspaceId: WorkspaceId,
      id: string,
      minute: number,
      change: Partial<RunRecord> & { setupOf?: string } = {},
    ): Promise<RunRecord> {
      const { setupOf = "s1", ...fields } = change;
      const run: RunRecord = {
        ...newRun({
          id,
          now: new Date(at(minute)),
          setup: setupRecord(setupOf, "c1"),
          connection: connectionRecord("c1"),
          trigger: "scheduled",
          holdsSlot: false,
        }),
        nextSweepAt: null,
        ...fields,
      };
      await runs.transact(workspaceId, async (tx) => tx.saveRun(run));
      return run;
    }

    /** Stores a run with a report whose last tested day is `day`. */
    async function putReported(
      workspaceId: WorkspaceId,
      id: string,
      minute: number,
      day: string,
      setupOf = "s1",
    ) {
      const run = await put(workspaceId, id, minute, { setupOf });
      const ended = toEndedRun(run, new Date(at(minute + 1)), { status: "completed", lastTestedDay: day });
      await runs.transact(workspaceId, async (tx) => tx.saveRun({ ...ended, nextSweepAt: null }));
    }

    /** Returns one tenant's part of the results of a query over all tenants. */
    async function ofTenant<T>(workspaceId: WorkspaceId, pages: AsyncIterable<TenantRecordPage<T>>) {
      const [items, unreadable]: [T[], string[]] = [[], []];
      for await (const page of pages) {
        items.push(
          ...page.items.filter((item) => item.workspaceId === workspaceId).map(({ record }) => record),
        );
        unreadable.push(
          ...page.unreadable.filter((item) => item.workspaceId === workspaceId).map(({ id }) => id),
        );
      }
      return { items, unreadable };
    }
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

    it("keeps every field of a run", async () => {
      const workspaceId = await newTenant("s1");
      const run = await put(workspaceId, "r1", 0, { nextSweepAt: at(5), scheduledFor: at(1) });
      expect(await runs.find(workspaceId, "r1")).toEqual(run);
      expect(await runs.find(workspaceId, "r2")).toBeNull();
      expect(await runs.find(newWorkspaceId(), "r1")).toBeNull();
    });

    it("gives a new account no active run, and changes only what is saved", async () => {
      const workspaceId = await newTenant();
      const fresh = await runs.account(workspaceId);
      expect(fresh.activeRunId).toBeNull();
      await runs.transact(workspaceId, async (tx) => tx.saveAccount({ activeRunId: "r1" }));
      expect(await runs.account(workspaceId)).toEqual({ ...fresh, activeRunId: "r1" });
    });

    it("writes nothing when the transaction throws", async () => {
      const workspaceId = await newTenant("s1");
      const attempt = runs.transact(workspaceId, async (tx) => {
        tx.saveAccount({ activeRunId: "r1" });
        throw new Error("changed my mind");
      });
      await expect(attempt).rejects.toThrow("changed my mind");
      expect((await runs.account(workspaceId)).activeRunId).toBeNull();
    });

    it("lets one of many parallel transactions take the slot", async () => {
      const workspaceId = await newTenant("s1");
      const take = (id: string) =>
        runs.transact(workspaceId, async (tx) => {
          if ((await tx.account()).activeRunId !== null) return false;
          tx.saveAccount({ activeRunId: id });
          return true;
        });
      const took = await Promise.all(["r1", "r2", "r3", "r4", "r5", "r6"].map(take));
      expect(took.filter(Boolean)).toHaveLength(1);
    });

    it("queues by age: the oldest run first, whatever the order of writes", async () => {
      const workspaceId = await newTenant("s1", "s2");
      await put(workspaceId, "younger", 20, { setupOf: "s2" });
      await put(workspaceId, "oldest", 10);
      await put(workspaceId, "active", 5, { holdsSlot: true });
      await put(workspaceId, "ended", 1, { status: "cancelled" });
      const queue = await runs.readTransaction(workspaceId, async (tx) => ({
        oldest: await tx.oldestQueuedRun(),
        ofSecond: await tx.queuedRunOf("s2"),
        ofThird: await tx.queuedRunOf("s3"),
      }));
      expect(queue.oldest?.id).toBe("oldest");
      expect(queue.ofSecond?.id).toBe("younger");
      expect(queue.ofThird).toBeNull();
    });

    it("skips a queued run that can't be read", async () => {
      const workspaceId = await newTenant("s1", "s2");
      await put(workspaceId, "damaged", 10);
      await put(workspaceId, "next", 20, { setupOf: "s2" });
      await storage.damageRun(workspaceId, "damaged");
      const oldest = await runs.readTransaction(workspaceId, (tx) => tx.oldestQueuedRun());
      expect(oldest?.id).toBe("next");
    });

    it("finds the newest report about the latest days, of the same setup", async () => {
      const workspaceId = await newTenant("s1", "s2");
      await putReported(workspaceId, "monday", 0, "2021-05-01");
      await putReported(workspaceId, "tuesday", 10, "2021-05-02");
      await putReported(workspaceId, "tuesday-again", 20, "2021-05-02");
      await putReported(workspaceId, "wednesday", 30, "2021-05-03");
      await putReported(workspaceId, "other-setup", 40, "2021-05-02", "s2");
      await put(workspaceId, "failed", 50, { status: "failed" });
      expect((await runs.findLatestReport(workspaceId, "s1"))?.id).toBe("wednesday");
      expect(await runs.findLatestReport(workspaceId, "s3")).toBeNull();
      await storage.damageRun(workspaceId, "wednesday");
      expect((await runs.findLatestReport(workspaceId, "s1"))?.id).toBe("tuesday-again");
      await storage.damageRun(workspaceId, "tuesday-again");
      expect((await runs.findLatestReport(workspaceId, "s1"))?.id).toBe("tuesday");
    });

    it("lists newest first, page by page, of all setups or one", async () => {
      const workspaceId = await newTenant("s1", "s2");
      for (let index = 0; index < 5; index++)
        await put(workspaceId, `r${index}`, index, { setupOf: index % 2 === 0 ? "s1" : "s2" });
      const first = await runs.list(workspaceId, { limit: 3 });
      expect(ids(first.items)).toEqual(["r4", "r3", "r2"]);
      const second = await runs.list(workspaceId, { limit: 3, cursor: first.nextCursor! });
      expect(ids(second.items)).toEqual(["r1", "r0"]);
      expect(second.nextCursor).toBeNull();
      expect(ids((await runs.list(workspaceId, { limit: 3 }, "s2")).items)).toEqual(["r3", "r1"]);
    });

    it("lists what the API shows of runs in the same order, even of one whose other fields are damaged", async () => {
      const workspaceId = await newTenant("s1", "s2");
      for (let index = 0; index < 4; index++)
        await put(workspaceId, `r${index}`, index, { setupOf: index % 2 === 0 ? "s1" : "s2" });
      const { items, nextCursor } = await runs.listShown(workspaceId, { limit: 3 });
      expect(items.map(toRun)).toEqual(
        (await runs.list(workspaceId, { limit: 3 })).items.map((record) => toRun(record)),
      );
      expect(ids(items)).toEqual(["r3", "r2", "r1"]);
      await storage.damageRun(workspaceId, "r0");
      expect(ids((await runs.listShown(workspaceId, { limit: 3, cursor: nextCursor! })).items)).toEqual([
        "r0",
      ]);
      expect(ids((await runs.listShown(workspaceId, { limit: 3 }, "s1")).items)).toEqual(["r2", "r0"]);
    });

    it("leaves an unreadable run out of a list without losing the rest", async () => {
      const workspaceId = await newTenant("s1");
      for (let index = 0; index < 3; index++) await put(workspaceId, `r${index}`, index);
      await storage.damageRun(workspaceId, "r1");
      expect(ids((await runs.list(workspaceId, { limit: 10 })).items)).toEqual(["r2", "r0"]);
      await expect(runs.find(workspaceId, "r1")).rejects.toThrow("r1");
    });

    it("finds due active setups, earliest first, each only once over all pages", async () => {
      const workspaceId = await newTenant();
      const due = (id: string, minute: number | null, status: "active" | "paused" = "active") =>
        storage.setups.create(workspaceId, {
          ...setupRecord(id, "c1"),
          status,
          nextRunAt: minute === null ? null : at(minute),
        });
      await due("later", 20);
      await due("earlier", 10);
      await due("now", 30);
      await due("paused", 10, "paused");
      await due("manual", null);
      await due("future", 31);
      const found = await ofTenant(workspaceId, runs.dueSetups(at(30), 2));
      expect(ids(found.items)).toEqual(["earlier", "later", "now"]);
    });

    it("finds runs due for a sweep, earliest first, and names those it can't read", async () => {
      const workspaceId = await newTenant("s1");
      await put(workspaceId, "later", 0, { nextSweepAt: at(20) });
      await put(workspaceId, "earlier", 1, { nextSweepAt: at(10) });
      await put(workspaceId, "damaged", 2, { nextSweepAt: at(15) });
      await put(workspaceId, "future", 3, { nextSweepAt: at(31) });
      await put(workspaceId, "done", 4, { nextSweepAt: null });
      await storage.damageRun(workspaceId, "damaged");
      const found = await ofTenant(workspaceId, runs.runsDueForSweep(at(30), 2));
      expect(ids(found.items)).toEqual(["earlier", "later"]);
      expect(found.unreadable).toEqual(["damaged"]);
    });

    it("reads an unreadable run's state from its remaining fields, and ends it by updating single fields", async () => {
      const workspaceId = await newTenant("s1");
      await put(workspaceId, "r1", 0, { nextSweepAt: at(10) });
      const rawState = (id: string) => runs.readTransaction(workspaceId, (tx) => tx.rawState(id));
      expect(await rawState("r1")).toEqual({ isReadable: true, hasEnded: false, nextSweepAt: at(10) });
      await storage.damageRun(workspaceId, "r1");
      expect(await rawState("r1")).toEqual({ isReadable: false, hasEnded: false, nextSweepAt: at(10) });
      expect(await rawState("gone")).toBeNull();
      await runs.transact(workspaceId, async (tx) =>
        tx.saveFields("r1", { status: "failed", nextSweepAt: null }),
      );
      expect(await rawState("r1")).toEqual({ isReadable: false, hasEnded: true, nextSweepAt: null });
    });

    it("finds old runs of all tenants by creation time, oldest first, readable or not", async () => {
      const workspaceId = await newTenant("s1");
      await put(workspaceId, "old", -20);
      await put(workspaceId, "older", -30);
      await put(workspaceId, "young", 0);
      await storage.damageRun(workspaceId, "old");
      const found = (await runs.runsBefore(at(-10), 1_000)).filter((run) => run.workspaceId === workspaceId);
      expect(found.map(({ run }) => run.id)).toEqual(["older", "old"]);
    });

    it("deletes a run", async () => {
      const workspaceId = await newTenant("s1");
      await put(workspaceId, "r1", 0);
      await runs.delete(workspaceId, "r1", "r1");
      expect(await runs.find(workspaceId, "r1")).toBeNull();
      expect(await runs.detectors(workspaceId, "r1")).toEqual([]);
    });

    it("knows which runs show a run's results", async () => {
      const workspaceId = await newTenant("s1");
      await put(workspaceId, "r1", 0);
      await put(workspaceId, "r2", 1, { repeats: "r1" });
      await put(workspaceId, "r3", 2);
      expect((await runs.showing(workspaceId, "r1")).sort()).toEqual(["r1", "r2"]);
      await runs.delete(workspaceId, "r1", null);
      expect(await runs.showing(workspaceId, "r1")).toEqual(["r2"]);
    });
  });
}
