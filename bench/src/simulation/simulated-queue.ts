import type {
  EnqueueOptions,
  TaskName,
  TaskPayload,
  TaskQueue,
} from "../../../functions/src/ports/task-queue.js";
import { deployed } from "../cost/deployed.js";
import type { VirtualTime } from "./virtual-time.js";

/** Startup time of an instance; every task is assumed to start one. */
const startMs = 1_500;
const retryMs = 30_000;
const maxTries = 3;

type Task = { name: TaskName; payload: unknown; tries: number };
type Lane = { waiting: Task[]; atOnce: number; working: number; tasks: number; busyMs: number };
type Handler = (name: TaskName, payload: unknown, retryCount: number) => Promise<void>;

/**
 * Simulates Cloud Tasks: queues with their deployed limits, oldest tasks first, each name only once, failed tasks
 * retried.
 */
export class SimulatedQueue implements TaskQueue {
  readonly lanes = new Map<TaskName, Lane>();
  readonly #names = new Set<string>();

  constructor(
    readonly time: VirtualTime,
    readonly handle: Handler,
    /** Caps concurrent tasks below the deployed limit, for a small simulation. */
    readonly maxAtOnce = Infinity,
  ) {}

  async enqueue<K extends TaskName>(
    name: K,
    payload: TaskPayload<K>,
    options: EnqueueOptions = {},
  ): Promise<void> {
    if (options.id !== undefined) {
      if (this.#names.has(options.id)) return;
      this.#names.add(options.id);
    }
    const waitMs = (options.notBefore?.getTime() ?? 0) - this.time.now().getTime();
    this.#enqueueLater({ name, payload, tries: 0 }, Math.max(0, waitMs));
  }

  #enqueueLater(task: Task, waitMs: number): void {
    // Not a sleep of the caller, which doesn't wait for the task.
    this.time.later(() => {
      this.#lane(task.name).waiting.push(task);
      this.#dispatch(task.name);
    }, waitMs);
  }

  #dispatch(name: TaskName): void {
    const lane = this.#lane(name);
    while (lane.working < lane.atOnce && lane.waiting.length > 0) {
      const task = lane.waiting.shift()!;
      lane.working++;
      lane.tasks++;
      this.time.start(async () => {
        const startedAt = this.time.now().getTime();
        await this.time.sleep(startMs);
        try {
          await this.handle(name, task.payload, task.tries);
        } catch {
          if (++task.tries < maxTries) this.#enqueueLater(task, retryMs);
        } finally {
          lane.busyMs += this.time.now().getTime() - startedAt;
          lane.working--;
          this.#dispatch(name);
        }
      });
    }
  }

  #lane(name: TaskName): Lane {
    let lane = this.lanes.get(name);
    const atOnce = Math.min(this.maxAtOnce, deployed(name).atOnce);
    if (!lane) this.lanes.set(name, (lane = { waiting: [], atOnce, working: 0, tasks: 0, busyMs: 0 }));
    return lane;
  }
}
