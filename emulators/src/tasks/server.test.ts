import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import os from "node:os";
import path from "node:path";
import { CloudTasksClient } from "@google-cloud/tasks";
import { GoogleAuth, PassThroughClient } from "google-auth-library";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readBytes } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { startTasks, type TasksServer } from "./server.js";

const queue = "projects/demo/locations/us-central1/queues/work";
const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-tasks-"));

interface Delivery {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

let deliveries: Delivery[];
let answer: (attempt: number) => number;
let handler: RunningServer;
let tasks: TasksServer;
let clock: number;
/** How often the queue has read the time, which it does once each time it polls for due tasks. */
let polls = 0;

const start = () =>
  startTasks({
    port: 0,
    file: path.join(dataDir, "tasks.jsonl"),
    queues: {
      [queue]: { retryConfig: { maxAttempts: 3, minBackoffSeconds: 0.02 }, defaultUri: handler.url },
    },
    now: () => {
      polls++;
      return Date.now() + clock;
    },
  });

beforeEach(async () => {
  deliveries = [];
  answer = () => 204;
  clock = 0;
  handler = await serve((request, response) => {
    void readBytes(request).then((body) => {
      deliveries.push({ body: body.toString(), headers: request.headers });
      response.writeHead(answer(deliveries.length)).end();
    });
  }, 0);
  tasks = await start();
});

afterEach(async () => {
  await tasks.close();
  await handler.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const client = () =>
  new CloudTasksClient({
    projectId: "demo",
    fallback: "rest",
    protocol: "http",
    apiEndpoint: "127.0.0.1",
    port: tasks.port,
    // The client's own copy of the library declares its private fields again.
    auth: new GoogleAuth({ authClient: new PassThroughClient() }) as never,
  });

const create = (body: string, more: object = {}) =>
  client().createTask({
    parent: queue,
    task: {
      httpRequest: {
        url: `${handler.url}/run`,
        httpMethod: "POST",
        headers: { "Content-Type": "application/json" },
        body: Buffer.from(body).toString("base64"),
      },
      ...more,
    },
  });

const named = (id: string) => ({ name: `${queue}/tasks/${id}` });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: { code?: unknown }) => error.code,
  );
const waiting = async () => {
  const body = (await (await fetch(`${tasks.url}/_tasks`)).json()) as { tasks: unknown[] };
  return body.tasks.length;
};
const faults = (body: object) =>
  fetch(`${tasks.url}/_faults`, { method: "POST", body: JSON.stringify(body) });
/** Resolves once the queue has looked for due tasks since the call. */
const polledAgain = async () => {
  const before = polls;
  await vi.waitFor(() => expect(polls).toBeGreaterThan(before + 2), 60_000);
};
const settled = () => vi.waitFor(async () => expect(await waiting()).toBe(0), 60_000);

describe("a task", () => {
  it("is delivered once, with its body and Cloud Tasks' headers", async () => {
    await create('{"run":1}', named("run-1"));
    await settled();
    expect(deliveries.map(({ body }) => body)).toEqual(['{"run":1}']);
    expect(deliveries[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "x-cloudtasks-queuename": "work",
      "x-cloudtasks-taskname": "run-1",
      "x-cloudtasks-taskretrycount": "0",
    });
  });

  it("is retried until its handler succeeds", async () => {
    answer = (attempt) => (attempt < 3 ? 500 : 200);
    await create("{}");
    await settled();
    expect(deliveries.map(({ headers }) => headers["x-cloudtasks-taskretrycount"])).toEqual(["0", "1", "2"]);
    expect(deliveries[2]?.headers["x-cloudtasks-taskpreviousresponse"]).toBe("500");
  });

  it("is given up after its queue's number of attempts", async () => {
    answer = () => 500;
    await create("{}");
    await settled();
    expect(deliveries).toHaveLength(3);
  });

  it("waits for its time, even across a restart", async () => {
    await create("{}", { scheduleTime: { seconds: Math.floor(Date.now() / 1000) + 600 } });
    await tasks.close();
    tasks = await start();
    await polledAgain();
    expect([deliveries.length, await waiting()]).toEqual([0, 1]);
    clock = 601_000;
    await settled();
    expect(deliveries).toHaveLength(1);
  });

  it("waits for the next start if it is created while the stack stops", async () => {
    tasks.stopDelivering();
    await create("{}");
    await tasks.close();
    expect(deliveries).toEqual([]);
    tasks = await start();
    await settled();
    expect(deliveries).toHaveLength(1);
  });

  it("cannot have a name that is or was in use", async () => {
    await create("{}", named("same"));
    expect(await codeOf(create("{}", named("same")))).toBe(409);
    await settled();
    await tasks.close();
    tasks = await start();
    expect(await codeOf(create("{}", named("same")))).toBe(409);
  });

  it("needs a queue that exists and a valid name", async () => {
    const unknown = client().createTask({ parent: queue.replace("work", "none"), task: {} });
    expect(await codeOf(unknown)).toBe(404);
    expect(await codeOf(create("{}", named("not valid!")))).toBe(400);
  });
});

describe("what Cloud Tasks refuses", () => {
  const inDays = (days: number) => ({
    scheduleTime: { seconds: Math.floor(Date.now() / 1000) + days * 86_400 },
  });
  const withUrl = (url: string) =>
    client().createTask({ parent: queue, task: { httpRequest: { url, httpMethod: "POST" } } });

  it("is refused here too", async () => {
    expect(await codeOf(create("{}", inDays(31)))).toBe(400);
    expect(await codeOf(create("{}", { dispatchDeadline: { seconds: 1801 } }))).toBe(400);
    expect(await codeOf(create("{}", { dispatchDeadline: { seconds: 14 } }))).toBe(400);
    expect(await codeOf(create("x".repeat(1_048_576)))).toBe(400);
    for (const url of ["ftp://127.0.0.1/run", "not an address", "http://"])
      expect(await codeOf(withUrl(url))).toBe(400);
    expect(await waiting()).toBe(0);
  });

  it("is accepted up to the limits", async () => {
    await create("{}", { ...inDays(29.9), dispatchDeadline: { seconds: 1800 } });
    await create("{}", { ...inDays(1), dispatchDeadline: { seconds: 15 } });
    expect(await waiting()).toBe(2);
  });
});

describe("planted faults", () => {
  it("deliver a task twice at the same time", async () => {
    await faults({ deliverTwice: 1 });
    await create("{}");
    await create("{}");
    await settled();
    expect(deliveries).toHaveLength(3);
  });

  it("lose a task", async () => {
    await faults({ drop: 1 });
    await create("lost");
    await settled();
    await create("kept");
    await settled();
    expect(deliveries.map(({ body }) => body)).toEqual(["kept"]);
  });

  it("hold deliveries back, for one queue or all", async () => {
    await faults({ hold: true, queue: "work" });
    await create("{}");
    await polledAgain();
    expect(deliveries).toHaveLength(0);
    await faults({});
    await settled();
    expect(deliveries).toHaveLength(1);
  });

  it("refuse new tasks", async () => {
    await faults({ failCreates: 1 });
    const refused = await fetch(`${tasks.url}/v2/${queue}/tasks`, { method: "POST", body: "{}" });
    expect([refused.status, await codeOf(create("{}"))]).toEqual([503, "no failure"]);
  });
});
