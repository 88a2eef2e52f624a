import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson, sendJson, isRecord } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { Dispatcher } from "./dispatcher.js";
import { TaskFaults } from "./faults.js";
import { queueSettings, type DeclaredQueue } from "./queue.js";
import { queueOf, shortName, taskView, type Task } from "./task.js";
import { TaskStore } from "./task-store.js";
import { randomInt } from "node:crypto";

export interface TasksOptions {
  readonly port: number;
  /** File for waiting tasks; absent to keep them in memory only. */
  readonly file?: string;
  /** Queues by full name, `projects/P/locations/L/queues/Q`. */
  readonly queues?: Readonly<Record<string, DeclaredQueue>>;
  /** Accepts tasks for undeclared queues, with default settings, for tests without the functions emulator. */
  readonly openQueues?: boolean;
  readonly now?: () => number;
  readonly log?: (message: string) => void;
}

export interface TasksServer extends RunningServer {
  setQueues(queues: Readonly<Record<string, DeclaredQueue>>): void;
  /** Ends deliveries. Tasks are still accepted, and wait for the next start. */
  stopDelivering(): void;
}

/**
 * A durable stand-in for the REST API of Cloud Tasks with HTTP targets. Supports the paths of
 * `@google-cloud/tasks` (`/v2/projects/…`) and of `firebase-admin` (`/projects/…`).
 */
export async function startTasks(options: TasksOptions): Promise<TasksServer> {
  const now = options.now ?? Date.now;
  const store = new TaskStore(options.file, now);
  const faults = new TaskFaults();
  const dispatcher = new Dispatcher(store, faults, now, options.log ?? (() => {}));
  const setQueues = (queues: Readonly<Record<string, DeclaredQueue>>) => {
    for (const [name, queue] of Object.entries(queues)) dispatcher.setQueue(name, queueSettings(queue));
  };
  setQueues(options.queues ?? {});
  const context = { store, faults, dispatcher, openQueues: options.openQueues ?? false, now };
  if (context.openQueues) for (const task of store.all()) openQueue(context, queueOf(task.name));
  dispatcher.start();
  const server = await serve((request, response) => {
    route(context, request, response).catch((error: unknown) =>
      fail(response, 400, "INVALID_ARGUMENT", error instanceof Error ? error.message : String(error)),
    );
  }, options.port);
  return {
    ...server,
    setQueues,
    stopDelivering: () => dispatcher.stop(),
    close: async () => {
      dispatcher.stop();
      await server.close();
    },
  };
}

interface Context {
  readonly store: TaskStore;
  readonly faults: TaskFaults;
  readonly dispatcher: Dispatcher;
  readonly openQueues: boolean;
  readonly now: () => number;
}

const tasksPath = /^(projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+)\/tasks$/;

async function route(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  const path = decodeURIComponent(pathname)
    .replace(/^\/v2\//, "/")
    .slice(1);
  const queue = tasksPath.exec(path)?.[1];
  if (queue !== undefined && request.method === "POST") return createTask(context, request, response, queue);
  if (path === "_faults") {
    if (request.method === "POST") context.faults.set(await readJson(request));
    return sendJson(response, 200, context.faults.state);
  }
  if (path === "_tasks") {
    return sendJson(response, 200, {
      queues: context.dispatcher.queueNames,
      tasks: context.store.all().map(taskView),
    });
  }
  fail(response, 501, "UNIMPLEMENTED", `Not implemented here: ${request.method} ${pathname}`);
}

async function createTask(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  queue: string,
): Promise<void> {
  const { store, dispatcher, faults } = context;
  if (context.openQueues) openQueue(context, queue);
  if (!dispatcher.hasQueue(queue)) return fail(response, 404, "NOT_FOUND", "Queue does not exist.");
  const body = await readJson(request);
  if (faults.take("failCreates", shortName(queue))) {
    return fail(response, 503, "UNAVAILABLE", "A planted fault failed this call.");
  }
  const parsed = parseTask(queue, body, context.now());
  if (typeof parsed === "string") return fail(response, 400, "INVALID_ARGUMENT", parsed);
  if (store.isTaken(parsed.name)) {
    return fail(response, 409, "ALREADY_EXISTS", "Requested entity already exists");
  }
  store.save(parsed);
  // firebase-admin reads `task`; the Cloud Tasks client reads the fields themselves.
  sendJson(response, 200, { ...taskView(parsed), task: taskView(parsed) });
}

function openQueue({ dispatcher }: Context, name: string): void {
  if (!dispatcher.hasQueue(name)) dispatcher.setQueue(name, queueSettings({}));
}

function fail(response: ServerResponse, code: number, status: string, message: string): void {
  sendJson(response, code, { error: { code, status, message } });
}

const methodNames = ["POST", "POST", "GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"];
const defaultDeadlineMs = 600_000;
const validName = /^projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+\/tasks\/[\w-]{1,500}$/;

/* Limits of Cloud Tasks for HTTP tasks. */
const maxScheduleMs = 30 * 86_400_000;
const maxTaskBytes = 1_048_576;
const minDeadlineMs = 15_000;
const maxDeadlineMs = 30 * 60_000;

/** Parses the task of a create call. @returns a message if it is invalid */
function parseTask(queue: string, body: Record<string, unknown>, now: number): Task | string {
  const given = isRecord(body["task"]) ? body["task"] : {};
  const request = given["httpRequest"];
  if (!isRecord(request)) return "Only HTTP tasks are supported.";
  const name = textOr(given["name"], `${queue}/tasks/${now}${randomInt(1e9)}`).replace(/^\//, "");
  if (!validName.test(name) || !name.startsWith(`${queue}/tasks/`)) return `Invalid task name: ${name}`;
  const url = request["url"];
  if (url !== undefined && url !== "" && !isHttpUrl(url))
    return `Invalid url for HttpRequest.url: ${JSON.stringify(url)}`;
  const dueAt = timestampMs(given["scheduleTime"]) ?? now;
  if (!Number.isFinite(dueAt)) return "Task.scheduleTime is invalid.";
  if (dueAt > now + maxScheduleMs) return "The Task.scheduleTime must be within 30 days from now.";
  const dispatchDeadlineMs = durationMs(given["dispatchDeadline"]) ?? defaultDeadlineMs;
  if (!(dispatchDeadlineMs >= minDeadlineMs && dispatchDeadlineMs <= maxDeadlineMs))
    return "The dispatchDeadline must be between [15s, 30m].";
  if (JSON.stringify(given).length > maxTaskBytes) return "Task size too large";
  return {
    name,
    httpRequest: {
      ...(typeof url === "string" && url !== "" && { url }),
      httpMethod: methodName(request["httpMethod"]),
      headers: headersOf(request["headers"]),
      ...(typeof request["body"] === "string" && { body: request["body"] }),
    },
    createTime: new Date(now).toISOString(),
    dispatchDeadlineMs,
    dueAt: Math.max(now, dueAt),
    dispatchCount: 0,
    responseCount: 0,
  };
}

const isHttpUrl = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\//.test(url) && URL.canParse(url);

/** The official client's REST transport sends enums as numbers. */
const methodName = (value: unknown): string =>
  typeof value === "number" ? (methodNames[value] ?? "POST") : textOr(value, "POST");

const textOr = (value: unknown, fallback: string): string => (typeof value === "string" ? value : fallback);

const headersOf = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, String(v)])) : {};

/** Times are RFC 3339 text or `{seconds, nanos}`. */
function timestampMs(value: unknown): number | undefined {
  if (typeof value === "string") return Date.parse(value);
  if (!isRecord(value)) return undefined;
  return Number(value["seconds"] ?? 0) * 1000 + Number(value["nanos"] ?? 0) / 1e6;
}

/** Durations are `"30s"` or `{seconds}`. */
function durationMs(value: unknown): number | undefined {
  if (typeof value === "string") return parseFloat(value) * 1000;
  return isRecord(value) ? Number(value["seconds"] ?? 0) * 1000 : undefined;
}
