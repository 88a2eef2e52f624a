import type { Request } from "firebase-functions/tasks";
import { dependencies } from "../composition.js";
import { handleTask } from "../features/tasks/handlers.js";
import type { TaskName } from "../features/tasks/tasks.js";

/** Works off one dispatched task. */
export async function work(name: TaskName, request: Request): Promise<void> {
  await handleTask(await dependencies(), name, request.data, { retryCount: request.retryCount });
}
