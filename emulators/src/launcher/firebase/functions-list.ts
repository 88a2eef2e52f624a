import { isRecord } from "../../http/body.js";
import type { ScheduledFunction } from "../../schedule/server.js";
import type { DeclaredQueue } from "../../tasks/queue.js";

interface ListedFunction {
  readonly name: string;
  readonly region: string;
  readonly taskQueueTrigger?: DeclaredQueue;
  readonly schedule?: { readonly schedule: string };
}

/** The queues of `onTaskDispatched` functions, by full name. Each sends to its function. */
export async function declaredQueues(functionsUrl: string, projectId: string) {
  const queues: Record<string, DeclaredQueue> = {};
  for (const { name, region, taskQueueTrigger } of await listFunctions(functionsUrl)) {
    if (!taskQueueTrigger) continue;
    queues[`projects/${projectId}/locations/${region}/queues/${name}`] = {
      ...taskQueueTrigger,
      defaultUri: `${functionsUrl}/${projectId}/${region}/${name}`,
    };
  }
  return queues;
}

export async function scheduledFunctions(functionsUrl: string): Promise<ScheduledFunction[]> {
  return (await listFunctions(functionsUrl)).flatMap(({ name, region, schedule }) =>
    schedule ? [{ name, region, schedule: schedule.schedule }] : [],
  );
}

async function listFunctions(functionsUrl: string): Promise<ListedFunction[]> {
  const response = await fetch(`${functionsUrl}/backends`, { signal: AbortSignal.timeout(5000) });
  const body: unknown = await response.json();
  const backends = isRecord(body) && Array.isArray(body["backends"]) ? body["backends"] : [];
  // The shape is internal to firebase-tools, whose version is pinned.
  return backends.flatMap(
    (backend: { functionTriggers?: ListedFunction[] }) => backend.functionTriggers ?? [],
  );
}
