/** Faults for tests. `POST /_faults` replaces them all, `{}` clears them. */
export interface FaultState {
  /** How many of the next tasks are delivered twice, both at the same moment. */
  deliverTwice: number;
  /** How many of the next tasks are lost: removed without calling their handler. */
  drop: number;
  /** How many of the next create calls answer 503. */
  failCreates: number;
  /** While true, nothing is delivered. */
  hold: boolean;
  /** The short name of the only affected queue; absent for all. */
  queue?: string;
}

type Countdown = "deliverTwice" | "drop" | "failCreates";

export class TaskFaults {
  #state: FaultState = none();

  get state(): Readonly<FaultState> {
    return this.#state;
  }

  set(wanted: Record<string, unknown>): void {
    this.#state = { ...none(), ...wanted };
  }

  holds(queue: string): boolean {
    return this.#state.hold && this.#concerns(queue);
  }

  /** Whether this fault applies now; each use counts it down. */
  take(fault: Countdown, queue: string): boolean {
    if (this.#state[fault] <= 0 || !this.#concerns(queue)) return false;
    this.#state[fault] -= 1;
    return true;
  }

  #concerns(queue: string): boolean {
    return this.#state.queue === undefined || this.#state.queue === queue;
  }
}

const none = (): FaultState => ({ deliverTwice: 0, drop: 0, failCreates: 0, hold: false });
