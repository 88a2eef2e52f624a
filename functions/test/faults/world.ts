import { expect } from "vitest";
import { firestore } from "../../src/adapters/firestore/client.js";
import { paths } from "../../src/adapters/firestore/paths.js";
import { initialBilling } from "../../src/features/billing/account/run-permission.js";
import { objectPaths } from "../../src/common/object-paths.js";
import type { DeliveryRecord } from "../../src/features/channels/channel-record.js";
import { sweepDeliveries } from "../../src/features/channels/enqueue-delivery.js";
import { getReport } from "../../src/features/reports/get-report.js";
import { isEnded } from "../../src/contract/runs.js";
import type { RunRecord } from "../../src/features/runs/run-record.js";
import { startRun } from "../../src/features/runs/lifecycle/start-run.js";
import { sweepRuns } from "../../src/features/runs/lifecycle/sweep-runs.js";
import { addMs, minuteMs, sleep } from "../../src/common/time.js";
import { runWhen, type Tenant, type Worker } from "../worker.js";

/** The project whose requests fail. It has an export and counts, but the service account can't read its profiles. */
export const project = { projectId: "1000008", timeZone: "UTC" } as const;

export const setFaults = (part: "tasks" | "storage", faults: Record<string, unknown> = {}) =>
  fetch(`${process.env[`PLUMBLINE_${part.toUpperCase()}_URL`]}/_faults`, {
    method: "POST",
    body: JSON.stringify(faults),
  });

/** Starts a run, even if the free quota is used up or another run is active. */
export async function start({ deps }: Worker, { workspaceId, setupId }: Tenant): Promise<string> {
  await firestore()
    .doc(paths.workspace(workspaceId))
    .set({ billing: initialBilling, activeRunId: null }, { merge: true });
  return (await startRun(deps, workspaceId, setupId)).id;
}

/**
 * Waits until the run has ended. While the run only waits for a later time, moves the clock there. Like the real
 * sweeper, sweeps whenever the run is due.
 */
export const ended = (worker: Worker, { workspaceId }: Tenant, runId: string): Promise<RunRecord> =>
  runWhen(worker.deps, workspaceId, runId, isEnded, async (run) => {
    const now = worker.deps.clock.now();
    const next = run && nextInstant(run, now.toISOString());
    if (next) worker.advance(Math.max(0, Date.parse(next) - now.getTime()) + 1_000);
    await sweepWhenDue(worker, run);
  });

/** Waits until the run's email is sent and recorded as sent. Sweeps in the meantime. */
export async function mailed(worker: Worker, tenant: Tenant, runId: string): Promise<RunRecord> {
  let message: DeliveryRecord | null = null;
  return runWhen(
    worker.deps,
    tenant.workspaceId,
    runId,
    () => message?.status === "delivered",
    async (run) => {
      await sweepWhenDue(worker, run);
      await sweepDeliveries(worker.deps, addMs(worker.deps.clock.now(), minuteMs));
      message = await messageTo(worker, tenant, runId);
    },
  );
}

/** The message to the workspace's members about a run. */
export async function messageTo(
  { deps }: Worker,
  { workspaceId }: Tenant,
  runId: string,
): Promise<DeliveryRecord | null> {
  const { items } = await deps.channels.deliveries(workspaceId, {}, { limit: 100 });
  return items.find((delivery) => delivery.runId === runId && delivery.channelId === "members") ?? null;
}

/**
 * Sweeps if the run is due. Google's emulator keeps the locks of a client killed inside a transaction until they time
 * out. A sweep that meets them does nothing, and the next one tries again.
 */
export async function sweepWhenDue(worker: Worker, run: RunRecord | null): Promise<void> {
  const now = worker.deps.clock.now();
  if (run?.nextSweepAt && run.nextSweepAt <= now.toISOString())
    await sweepRuns(worker.deps, addMs(now, minuteMs));
}

/** The next time anything happens to a run without a worker; null while it has one or its task is on its way. */
function nextInstant({ lease, parts, resumeAt, nextSweepAt }: RunRecord, now: string): string | null {
  const pending = parts.filter(({ status }) => status === "pending");
  const leases = [lease, ...pending.map((part) => part.lease)];
  if (leases.some((held) => held !== null && held.expiresAt > now)) return null;
  const waits = pending.length > 0 ? pending.map((part) => part.resumeAt) : [resumeAt];
  const later = waits.filter((instant) => instant !== null && instant > now) as string[];
  if (later.length < waits.length) return null;
  return [...later, nextSweepAt ?? now].sort().at(-1)!;
}

/** Returns every object of a run's report by name, as text. */
export async function reportFiles({ deps }: Worker, { workspaceId, connectionId }: Tenant, runId: string) {
  const prefix = objectPaths.run(workspaceId, runId);
  // Work files are deleted a moment after the run has ended; their deletion is part of the comparison.
  let { objects } = await deps.objects.list(prefix);
  for (let i = 0; i < 200 && objects.some(({ path }) => path.startsWith(`${prefix}work/`)); i++) {
    await sleep(50);
    ({ objects } = await deps.objects.list(prefix));
  }
  // Names wait until the run is recorded, which may be later than its end.
  const report = objects.filter(({ path }) => path !== objectPaths.runNames(workspaceId, runId));
  const files = await Promise.all(
    report.map(async ({ path }) => [
      path.slice(prefix.length),
      (await deps.objects.read(path))!
        .toString("utf8")
        .replace(incidentIds, "$1")
        .replaceAll(runId, "run")
        .replaceAll(connectionId, "connection"),
    ]),
  );
  return Object.fromEntries(files) as Record<string, string>;
}

/** Incident ids derive from the connection, so they differ by tenant; what is recorded of incidents names the run, too. */
const incidentIds = /("(?:incident|problem)":\{)"id":"[^"]*",/g;

export const mailsAbout = async (tenant: Tenant, runId: string): Promise<string[]> =>
  (await messagesAbout(tenant, runId)).map(({ text }) => text);

/** Returns the emails caught about a run; header names are in lower case. */
export async function messagesAbout({ email }: Tenant, runId: string): Promise<Message[]> {
  const response = await fetch(
    `${process.env.PLUMBLINE_MAIL_URL}/api/messages?to=${encodeURIComponent(email)}`,
  );
  const { messages } = (await response.json()) as { messages: Message[] };
  return messages.filter(({ text }) => text.includes(`/reports/${runId}`));
}
type Message = { text: string; headers: Record<string, string> };

/** Expects what must hold for every ended run: its slot is free and it was billed once or not at all. */
export async function expectSettled(
  { deps }: Worker,
  { workspaceId }: Tenant,
  run: RunRecord,
): Promise<void> {
  expect((await deps.runs.account(workspaceId)).activeRunId).toBeNull();
  expect(run).toMatchObject({ lease: null, holdsSlot: false, resumeAt: null, parts: [] });
  const usage = await firestore().collection(paths.usages(workspaceId)).where("runId", "==", run.id).get();
  const isBilled = run.status === "completed" || run.status === "partial";
  expect(usage.docs.map((doc) => doc.get("rows") as unknown)).toEqual(isBilled ? [run.rowsAnalysed] : []);
  const report = await getReport(deps, workspaceId, run.id);
  expect(report.detectors.length).toBe(isBilled ? run.detectors.length : 0);
}
