import * as functions from "../../../functions/src/index.js";

export type FunctionName = keyof typeof functions;

type Endpoint = {
  availableMemoryMb: number;
  taskQueueTrigger?: { rateLimits: { maxConcurrentDispatches: number } };
};

const endpoints = new Map(
  Object.entries(functions).map(([name, made]) => [
    name,
    (made as unknown as { __endpoint: Endpoint }).__endpoint,
  ]),
);

/** What a function is deployed with: memory in GiB, one vCPU up to 2 GiB, and how many tasks its queue hands out at once. */
export function deployed(name: FunctionName): { gib: number; atOnce: number } {
  const { availableMemoryMb, taskQueueTrigger } = endpoints.get(name)!;
  return {
    gib: availableMemoryMb / 1_024,
    atOnce: taskQueueTrigger?.rateLimits.maxConcurrentDispatches ?? 1,
  };
}
