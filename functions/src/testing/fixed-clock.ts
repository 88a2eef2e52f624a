import type { Clock } from "../common/clock.js";
import type { Ids } from "../common/ids.js";

/** A clock that changes only when a test moves it. */
export class FixedClock implements Clock {
  #now: Date;

  constructor(now: string) {
    this.#now = new Date(now);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }

  set(now: string): void {
    this.#now = new Date(now);
  }
}

/** `id-1`, `id-2`, … */
export const countingIds = (): Ids => {
  let count = 0;
  return { next: () => `id-${++count}` };
};
