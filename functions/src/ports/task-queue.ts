import { z } from "zod";
import { workspaceIdSchema } from "../contract/workspaces.js";

const workspaceId = workspaceIdSchema;
const id = z.string().min(1);

/** What each queue's tasks carry. A queue has the name of the function that works it off. */
export const taskPayloads = {
  executeRun: z.object({ workspaceId, runId: id }),
  aggregateDays: z.looseObject({ workspaceId, runId: id }),
  /** The same work for workspaces without a payment method. */
  executeFreeRun: z.object({ workspaceId, runId: id }),
  aggregateFreeDays: z.looseObject({ workspaceId, runId: id }),
  runReplay: z.object({ workspaceId, replayId: id, attempt: id }),
  syncSchema: z.object({ workspaceId, connectionId: id, syncId: id }),
  /** About annotations: writes those that open incidents want, and reads nothing. */
  readProjectContext: z.object({
    workspaceId,
    connectionId: id,
    about: z.literal("annotations").optional(),
  }),
  /** About the run, or for one member about all runs that were held back. */
  sendNotification: z.object({
    workspaceId,
    runId: id,
    about: z.enum(["spending", "failures", "held"]).optional(),
    uid: id.optional(),
  }),
  sendDelivery: z.object({ workspaceId, deliveryId: id }),
  deleteData: z.object({ deletionId: id }),
  /** `workspaceId` null: the person's own data. */
  exportData: z.object({ exportId: id, uid: id, workspaceId: workspaceId.nullable() }),
} as const;

export type TaskName = keyof typeof taskPayloads;
export type TaskPayload<K extends TaskName> = z.infer<(typeof taskPayloads)[K]>;

/** What Cloud Tasks says about the attempt; `retryCount` is 0 the first time. */
export type TaskContext = { retryCount: number };

export type EnqueueOptions = {
  /** Two tasks with the same name are one; Cloud Tasks remembers a name for about an hour. */
  id?: string;
  /** Not before this instant. */
  notBefore?: Date;
};

export interface TaskQueue {
  /** "Already exists" counts as done. @throws AppError `unavailable` when the queue does not answer */
  enqueue<K extends TaskName>(name: K, payload: TaskPayload<K>, options?: EnqueueOptions): Promise<void>;
}
