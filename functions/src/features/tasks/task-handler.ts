import type { Dependencies } from "../dependencies.js";
import type { TaskName, TaskPayload } from "./tasks.js";

/** What Cloud Tasks tells of the attempt; `retryCount` is 0 the first time. */
export type TaskContext = { retryCount: number };

export type TaskHandler<K extends TaskName> = (
  deps: Dependencies,
  payload: TaskPayload<K>,
  context: TaskContext,
) => Promise<void>;
