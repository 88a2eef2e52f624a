import type { Request } from "firebase-functions/tasks";
import { dependencies } from "../composition/compose.js";
import { handleTask } from "./task-handlers.js";
import type { TaskName } from "../ports/task-queue.js";

/** Processes one dispatched task. */
export async function work(name: TaskName, request: Request): Promise<void> {
  await handleTask(await dependencies(name), name, request.data, { retryCount: request.retryCount });
}
