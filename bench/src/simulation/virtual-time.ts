import { AsyncLocalStorage } from "node:async_hooks";

type Timer = {
  at: number;
  call: () => void;
  everyMs: number | null;
  isOver: boolean;
  worker: Worker | undefined;
};
/** Work in progress; `sleeping` counts the timers it waits for. */
type Worker = { sleeping: number };

/** Work that computes for longer than this must be waiting for something other than a timer. */
const longestComputingMs = 60_000;

/**
 * Time that stands still while any work computes, and then jumps to the next timer. During `run`, it replaces
 * `setTimeout`, `setInterval` and `Date.now` for the whole process.
 */
export class VirtualTime {
  #now: number;
  #timers: Timer[] = [];
  readonly #workers = new Set<Worker>();
  readonly #current = new AsyncLocalStorage<Worker>();

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now = (): Date => new Date(this.#now);

  sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  /** Schedules a call that no worker waits for. */
  later(call: () => void, ms: number): void {
    this.#current.exit(() => this.#add(call, ms, null));
  }

  /** Starts work. Time stands still unless all work in progress waits for timers. */
  start(work: () => Promise<void>): void {
    const worker: Worker = { sleeping: 0 };
    this.#workers.add(worker);
    void this.#current.run(worker, work).finally(() => this.#workers.delete(worker));
  }

  /** Runs timers in order until the given instant. */
  async run(until: Date, begin: () => void): Promise<void> {
    const real = { setTimeout, setInterval, clearTimeout, clearInterval };
    const realNow = Date.now;
    const add = (call: () => void, ms: number, everyMs: number | null) => this.#add(call, ms, everyMs);
    const clear = (timer?: { timer: Timer }) => {
      if (timer) this.#end(timer.timer);
    };
    Object.assign(globalThis, {
      setTimeout: (call: () => void, ms = 0) => add(call, ms, null),
      setInterval: (call: () => void, ms = 0) => add(call, ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    });
    Date.now = () => this.#now;
    try {
      begin();
      await this.#settle();
      while (this.#timers[0] && this.#timers[0].at <= until.getTime()) {
        const timer = this.#pop();
        if (timer.isOver) continue;
        this.#now = Math.max(this.#now, timer.at);
        if (timer.everyMs === null) this.#end(timer);
        else this.#push({ ...timer, at: timer.at + timer.everyMs }, timer);
        if (timer.worker) this.#current.run(timer.worker, timer.call);
        else this.#current.exit(timer.call);
        await this.#settle();
      }
    } finally {
      Object.assign(globalThis, real);
      Date.now = realNow;
    }
  }

  #add(call: () => void, ms: number, everyMs: number | null) {
    const worker = this.#current.getStore();
    const timer: Timer = { at: this.#now + ms, call, everyMs, isOver: false, worker };
    if (everyMs === null && worker) worker.sleeping++;
    this.#push(timer);
    return { timer, unref: () => undefined, ref: () => undefined };
  }

  #end(timer: Timer): void {
    if (!timer.isOver && timer.everyMs === null && timer.worker) timer.worker.sleeping--;
    timer.isOver = true;
  }

  async #settle(): Promise<void> {
    for (const from = performance.now(); ;) {
      await new Promise(setImmediate);
      if (![...this.#workers].some(({ sleeping }) => sleeping === 0)) return;
      if (performance.now() - from > longestComputingMs)
        throw new Error("a worker is waiting for something other than a timer");
    }
  }

  /**
   * Adds to a heap with the earliest timer first. A repeating timer stays the same object, so that it can be cleared.
   */
  #push(timer: Timer, same: Timer = timer): void {
    const added = Object.assign(same, timer);
    const heap = this.#timers;
    let at = heap.push(added) - 1;
    for (
      let parent = (at - 1) >> 1;
      at > 0 && heap[parent]!.at > added.at;
      at = parent, parent = (at - 1) >> 1
    )
      [heap[at], heap[parent]] = [heap[parent]!, added];
  }

  #pop(): Timer {
    const heap = this.#timers;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = right < heap.length && heap[right]!.at < heap[left]!.at ? right : left;
      if (child >= heap.length || heap[child]!.at >= last.at) return first;
      [heap[at], heap[child]] = [heap[child]!, last];
      at = child;
    }
  }
}
