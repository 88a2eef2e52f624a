import type { EnqueueOptions, TaskName, TaskPayload, TaskQueue } from "../../ports/task-queue.js";
import { AppError } from "../../common/errors.js";

type Enqueued = { [K in TaskName]: { name: K; payload: TaskPayload<K>; options: EnqueueOptions } }[TaskName];

/** Records enqueued tasks, each id only once. */
export class MemoryQueue implements TaskQueue {
  readonly tasks: Enqueued[] = [];
  isDown = false;

  async enqueue<K extends TaskName>(name: K, payload: TaskPayload<K>, options: EnqueueOptions = {}) {
    if (this.isDown) throw new AppError("unavailable", "The task queue is not responding.");
    if (options.id !== undefined && this.tasks.some((task) => task.options.id === options.id)) return;
    this.tasks.push({ name, payload, options } as Enqueued);
  }

  of<K extends TaskName>(name: K): TaskPayload<K>[] {
    return this.tasks.filter((task) => task.name === name).map((task) => task.payload as TaskPayload<K>);
  }
}
