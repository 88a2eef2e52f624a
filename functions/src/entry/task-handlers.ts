import type { WorkspaceId } from "../contract/workspaces.js";
import type { Dependencies } from "../composition/dependencies.js";
import { isAppError } from "../common/errors.js";
import { addMs, secondMs } from "../common/time.js";
import type { RateLimitName } from "../ports/rate-limiter.js";
import { taskPayloads, type TaskContext, type TaskName, type TaskPayload } from "../ports/task-queue.js";

/** Processes one task. Throws only errors that a retry can fix: Cloud Tasks then tries again. */
export async function handleTask<K extends TaskName>(
  deps: Dependencies,
  name: K,
  data: unknown,
  context: TaskContext,
): Promise<void> {
  const handler = await handlers[name]();
  const payload = taskPayloads[name].parse(data) as TaskPayload<K>;
  await inTurn(deps, name, payload, () => handler(deps, payload, context));
}

/** What one workspace can start many of at once, and so keep others waiting. */
const turns: { [K in TaskName]?: RateLimitName } = {
  runReplay: "replayTurns",
  syncSchema: "syncTurns",
  readProjectContext: "contextTurns",
};
const nextTurnMs = 5 * secondMs;

/** Does the work, or enqueues it again for later while the workspace has as much of this kind running as it may. */
async function inTurn<K extends TaskName>(
  { rateLimiter, queue, clock }: Pick<Dependencies, "rateLimiter" | "queue" | "clock">,
  name: K,
  payload: TaskPayload<K>,
  work: () => Promise<void>,
): Promise<void> {
  const limit = turns[name];
  const { workspaceId } = payload as { workspaceId: WorkspaceId };
  if (limit === undefined) return work();
  try {
    await rateLimiter.use(workspaceId, limit);
  } catch (error) {
    if (!isAppError(error, "rate-limited")) throw error;
    return queue.enqueue(name, payload, { notBefore: addMs(clock.now(), nextTurnMs) });
  }
  try {
    await work();
  } finally {
    await rateLimiter.giveBack(workspaceId, limit);
  }
}

type TaskHandler<K extends TaskName> = (
  deps: Dependencies,
  payload: TaskPayload<K>,
  context: TaskContext,
) => Promise<void>;

async function executeRun(
  onlyPlans = false,
): Promise<TaskHandler<"executeRun" | "executeFreeRun" | "planHourlyRun">> {
  const [{ executeRun }, { assessRun }, { findUse }, { findSameDayChange }] = await Promise.all([
    import("../features/runs/steps/execute-run.js"),
    import("../features/incidents/assess-run.js"),
    import("../features/project-context/find-use.js"),
    import("../features/project-context/find-same-day-change.js"),
  ]);
  return (deps, payload) => executeRun(deps, payload, assessRun({ findUse, findSameDayChange }), onlyPlans);
}

/** Loaded when a task arrives, so that a worker loads only its own queue's code. */
const handlers: { [K in TaskName]: () => Promise<TaskHandler<K>> } = {
  executeRun: () => executeRun(),
  aggregateDays: async () => (await import("../features/runs/exports/aggregate-days.js")).aggregateDays,
  executeFreeRun: () => executeRun(),
  planHourlyRun: () => executeRun(true),
  recordRun: async () => (await import("../features/recording/record-run.js")).recordRun,
  aggregateFreeDays: async () => (await import("../features/runs/exports/aggregate-days.js")).aggregateDays,
  runReplay: async () => (await import("../features/replay/run-replay.js")).runReplay,
  syncSchema: async () => (await import("../features/data-settings/run-sync.js")).runSync,
  readProjectContext: async () =>
    (await import("../features/project-context/read-project-context.js")).readProjectContext,
  sendSpendingWarning: async () =>
    (await import("../features/billing/usage/send-spending-warning.js")).sendSpendingWarning,
  sendDelivery: async () => (await import("../features/channels/send-delivery.js")).sendDelivery,
  deleteData: async () => (await import("../features/deletion/run-deletion.js")).runDeletion,
  exportData: async () => (await import("../features/account/export-data.js")).exportData,
};
