import type { CloudTasksClient } from "@google-cloud/tasks";
import type { EnqueueOptions, TaskName, TaskPayload, TaskQueue } from "../../ports/task-queue.js";
import { AppError } from "../../common/errors.js";
import { once } from "../../common/once.js";

export type CloudTasksSettings = {
  projectId: string;
  location: string;
  /** Tasks are sent to `<base>/<function name>`. */
  functionsBaseUrl: string;
  /** `host:port` of a queue with the REST protocol and no credentials; null = Cloud Tasks. */
  emulatorHost: string | null;
  /** The service account whose OIDC token tasks carry in the cloud. */
  serviceAccount: string;
};

/** How long a worker may take: the timeout of the longest functions. */
const dispatchDeadlineSeconds = 1_800;
/** ALREADY_EXISTS in gRPC and in HTTP. */
const alreadyExists = new Set([6, 409]);

/** Enqueues tasks for functions created with `onTaskDispatched`. Each queue is named after its function. */
export function cloudTasks(settings: CloudTasksSettings): TaskQueue {
  const client = once(() => connect(settings));
  const { emulatorHost, serviceAccount } = settings;
  const queuePath = (name: string) =>
    `projects/${settings.projectId}/locations/${settings.location}/queues/${name}`;
  return {
    async enqueue<K extends TaskName>(name: K, payload: TaskPayload<K>, options: EnqueueOptions = {}) {
      const url = `${settings.functionsBaseUrl}/${name}`;
      try {
        const tasks = await client();
        await tasks.createTask({
          parent: queuePath(name),
          task: {
            ...(options.id ? { name: `${queuePath(name)}/tasks/${options.id}` } : {}),
            ...(options.notBefore
              ? { scheduleTime: { seconds: Math.ceil(options.notBefore.getTime() / 1_000) } }
              : {}),
            dispatchDeadline: { seconds: dispatchDeadlineSeconds },
            httpRequest: {
              url,
              httpMethod: "POST",
              headers: { "Content-Type": "application/json" },
              body: Buffer.from(JSON.stringify({ data: payload })).toString("base64"),
              ...(emulatorHost === null
                ? { oidcToken: { serviceAccountEmail: serviceAccount, audience: url } }
                : {}),
            },
          },
        });
      } catch (error) {
        if (alreadyExists.has(Number((error as { code?: unknown }).code))) return;
        throw new AppError("unavailable", `The queue ${name} didn't accept a task.`, { cause: error });
      }
    },
  };
}

async function connect({ projectId, emulatorHost }: CloudTasksSettings): Promise<CloudTasksClient> {
  const { CloudTasksClient } = await import("@google-cloud/tasks");
  if (emulatorHost === null) return new CloudTasksClient({ projectId });
  const { GoogleAuth, PassThroughClient } = await import("google-auth-library");
  const { hostname, port } = new URL(`http://${emulatorHost}`);
  return new CloudTasksClient({
    projectId,
    fallback: "rest",
    protocol: "http",
    apiEndpoint: hostname,
    port: Number(port),
    // The client has its own pinned copy of this class, which differs only in private fields.
    auth: new GoogleAuth({ authClient: new PassThroughClient() }) as unknown as ClientOptions["auth"],
  });
}

type ClientOptions = NonNullable<ConstructorParameters<typeof CloudTasksClient>[0]>;
