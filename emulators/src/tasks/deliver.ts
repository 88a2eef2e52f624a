import type { QueueSettings } from "./queue.js";
import { queueOf, shortName, type Task } from "./task.js";

/** Calls a task's handler once. @returns the HTTP status, or undefined if no answer came in time */
export async function deliver(task: Task, settings: QueueSettings): Promise<number | undefined> {
  const { url, httpMethod, body } = task.httpRequest;
  const target = url ?? settings.defaultUri;
  if (!target) return undefined;
  try {
    const response = await fetch(target, {
      method: httpMethod,
      headers: { ...task.httpRequest.headers, ...deliveryHeaders(task) },
      body: ["GET", "HEAD"].includes(httpMethod) ? undefined : Buffer.from(body ?? "", "base64"),
      signal: AbortSignal.timeout(task.dispatchDeadlineMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

function deliveryHeaders(task: Task): Record<string, string> {
  return {
    "user-agent": "Google-Cloud-Tasks",
    "x-cloudtasks-queuename": shortName(queueOf(task.name)),
    "x-cloudtasks-taskname": shortName(task.name),
    "x-cloudtasks-taskretrycount": String(task.dispatchCount - 1),
    "x-cloudtasks-taskexecutioncount": String(task.responseCount),
    "x-cloudtasks-tasketa": (task.dueAt / 1000).toFixed(6),
    ...(task.lastStatus && { "x-cloudtasks-taskpreviousresponse": String(task.lastStatus) }),
  };
}
