import { onRequest } from "firebase-functions/https";
import { onSchedule } from "firebase-functions/scheduler";
import { expr, projectID } from "firebase-functions/params";
import { onTaskDispatched, type TaskQueueOptions } from "firebase-functions/tasks";
import { functionsAccount, location, secretsOf, tasksAccount } from "./config/config.js";
import type { TaskName } from "./ports/task-queue.js";

/*
 * Every deployed function: its name, its options and one call. Whatever a call needs is imported on first use, so that a
 * cold start (and the deployment, when secrets have no values yet) loads little more than this file.
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
    // Requests on one instance share its single CPU, so more instances keep the slowest responses fast.
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
    // Keeps the next tick from running in parallel if one takes longer than a minute.
    concurrency: 1,
    maxInstances: 1,
  },
  async () => (await import("./entry/minute.js")).tick(),
);

/** Only the service account whose OIDC token tasks carry may call these. */
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
/** Free runs have their own queues with low concurrency, so they can't delay paid runs. */
const freeAtOnce = { maxConcurrentDispatches: 10 };

export const executeRun = task("executeRun", { ...runOptions, rateLimits: { maxConcurrentDispatches: 50 } });
export const executeFreeRun = task("executeFreeRun", { ...runOptions, rateLimits: freeAtOnce });
/** Most runs of an hourly setup end here. */
export const planHourlyRun = task("planHourlyRun", {
  ...runOptions,
  memory: "512MiB",
  rateLimits: { maxConcurrentDispatches: 50 },
});
export const aggregateDays = task("aggregateDays", {
  ...exportOptions,
  rateLimits: { maxConcurrentDispatches: 50 },
});
export const aggregateFreeDays = task("aggregateFreeDays", { ...exportOptions, rateLimits: freeAtOnce });

/** The sweeper enqueues it again if all tries fail. */
export const recordRun = task("recordRun", {
  memory: "512MiB",
  timeoutSeconds: 540,
  retryConfig: { maxAttempts: 5, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
  rateLimits: { maxConcurrentDispatches: 20 },
});

/** Replays are free and nobody is waiting for an email about them, so only a few run at a time. */
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

/** A failure isn't retried because the project is read again the next day. */
export const readProjectContext = task("readProjectContext", {
  memory: "512MiB",
  timeoutSeconds: 540,
  retryConfig: { maxAttempts: 1 },
  rateLimits: { maxConcurrentDispatches: 10 },
});

export const sendSpendingWarning = task("sendSpendingWarning", {
  memory: "512MiB",
  timeoutSeconds: 120,
  retryConfig: { maxAttempts: 5, minBackoffSeconds: 10, maxBackoffSeconds: 600 },
  rateLimits: { maxConcurrentDispatches: 20 },
});

/** Deliveries have their own retries, so the queue needs few. */
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
