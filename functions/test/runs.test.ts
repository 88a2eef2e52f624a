import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { WorkspaceId } from "../src/contract/workspaces.js";
import { paths } from "../src/adapters/firestore/paths.js";
import { firestore } from "../src/adapters/firestore/client.js";
import { objectPaths } from "../src/common/object-paths.js";
import { newRun } from "../src/features/runs/lifecycle/start-checks.js";
import { cancelRun } from "../src/features/runs/lifecycle/cancel-run.js";
import { deleteRun } from "../src/features/runs/lifecycle/delete-run.js";
import { getDownload } from "../src/features/reports/get-download.js";
import { getReport } from "../src/features/reports/get-report.js";
import { startRun } from "../src/features/runs/lifecycle/start-run.js";
import { sweepRuns } from "../src/features/runs/lifecycle/sweep-runs.js";
import { startDueSetups } from "../src/features/runs/lifecycle/start-due-setups.js";
import { addMs, minuteMs, sleep } from "../src/common/time.js";
import { ended, reportFiles } from "./faults/world.js";
import { addFault, clearFaults, newTenant, runWhen, startWorker, type Worker } from "./worker.js";
import { eventually } from "./eventually.js";

/* Runs as deployed: Firestore, Storage, the task queue, and the stand-ins for Mixpanel and mail. */

const utcProject = { projectId: "1000003", timeZone: "UTC", queryApi: false };
/** A project whose counts need only one call. */
const countsProject = {
  projectId: "1000002",
  timeZone: "America/Los_Angeles",
  exportTimeBasis: "projectTime",
} as const;
const oldProject = {
  projectId: "1000002",
  timeZone: "America/Los_Angeles",
  exportTimeBasis: "unknown",
} as const;

let worker: Worker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());
afterEach(async () => {
  worker.times = 1;
  await clearFaults();
});

const listed = async (prefix: string) =>
  (await worker.deps.objects.list(prefix)).objects.map(({ path }) => path);

describe("a run on the stack", () => {
  it("finds the export time basis of an old project, checks events and properties, and sends one email", async () => {
    const { deps } = worker;
    const tenant = await newTenant(deps, oldProject, ["event_count_change", "event_property_null_rate"]);
    const { id } = await startRun(deps, tenant.workspaceId, tenant.setupId);
    const run = await runWhen(deps, tenant.workspaceId, id);
    expect(run).toMatchObject({ status: "completed", plan: { exportTimeBasis: "projectTime" } });
    expect(
      (await deps.connections.get(tenant.workspaceId, tenant.connectionId)).capabilities?.exportTimeBasis,
    ).toBe("projectTime");
    expect(run.requestsUsed.export).toBeLessThanOrEqual(10);
    expect(run.requestsUsed.query).toBeLessThanOrEqual(10);
    const usage = await firestore().doc(paths.usage(tenant.workspaceId, id)).get();
    expect(usage.get("rows")).toBe(run.rowsAnalysed);
    await eventually(async () =>
      expect(await listed(objectPaths.runWork(tenant.workspaceId, id))).toEqual([]),
    );
    const report = await getReport(deps, tenant.workspaceId, id);
    expect(report.detectors).toHaveLength(2);
    if (report.summary!.alerts + report.summary!.warnings > 0) {
      await eventually(async () =>
        expect((await deps.channels.deliveries(tenant.workspaceId, {}, { limit: 1 })).items).toMatchObject([
          { status: "delivered" },
        ]),
      );
      const mails = await fetch(`${process.env.PLUMBLINE_MAIL_URL}/api/messages?to=${tenant.email}`);
      expect(((await mails.json()) as { messages: unknown[] }).messages).toHaveLength(1);
    }
  });

  it("is created once by fifty parallel starts", async () => {
    const { deps } = worker;
    const tenant = await newTenant(deps, countsProject, ["event_count_change"]);
    // Holds the tasks back. Otherwise the run could end before the last start.
    let letGo!: () => void;
    worker.held = new Promise((resolve) => (letGo = resolve));
    const start = async (): Promise<string> => {
      try {
        await startRun(deps, tenant.workspaceId, tenant.setupId);
        return "started";
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const codes = await Promise.all(Array.from({ length: 50 }, start)).finally(letGo);
    expect(codes.filter((code) => code === "started")).toHaveLength(1);
    expect(codes.filter((code) => code !== "started" && code !== "run-already-active")).toEqual([]);
    expect((await deps.runs.list(tenant.workspaceId, { limit: 10 })).items).toHaveLength(1);
    await runWhen(
      deps,
      tenant.workspaceId,
      (await deps.runs.list(tenant.workspaceId, { limit: 1 })).items[0]!.id,
    );
  });

  it("has the same bytes and one usage record when every task is delivered three times at once", async () => {
    const { deps } = worker;
    const [once, thrice] = await Promise.all(
      [1, 2].map(() => newTenant(deps, utcProject, ["event_property_null_rate"])),
    );
    const first = await startRun(deps, once!.workspaceId, once!.setupId);
    expect((await runWhen(deps, once!.workspaceId, first.id)).status).toBe("completed");
    worker.times = 3;
    const second = await startRun(deps, thrice!.workspaceId, thrice!.setupId);
    expect((await runWhen(deps, thrice!.workspaceId, second.id)).status).toBe("completed");
    expect(await reportFiles(worker, thrice!, second.id)).toEqual(await reportFiles(worker, once!, first.id));
    expect((await firestore().collection(paths.usages(thrice!.workspaceId)).get()).size).toBe(1);
  });

  it("repeats an export that broke off", async () => {
    // Its own, because its clock advances.
    const worker = await startWorker();
    onTestFinished(() => worker.close());
    const { deps } = worker;
    const tenant = await newTenant(deps, utcProject, ["event_property_null_rate"]);
    // The sample of days and one range.
    await addFault({ kind: "terminated-early", projectId: 1000003, count: 2 });
    const { id } = await startRun(deps, tenant.workspaceId, tenant.setupId);
    await runWhen(deps, tenant.workspaceId, id, ({ parts }) => parts.some(({ attempt }) => attempt === 1));
    // Advances the clock past the backoff only once no other part reads, which would take itself for too slow.
    expect(await ended(worker, tenant, id)).toMatchObject({ status: "completed" });
  });

  it("frees its slot and leaves no files when it is cancelled while Mixpanel doesn't answer", async () => {
    const { deps } = worker;
    const tenant = await newTenant(deps, utcProject, ["event_property_null_rate"]);
    await addFault({ kind: "hang", projectId: 1000003, endpoint: "export", count: null });
    const { id } = await startRun(deps, tenant.workspaceId, tenant.setupId);
    await runWhen(
      deps,
      tenant.workspaceId,
      id,
      ({ progress }) => progress.step === "Reading a few days to choose segments",
    );
    const before = worker.delivered.length;
    expect(await cancelRun(deps, tenant.workspaceId, id, tenant.email)).toMatchObject({
      status: "cancelled",
      error: { message: `Cancelled by ${tenant.email}.` },
    });
    await clearFaults();
    // The slot is free immediately.
    const next = await startRun(deps, tenant.workspaceId, tenant.setupId);
    expect((await runWhen(deps, tenant.workspaceId, next.id)).status).toBe("completed");
    expect(worker.delivered.length).toBeGreaterThan(before);
    expect(await listed(objectPaths.run(tenant.workspaceId, id))).toEqual([]);
  });

  it("is continued by the sweeper after its worker died", async () => {
    const { deps } = worker;
    const tenant = await newTenant(deps, countsProject, ["event_count_change"]);
    const dead: Worker["deps"] = { ...deps, queue: { enqueue: () => Promise.reject(new Error("no queue")) } };
    const { id } = await startRun(dead, tenant.workspaceId, tenant.setupId);
    await deps.runs.transact(tenant.workspaceId, async (tx) => {
      const run = (await tx.run(id))!;
      const lease = { owner: "dead", expiresAt: new Date(0).toISOString() };
      tx.saveRun({
        ...run,
        status: "running",
        startedAt: run.createdAt,
        lease,
        nextSweepAt: deps.clock.now().toISOString(),
      });
    });
    await sweepRuns(deps, addMs(deps.clock.now(), minuteMs));
    expect(await runWhen(deps, tenant.workspaceId, id)).toMatchObject({ status: "completed", attempt: 1 });
  });
});

describe("the history", () => {
  it("pages through runs created at the same instant, and never shows another workspace's, even with its cursor", async () => {
    const { deps } = worker;
    const [ada, bob] = await Promise.all([1, 2].map(() => newTenant(deps, countsProject, ["event_stopped"])));
    const now = deps.clock.now();
    for (const { workspaceId, setupId, connectionId } of [ada!, bob!]) {
      const [setup, connection] = await Promise.all([
        deps.setups.get(workspaceId, setupId),
        deps.connections.get(workspaceId, connectionId),
      ]);
      await deps.runs.transact(workspaceId, async (tx) => {
        for (const id of ["a", "b", "c", "d", "e"]) {
          const run = newRun({
            id: `${workspaceId}-${id}`,
            now,
            setup,
            connection,
            trigger: "manual",
            holdsSlot: false,
          });
          // One run in between is of another setup.
          tx.saveRun({
            ...run,
            status: "cancelled",
            nextSweepAt: null,
            setupId: id === "c" ? "other" : setupId,
          });
        }
      });
    }
    const pages = async (workspaceId: WorkspaceId, setupId?: string) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await deps.runs.list(workspaceId, { limit: 2, cursor }, setupId);
        seen.push(...page.items.map(({ id }) => id.slice(-1)));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return seen.join("");
    };
    expect(await pages(ada!.workspaceId)).toBe("edcba");
    expect(await pages(ada!.workspaceId, ada!.setupId)).toBe("edba");
    const { nextCursor } = await deps.runs.list(ada!.workspaceId, { limit: 1 });
    const { items } = await deps.runs.list(bob!.workspaceId, { limit: 10, cursor: nextCursor! });
    expect(items.filter(({ id }) => !id.startsWith(bob!.workspaceId))).toEqual([]);
  });
});

describe("a download link", () => {
  it("downloads the file for anyone who has it, until it is altered or expires or the run is deleted", async () => {
    const { deps } = worker;
    const tenant = await newTenant(deps, countsProject, ["event_count_change"]);
    const { id } = await startRun(deps, tenant.workspaceId, tenant.setupId);
    await runWhen(deps, tenant.workspaceId, id);
    const { downloadUrl, fileName } = await getDownload(deps, tenant.workspaceId, id, "event_count_change");
    const status = async (url: string | URL) => (await fetch(url)).status;

    const response = await fetch(downloadUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${fileName}"`);
    expect((await response.text()).split(",").slice(0, 3)).toEqual(["severity", "state", "entity"]);

    const url = new URL(downloadUrl);
    expect(Number(url.searchParams.get("X-Goog-Expires"))).toBeGreaterThan(14 * 60);
    expect(Number(url.searchParams.get("X-Goog-Expires"))).toBeLessThanOrEqual(15 * 60 + 60 * 5);
    const changed = (name: string, value: string) => {
      const other = new URL(downloadUrl);
      other.searchParams.set(name, value);
      return other;
    };
    const signature = url.searchParams.get("X-Goog-Signature")!;
    const flipped = (signature.startsWith("0") ? "1" : "0") + signature.slice(1);
    expect(await status(changed("X-Goog-Signature", flipped))).toBe(403);
    expect(await status(changed("X-Goog-Expires", "604800"))).toBe(403);
    expect(await status(changed("response-content-disposition", "inline"))).toBe(403);
    const unsigned = new URL(downloadUrl);
    unsigned.search = "";
    expect(await status(unsigned)).toBe(403);
    const otherObject = new URL(downloadUrl);
    otherObject.pathname = otherObject.pathname.replace(
      "event_count_change.csv",
      "event_count_change.findings.ndjson",
    );
    expect(await status(otherObject)).toBe(403);

    const short = await deps.objects.downloadUrl(
      objectPaths.detectorCsv(tenant.workspaceId, id, "event_count_change"),
      {
        fileName,
        expiresAt: addMs(new Date(), 1_000),
      },
    );
    await sleep(2_200);
    expect(await status(short)).toBe(400);

    await deleteRun(deps, tenant.workspaceId, id);
    expect(await status(downloadUrl)).toBe(404);
    expect(await listed(objectPaths.run(tenant.workspaceId, id))).toEqual([]);
  });
});

describe("the schedule", () => {
  it("starts each due setup once when ticks overlap, and none that isn't due", async () => {
    const { deps } = worker;
    const quiet = { ...deps, queue: { enqueue: async () => undefined } };
    const daily = { scheduleCron: "0 9 * * *" };
    const dueAt = addMs(deps.clock.now(), -minuteMs).toISOString();
    const due = await Promise.all(
      Array.from({ length: 12 }, () =>
        newTenant(deps, utcProject, ["event_stopped"], { ...daily, nextRunAt: dueAt }),
      ),
    );
    const later = await newTenant(deps, utcProject, ["event_stopped"], {
      ...daily,
      nextRunAt: addMs(deps.clock.now(), minuteMs * 60).toISOString(),
    });
    const until = addMs(deps.clock.now(), minuteMs);
    await Promise.all([
      startDueSetups(quiet, until),
      startDueSetups(quiet, until),
      startDueSetups(quiet, until),
    ]);
    for (const { workspaceId, setupId, email } of due) {
      const { items } = await deps.runs.list(workspaceId, { limit: 10 });
      expect(items).toMatchObject([
        { trigger: "scheduled", scheduledFor: dueAt, status: "pending", holdsSlot: true },
      ]);
      // Otherwise the sweepers of later tests on this stack would continue twelve whole runs.
      await cancelRun(deps, workspaceId, items[0]!.id, email);
      expect((await deps.setups.get(workspaceId, setupId)).nextRunAt! > deps.clock.now().toISOString()).toBe(
        true,
      );
    }
    expect((await deps.runs.list(later.workspaceId, { limit: 10 })).items).toEqual([]);
  });
});
