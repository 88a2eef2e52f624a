import { onRequest } from "firebase-functions/https";
import { onSchedule } from "firebase-functions/scheduler";
import { expr, projectID } from "firebase-functions/params";
import { onTaskDispatched, type TaskQueueOptions } from "firebase-functions/tasks";
import { functionsAccount, location, secretsOf, tasksAccount } from "./config/config.js";
import type { TaskName } from "./ports/task-queue.js";

/*
 * Every deployed function: its name, options and one call. Whatever a call needs is imported at its first use, so that
 * a cold start (and the deployment, when secrets have no value yet) loads little more than this file.
 */

const inProject = {
  region: location,
  serviceAccount: expr`${functionsAccount}@${projectID}.iam.gserviceaccount.com`,
};

export const api = onRequest(
  {
    ...inProject,
    secrets: secretsOf.api,
    memory: "512MiB",
    timeoutSeconds: 120,
    // What an instance has at once waits for its one CPU: more instances keep the slowest answers short.
    concurrency: 10,
    invoker: "public",
  },
  async (req, res) => (await import("./entry/http.js")).serve(req, res),
);

export const everyMinute = onSchedule(
  {
    ...inProject,
    secrets: secretsOf.everyMinute,
    invoker: "private",
    schedule: "every 1 minutes",
    memory: "512MiB",
    timeoutSeconds: 300,
    retryCount: 0,
    // A tick that takes longer than a minute is not joined by the next one.
    concurrency: 1,
    maxInstances: 1,
  },
  async () => (await import("./entry/minute.js")).tick(),
);

/** Only the account whose OIDC token tasks carry may call these. */
const task = (name: TaskName, options: TaskQueueOptions) =>
  onTaskDispatched(
    { ...inProject, secrets: secretsOf[name], invoker: `${tasksAccount}@`, concurrency: 1, ...options },
    async (request) => (await import("./entry/tasks.js")).work(name, request),
  );

const runOptions = {
  memory: "2GiB",
  timeoutSeconds: 1_800,
  retryConfig: { maxAttempts: 3, minBackoffSeconds: 10, maxBackoffSeconds: 300 },
} as const;
const exportOptions = {
  memory: "1GiB",
  timeoutSeconds: 1_800,
  retryConfig: { maxAttempts: 5, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
} as const;
/** Free work can't hold up paying work: it has queues of its own, with few places. */
const freeAtOnce = { maxConcurrentDispatches: 10 };

export const executeRun = task("executeRun", { ...runOptions, rateLimits: { maxConcurrentDispatches: 50 } });
export const executeFreeRun = task("executeFreeRun", { ...runOptions, rateLimits: freeAtOnce });
export const aggregateDays = task("aggregateDays", {
  ...exportOptions,
  rateLimits: { maxConcurrentDispatches: 50 },
});
export const aggregateFreeDays = task("aggregateFreeDays", { ...exportOptions, rateLimits: freeAtOnce });

/** Free, and nobody waits for a mail of it: few at once. */
export const runReplay = task("runReplay", {
  memory: "2GiB",
  timeoutSeconds: 900,
  retryConfig: { maxAttempts: 2, minBackoffSeconds: 5 },
  rateLimits: { maxConcurrentDispatches: 10 },
});

export const syncSchema = task("syncSchema", {
  memory: "1GiB",
  timeoutSeconds: 540,
  retryConfig: { maxAttempts: 2, minBackoffSeconds: 5 },
  rateLimits: { maxConcurrentDispatches: 20 },
});

/** What it misses today it reads tomorrow. */
export const readProjectContext = task("readProjectContext", {
  memory: "512MiB",
  timeoutSeconds: 540,
  retryConfig: { maxAttempts: 1 },
  rateLimits: { maxConcurrentDispatches: 10 },
});

export const sendNotification = task("sendNotification", {
  memory: "512MiB",
  timeoutSeconds: 120,
  retryConfig: { maxAttempts: 5, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
  rateLimits: { maxConcurrentDispatches: 20 },
});

/** Tries again by itself, so that the queue need not. */
export const sendDelivery = task("sendDelivery", {
  memory: "512MiB",
  timeoutSeconds: 240,
  retryConfig: { maxAttempts: 2, minBackoffSeconds: 30 },
  rateLimits: { maxConcurrentDispatches: 20 },
});

export const deleteData = task("deleteData", {
  memory: "512MiB",
  timeoutSeconds: 1_800,
  retryConfig: { maxAttempts: 5, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
  rateLimits: { maxConcurrentDispatches: 10 },
});

export const exportData = task("exportData", {
  memory: "512MiB",
  timeoutSeconds: 540,
  retryConfig: { maxAttempts: 3, minBackoffSeconds: 10 },
  rateLimits: { maxConcurrentDispatches: 5 },
});
