import { Failure } from "./http/failure.js";
import type { Budget } from "./projects.js";

const HOUR_MS = 3_600_000;
const MORE = "For more information, please consult https://developer.mixpanel.com/reference/rate-limits";

/** One project's rolling hourly windows and concurrency, for queries and for exports. */
export class BudgetKeeper {
  #queryTimes: number[] = [];
  #exportTimes: number[] = [];
  #runningQueries = 0;
  #runningExports = 0;

  constructor(
    readonly projectId: number,
    readonly budget: Budget,
    readonly now: () => number,
  ) {}

  /**
   * Counts a query; call the returned function when it has ended.
   * @throws Failure 429 with Mixpanel's headers if the hourly or the concurrency limit is used up
   */
  startQuery(request: string): () => void {
    this.#queryTimes = recent(this.#queryTimes, this.now());
    const { queriesPerHour, concurrentQueries } = this.budget;
    if (this.#runningQueries >= concurrentQueries) throw this.concurrencyTrip(request);
    if (this.#queryTimes.length >= queriesPerHour) throw this.hourlyTrip(request);
    this.#queryTimes.push(this.now());
    this.#runningQueries++;
    return once(() => this.#runningQueries--);
  }

  /**
   * @throws Failure 429; the body's wording for exports is an older one, because the current one is not
   *   documented
   */
  startExport(): () => void {
    this.#exportTimes = recent(this.#exportTimes, this.now());
    const { exportsPerHour, exportsPerSecond, concurrentExports } = this.budget;
    if (this.#runningExports >= concurrentExports) throw this.exportTrip(10);
    if (this.#exportTimes.length >= exportsPerHour) {
      throw this.exportTrip(this.#secondsUntilFree(this.#exportTimes));
    }
    const lastSecond = this.#exportTimes.filter((time) => time > this.now() - 1000);
    if (lastSecond.length >= exportsPerSecond) throw this.exportTrip(1);
    this.#exportTimes.push(this.now());
    this.#runningExports++;
    return once(() => this.#runningExports--);
  }

  hourlyTrip(request: string): Failure {
    const { queriesPerHour, concurrentQueries } = this.budget;
    const seconds = this.#secondsUntilFree(this.#queryTimes);
    const free = Math.max(0, concurrentQueries - this.#runningQueries);
    return this.#queryTrip(
      request,
      `rate limit (${queriesPerHour + 1}/${queriesPerHour} queries running in the last hour)`,
      seconds,
      `"project";r=0;t=${seconds}, "project-concurrency";r=${free}`,
    );
  }

  concurrencyTrip(request: string): Failure {
    const { queriesPerHour, concurrentQueries } = this.budget;
    const left = Math.max(0, queriesPerHour - this.#queryTimes.length);
    return this.#queryTrip(
      request,
      `concurrency limit (${concurrentQueries + 1}/${concurrentQueries} queries running concurrently)`,
      10,
      `"project";r=${left}, "project-concurrency";r=0;t=10`,
    );
  }

  /** Mixpanel's answer when it is overloaded: 429 without rate-limit headers. */
  loadShedding(): Failure {
    const error = `Query rate limit exceeded for project_id: ${this.projectId} ${MORE}`;
    return new Failure(429, error, {}, JSON.stringify({ error }));
  }

  exportTrip(seconds: number): Failure {
    const error = "too many export requests in progress for this project";
    return new Failure(429, error, { "Retry-After": String(seconds) }, JSON.stringify({ error }));
  }

  state(): Record<string, number> {
    return {
      queriesLastHour: recent(this.#queryTimes, this.now()).length,
      runningQueries: this.#runningQueries,
      exportsLastHour: recent(this.#exportTimes, this.now()).length,
      runningExports: this.#runningExports,
    };
  }

  #queryTrip(request: string, what: string, seconds: number, limit: string): Failure {
    const { queriesPerHour, concurrentQueries } = this.budget;
    const error = `Query rate limit exceeded for project_id: ${this.projectId}. This request exceeded the ${what}. ${MORE}`;
    const headers = {
      "Retry-After": String(seconds),
      "RateLimit-Policy": `"project";q=${queriesPerHour};w=3600, "project-concurrency";q=${concurrentQueries};qu="concurrent-requests"`,
      RateLimit: limit,
    };
    return new Failure(429, error, headers, JSON.stringify({ request, error }));
  }

  #secondsUntilFree(times: readonly number[]): number {
    const oldest = times[0] ?? this.now();
    return Math.max(1, Math.ceil((oldest + HOUR_MS - this.now()) / 1000));
  }
}

const recent = (times: readonly number[], now: number): number[] =>
  times.filter((time) => time > now - HOUR_MS);

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
