import { addMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { requestBudget, type BudgetKind, type RequestBudget } from "../mixpanel/request-budget.js";
import { RunLostError } from "./run-failure.js";
import type { RunRecord } from "./run-record.js";
import { requestsPerRun } from "./run-timing.js";
import { watchLease, type LeaseWatch } from "./watch-lease.js";

type Parts = Pick<Dependencies, "runs" | "clock" | "timing" | "logger">;

/** A run while a worker holds it: its record, and the only way to change it. */
export class HeldRun {
  readonly #deps: Parts;
  readonly #owner: string;
  readonly #watch: LeaseWatch;
  #record: RunRecord;
  /** Counts the requests made on behalf of the run, over all its tries. */
  readonly budget: RequestBudget;

  constructor(
    deps: Parts,
    readonly uid: string,
    record: RunRecord,
    owner: string,
  ) {
    this.#deps = deps;
    this.#record = record;
    this.#owner = owner;
    this.budget = this.#countingBudget();
    this.#watch = watchLease(deps.timing, deps.logger.with({ uid, runId: record.id }), {
      check: async () => void this.assertMine(await deps.runs.find(uid, record.id)),
      renew: async () => void (await this.change({})),
    });
  }

  get record(): RunRecord {
    return this.#record;
  }

  get signal(): AbortSignal {
    return this.#watch.signal;
  }

  /** Says what is being done, and renews the lease. */
  async step(step: string, done = 0, total: number | null = null): Promise<void> {
    await this.change({ progress: { step, done, total } });
  }

  /** Progress within a step, written with the next renewal. */
  progress(done: number, total: number | null): void {
    this.#record = { ...this.#record, progress: { ...this.#record.progress, done, total } };
  }

  /**
   * Changes the record, and renews the lease.
   * @throws RunLostError when the run was cancelled, deleted or taken over
   */
  async change(change: Partial<RunRecord>): Promise<RunRecord> {
    this.signal.throwIfAborted();
    const { runs, clock, timing } = this.#deps;
    const expiresAt = toInstant(addMs(clock.now(), timing.leaseMs));
    this.#record = await runs.transact(this.uid, async (tx) => {
      const stored = this.assertMine(await tx.run(this.#record.id));
      const changed: RunRecord = {
        ...stored,
        progress: this.#record.progress,
        spent: this.#record.spent,
        lease: { owner: this.#owner, expiresAt },
        wakeAt: expiresAt,
        ...change,
      };
      tx.saveRun(changed);
      return changed;
    });
    this.#watch.renewed();
    return this.#record;
  }

  /** @throws RunLostError unless the stored run is still this worker's */
  assertMine(stored: RunRecord | null): RunRecord {
    if (stored?.status === "running" && stored.lease?.owner === this.#owner) return stored;
    throw new RunLostError(`run ${this.#record.id} is no longer this worker's`);
  }

  stop(): void {
    this.#watch.stop();
  }

  #countingBudget(): RequestBudget {
    const { spent } = this.#record;
    const left = requestBudget({
      query: Math.max(0, requestsPerRun.query - spent.query),
      export: Math.max(0, requestsPerRun.export - spent.export),
    });
    return {
      spend: (kind: BudgetKind) => {
        left.spend(kind);
        const { spent } = this.#record;
        this.#record = { ...this.#record, spent: { ...spent, [kind]: spent[kind] + 1 } };
      },
    };
  }
}
