/** What goes wrong on purpose. `POST /_faults` replaces all of it, `{}` clears it. */
export interface FaultState {
  /** So many of the next tasks are delivered twice, the second time at the same moment. */
  deliverTwice: number;
  /** So many of the next deliveries are lost: the task is forgotten and its handler never called. */
  drop: number;
  /** So many of the next create calls answer 503. */
  failCreates: number;
  /** Nothing is delivered until this is false again. */
  hold: boolean;
  /** Only tasks of the queue with this short name are affected; all when absent. */
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

  /** Whether this fault strikes now; using it counts it down. */
  strikes(fault: Countdown, queue: string): boolean {
    if (this.#state[fault] <= 0 || !this.#concerns(queue)) return false;
    this.#state[fault] -= 1;
    return true;
  }

  #concerns(queue: string): boolean {
    return this.#state.queue === undefined || this.#state.queue === queue;
  }
}

const none = (): FaultState => ({ deliverTwice: 0, drop: 0, failCreates: 0, hold: false });
