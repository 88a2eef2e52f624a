import type { Dependencies } from "../dependencies.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";
import { taskPayloads, type TaskName, type TaskPayload } from "./tasks.js";

/** Works off one task. Throws only what a retry can cure: Cloud Tasks then tries again. */
export async function handleTask<K extends TaskName>(
  deps: Dependencies,
  name: K,
  data: unknown,
  context: TaskContext,
): Promise<void> {
  const handler = await handlers[name]();
  await handler(deps, taskPayloads[name].parse(data) as TaskPayload<K>, context);
}

/** Loaded when a task arrives: a worker parses the code of its own queue only. */
const handlers: { [K in TaskName]: () => Promise<TaskHandler<K>> } = {
  executeRun: async () => (await import("../runs/execute-run.js")).executeRun,
  aggregateDays: async () => (await import("../runs/aggregate-days.js")).aggregateDays,
  syncSchema: async () => (await import("../data-settings/run-sync.js")).runSync,
  sendNotification: async () => (await import("../notifications/send-notification.js")).sendNotification,
};
