import { z } from "zod";
import type { Logger } from "../common/logger.js";
import { workspaceIdSchema } from "../contract/workspaces.js";

const workspaceId = workspaceIdSchema;
const id = z.string().min(1);

/** Payload of each queue's tasks. A queue is named after the function that processes it. */
export const taskPayloads = {
  executeRun: z.object({ workspaceId, runId: id }),
  aggregateDays: z.looseObject({ workspaceId, runId: id }),
  /** The same tasks for workspaces without a payment method. */
  executeFreeRun: z.object({ workspaceId, runId: id }),
  /** Plans an hourly run. Unless that ends it, `executeRun` continues. */
  planHourlyRun: z.object({ workspaceId, runId: id }),
  aggregateFreeDays: z.looseObject({ workspaceId, runId: id }),
  /** Records an ended run's incidents and messages. */
  recordRun: z.object({ workspaceId, runId: id }),
  runReplay: z.object({ workspaceId, replayId: id, attempt: id }),
  syncSchema: z.object({ workspaceId, connectionId: id, syncId: id }),
  /** With `about: "annotations"`, it only writes the annotations for open incidents and reads nothing. */
  readProjectContext: z.object({
    workspaceId,
    connectionId: id,
    about: z.literal("annotations").optional(),
  }),
  sendSpendingWarning: z.object({ workspaceId }),
  sendDelivery: z.object({ workspaceId, deliveryId: id }),
  deleteData: z.object({ deletionId: id }),
  /** If `workspaceId` is null, the person's own data. */
  exportData: z.object({ exportId: id, uid: id, workspaceId: workspaceId.nullable() }),
} as const;

export type TaskName = keyof typeof taskPayloads;
export type TaskPayload<K extends TaskName> = z.infer<(typeof taskPayloads)[K]>;

/** Cloud Tasks' information about the attempt; `retryCount` is 0 the first time. */
export type TaskContext = { retryCount: number };

export type EnqueueOptions = {
  /** Deduplicates tasks: a second task with the same id is dropped. Cloud Tasks remembers an id for about an hour. */
  id?: string;
  /** Not before this instant. */
  notBefore?: Date;
};

export interface TaskQueue {
  /** Succeeds if the task already exists. @throws AppError `unavailable` if the queue doesn't respond */
  enqueue<K extends TaskName>(name: K, payload: TaskPayload<K>, options?: EnqueueOptions): Promise<void>;
}

/** Enqueues a task that isn't lost if the queue doesn't answer: the sweeper or the next occasion enqueues it again. */
export async function enqueueOrLog<K extends TaskName>(
  { queue, logger }: { queue: TaskQueue; logger: Logger },
  name: K,
  payload: TaskPayload<K>,
  options: EnqueueOptions,
): Promise<void> {
  try {
    await queue.enqueue(name, payload, options);
  } catch (error) {
    logger.warn("task not enqueued", { task: name, ...payload }, error);
  }
}
