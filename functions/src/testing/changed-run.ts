import type { TimelineEntry } from "../contract/incidents.js";
import type { WorkspaceId } from "../contract/workspaces.js";
import { planDeliveries } from "../features/channels/plan-deliveries.js";
import type { IncidentRecord } from "../features/incidents/incident-record.js";
import type { RunRecord } from "../features/runs/run-record.js";
import { incidentRecord } from "./suites/repository-suite.js";
import type { TestApp } from "./test-app.js";

const workspaceId = "ada" as WorkspaceId;

export type Told = { kind: TimelineEntry["kind"]; incident?: Partial<IncidentRecord> };

/** Applies these changes to incidents and returns the run that made them. */
export async function runThatChanged(
  app: TestApp,
  runId: string,
  told: Record<string, Told>,
): Promise<RunRecord> {
  const at = app.clock.now().toISOString();
  for (const [id, { kind, incident = {} }] of Object.entries(told)) {
    const record = incidentRecord(id, "c1", { entity: id, updatedAt: at, createdAt: at, ...incident });
    record.finding = { ...record.finding, headline: `${id} −60% since Nov 16`, ...incident.finding };
    await app.incidents.change(workspaceId, id, (before) => ({
      incident: { ...before, ...record, entries: before?.entries ?? 0 },
      entries: [{ at, actor: null, kind, text: `${id} changed.`, runId }],
    }));
  }
  const connection = { id: "c1", projectId: "1000001", projectName: "Demo Shop" };
  return {
    id: runId,
    setupId: "s1",
    createdAt: at,
    finishedAt: at,
    // Without findings, members aren't emailed.
    summary: { findings: { alerts: 0, warnings: 0 } },
    setup: { name: "Daily checks", connection },
  } as unknown as RunRecord;
}
/** Plans the messages about what such a run changed. */
export const plan = async (app: TestApp, runId: string, told: Record<string, Told>): Promise<RunRecord> => {
  const run = await runThatChanged(app, runId, told);
  await planDeliveries(app, workspaceId, run);
  return run;
};
