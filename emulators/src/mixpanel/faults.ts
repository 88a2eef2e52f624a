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

type AnswerFaultKind = (typeof answerFaults)[number];
type LineFaultKind = (typeof lineFaults)[number];
type FaultKind = AnswerFaultKind | LineFaultKind | (typeof profileFaults)[number];

export type Fault = {
  id: number;
  /** Null for every project. */
  projectId: number | null;
  /** The name used in the journal (`export`, `events/names`, `me`…), or `*`. */
  endpoint: string;
  kind: FaultKind;
  /** Number of requests it still affects; null until it is deleted. */
  count: number | null;
  /** terminated-early, cut-mid-line, invalid-json: number of complete lines sent before it happens. */
  afterLines: number;
  /** Changes every nth line. */
  every: number;
  /** late-events, hot-shard: share of the rows, 0–1. */
  share: number;
  /** late-events: the number of newest days that lack rows. */
  days: number;
  /** silent-event: when it stopped, in milliseconds since 1970. */
  since: number;
  delayMs: number;
  status: number;
  retryAfter: number;
  event: string | null;
  property: string | null;
};

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

/**
 * Parses a fault from the body of `POST /_faults`.
 * @throws TypeError that says which field is invalid
 */
export function parseFault(body: unknown): Omit<Fault, "id"> {
  if (typeof body !== "object" || body === null) throw new TypeError("body must be a JSON object");
  const given = body as Record<string, unknown>;
  const kinds = [...answerFaults, ...lineFaults, ...profileFaults];
  const kind = kinds.find((known) => known === given["kind"]);
  if (!kind) throw new TypeError(`kind must be one of ${kinds.join(", ")}`);
  const isAnswer = answerFaults.some((known) => known === kind);
  const lasts = ["late-events", "blocked-event", "silent-event", "hot-shard", "revoked-secret"].includes(
    kind,
  );
  return {
    kind,
    projectId: given["projectId"] === undefined ? null : number(given, "projectId", 0),
    endpoint: text(given, "endpoint") ?? (isAnswer ? "*" : kind === "short-page" ? "engage" : "export"),
    count: given["count"] === undefined ? (lasts ? null : 1) : nullableNumber(given, "count"),
    afterLines: number(given, "afterLines", 10),
    every: Math.max(1, number(given, "every", 5)),
    share: number(given, "share", 0.5),
    days: number(given, "days", 2),
    since: number(given, "since", 0),
    delayMs: number(given, "delayMs", 2000),
    status: number(given, "status", 503),
    retryAfter: number(given, "retryAfter", 10),
    event: text(given, "event"),
    property: text(given, "property"),
  };
}

function number(given: Record<string, unknown>, field: string, otherwise: number): number {
  const value = given[field] ?? otherwise;
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError(`${field} must be a number`);
  return value;
}

const nullableNumber = (given: Record<string, unknown>, field: string): number | null =>
  given[field] === null ? null : number(given, field, 1);

function text(given: Record<string, unknown>, field: string): string | null {
  const value = given[field] ?? null;
  if (value !== null && typeof value !== "string") throw new TypeError(`${field} must be a string`);
  return value;
}
