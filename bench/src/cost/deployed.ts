import * as functions from "../../../functions/src/index.js";

export type FunctionName = keyof typeof functions;

type Endpoint = {
  availableMemoryMb: number;
  concurrency?: number;
  taskQueueTrigger?: { rateLimits: { maxConcurrentDispatches: number } };
};

const endpoints = new Map(
  Object.entries(functions).map(([name, made]) => [
    name,
    (made as unknown as { __endpoint: Endpoint }).__endpoint,
  ]),
);

/**
 * A function's deployed options: memory in GiB (one vCPU up to 2 GiB), requests that an instance takes at once, and
 * tasks that its queue hands out at once.
 */
export function deployed(name: FunctionName): { gib: number; concurrency: number; atOnce: number } {
  const { availableMemoryMb, concurrency = 1, taskQueueTrigger } = endpoints.get(name)!;
  return {
    gib: availableMemoryMb / 1_024,
    concurrency,
    atOnce: taskQueueTrigger?.rateLimits.maxConcurrentDispatches ?? 1,
  };
}
