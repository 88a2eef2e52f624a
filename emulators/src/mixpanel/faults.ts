import { z } from "zod";

/** Faults that replace the answer. */
const answerFaults = [
  "rate-limit-hourly",
  "rate-limit-concurrency",
  "rate-limit-shedding",
  "server-error",
  "slow-first-byte",
  "hang",
  "revoked-secret",
  "payment-required",
  "forbidden",
  "unknown-shape",
  "html-page",
  "huge-answer",
  "endless-body",
] as const;

/** Faults in the lines of an export. */
const lineFaults = [
  "terminated-early",
  "cut-mid-line",
  "invalid-json",
  "empty-export",
  "late-events",
  "line-separator",
  "missing-distinct-id",
  "mixed-types",
  "explicit-null",
  "cut-255",
  "hot-shard",
  "blocked-event",
  "silent-event",
  "fractional-time",
  "numeric-distinct-id",
  "proto-event",
] as const;

/** Faults in a page of profiles. `numeric-distinct-id` applies to profiles too. */
const profileFaults = ["short-page"] as const;

/** Faults that stay until they are deleted, unless they have a count. */
const lastingFaults = ["late-events", "blocked-event", "silent-event", "hot-shard", "revoked-secret"];

/** The body of `POST /_faults`. */
export const faultSchema = z
  .object({
    kind: z.enum([...answerFaults, ...lineFaults, ...profileFaults]),
    /** Null for every project. */
    projectId: z.number().nullable().default(null),
    /** The name used in the journal (`export`, `events/names`, `me`…), or `*`. */
    endpoint: z.string().optional(),
    /** Number of requests it still affects; null until it is deleted. */
    count: z.number().nullable().optional(),
    /** terminated-early, cut-mid-line, invalid-json: number of complete lines sent before it happens. */
    afterLines: z.number().default(10),
    /** Changes every nth line. */
    every: z.number().min(1).default(5),
    /** late-events, hot-shard: share of the rows, 0–1. */
    share: z.number().default(0.5),
    /** late-events: the number of newest days that lack rows. */
    days: z.number().default(2),
    /** silent-event: when it stopped, in milliseconds since 1970. */
    since: z.number().default(0),
    delayMs: z.number().default(2000),
    status: z.number().default(503),
    retryAfter: z.number().default(10),
    event: z.string().nullable().default(null),
    property: z.string().nullable().default(null),
  })
  .transform(({ kind, endpoint, count, ...fault }) => ({
    ...fault,
    kind,
    endpoint: endpoint ?? usualEndpoint(kind),
    count: count === undefined ? (lastingFaults.includes(kind) ? null : 1) : count,
  }));

export type Fault = z.output<typeof faultSchema> & { id: number };

function usualEndpoint(kind: string): string {
  if (answerFaults.some((known) => known === kind)) return "*";
  return kind === "short-page" ? "engage" : "export";
}

/** The active faults, oldest first. Tests set them over HTTP. */
export class FaultBoard {
  #faults: Fault[] = [];
  #nextId = 1;

  add(fault: Omit<Fault, "id">): Fault {
    const added = { ...fault, id: this.#nextId++ };
    this.#faults.push(added);
    return added;
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** Returns the faults that affect a request and counts each of them down by one. */
  take(projectId: number | null, endpoint: string): Fault[] {
    const hit = this.#faults.filter(
      (fault) =>
        (fault.projectId === null || fault.projectId === projectId) &&
        (fault.endpoint === "*" || fault.endpoint === endpoint),
    );
    for (const fault of hit) if (fault.count !== null) fault.count--;
    this.#faults = this.#faults.filter(({ count }) => count === null || count > 0);
    return hit;
  }

  /**
   * The instant from which an event is missing everywhere: always for a blocked event, from `since` for a silent one.
   * Infinity if it isn't. Doesn't count the fault down.
   */
  silentFrom(projectId: number, event: string): number {
    const from = this.#faults
      .filter((fault) => fault.event === event && (fault.projectId ?? projectId) === projectId)
      .flatMap(({ kind, since }) =>
        kind === "blocked-event" ? [-Infinity] : kind === "silent-event" ? [since] : [],
      );
    return Math.min(Infinity, ...from);
  }
}
