import type { TaskFaults } from "./faults.js";
import { backoffMs, givesUp, type QueueSettings } from "./queue.js";
import { queueOf, shortName, type Task } from "./task.js";
import type { TaskStore } from "./task-store.js";

interface Queue {
  settings: QueueSettings;
  running: number;
  /** Number of dispatches allowed right now, refilled at the queue's rate. */
  tokens: number;
  refilledAt: number;
}

const pollMs = 20;

/** Delivers due tasks within their queue's rate and concurrency, retries them, and gives up as configured. */
export class Dispatcher {
  readonly #queues = new Map<string, Queue>();
  readonly #inFlight = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly store: TaskStore,
    private readonly faults: TaskFaults,
    private readonly now: () => number,
    private readonly log: (message: string) => void,
  ) {}

  start(): void {
    this.#timer = setInterval(() => this.#poll(), pollMs);
  }

  /**
   * Stops delivering. Running tasks are not recorded as attempted, so they run again after the next start.
   */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  setQueue(name: string, settings: QueueSettings): void {
    const queue = this.#queues.get(name);
    if (queue) queue.settings = settings;
    else this.#queues.set(name, { settings, running: 0, tokens: 1, refilledAt: this.now() });
  }

  hasQueue(name: string): boolean {
    return this.#queues.has(name);
  }

  get queueNames(): string[] {
    return [...this.#queues.keys()];
  }

  #poll(): void {
    const now = this.now();
    for (const queue of this.#queues.values()) refill(queue, now);
    const due = this.store
      .all()
      .filter((task) => task.dueAt <= now && !this.#inFlight.has(task.name))
      .sort((a, b) => a.dueAt - b.dueAt);
    for (const task of due) {
      const name = queueOf(task.name);
      const queue = this.#queues.get(name);
      if (!queue || this.faults.holds(shortName(name))) continue;
      if (queue.running >= queue.settings.maxConcurrentDispatches || queue.tokens < 1) continue;
      queue.tokens -= 1;
      void this.#dispatch(task, queue);
    }
  }

  async #dispatch(task: Task, queue: Queue): Promise<void> {
    const queueName = shortName(queueOf(task.name));
    if (this.faults.take("drop", queueName)) {
      this.log(`${shortName(task.name)}: lost on purpose`);
      this.store.remove(task.name);
      return;
    }
    this.#inFlight.add(task.name);
    queue.running += 1;
    task.dispatchCount += 1;
    task.firstAttemptAt ??= this.now();
    const twice = this.faults.take("deliverTwice", queueName);
    const copies = [deliver(task, queue.settings), ...(twice ? [deliver(task, queue.settings)] : [])];
    const [status] = await Promise.all(copies);
    this.#inFlight.delete(task.name);
    queue.running -= 1;
    this.#settle(task, queue.settings, status);
  }

  #settle(task: Task, settings: QueueSettings, status: number | undefined): void {
    if (this.#stopped) return;
    const id = `${shortName(queueOf(task.name))} ${shortName(task.name)}`;
    if (status !== undefined) {
      task.responseCount += 1;
      task.lastStatus = status;
      if (status >= 200 && status < 300) return this.store.remove(task.name);
    }
    this.log(`${id}: attempt ${task.dispatchCount} answered ${status ?? "nothing"}`);
    if (givesUp(settings, task.dispatchCount, this.now() - (task.firstAttemptAt ?? 0))) {
      this.log(`${id}: gave up`);
      return this.store.remove(task.name);
    }
    task.dueAt = this.now() + backoffMs(settings, task.dispatchCount);
    this.store.save(task);
  }
}

function refill(queue: Queue, now: number): void {
  const rate = queue.settings.maxDispatchesPerSecond;
  const earned = (rate * (now - queue.refilledAt)) / 1000;
  queue.tokens = Math.min(Math.max(1, rate), queue.tokens + earned);
  queue.refilledAt = now;
}

/** Calls a task's handler once. @returns the HTTP status, or undefined if no answer came in time */
async function deliver(task: Task, settings: QueueSettings): Promise<number | undefined> {
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
