import { addMs, toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { requestBudget, type BudgetKind, type RequestBudget } from "../../../ports/request-budget.js";
import { LeaseLostError } from "../run-failure.js";
import type { RunRecord } from "../run-record.js";
import { requestsPerRun } from "./run-timing.js";
import { watchLease, type LeaseWatch } from "./watch-lease.js";

type Deps = Pick<Dependencies, "runs" | "clock" | "timing" | "logger">;

/** A run that this worker has leased: its record, and the only way to change it. */
export class LeasedRun {
  readonly #watch: LeaseWatch;
  #record: RunRecord;
  /** Counts the run's requests to Mixpanel over all its attempts. */
  readonly budget: RequestBudget;
  /** When this task stops reading from Mixpanel, so that it has time for the rest. */
  readonly readsUntil: Date;

  constructor(
    private readonly deps: Deps,
    readonly workspaceId: WorkspaceId,
    record: RunRecord,
    private readonly owner: string,
  ) {
    this.#record = record;
    this.budget = this.#countingBudget();
    this.readsUntil = addMs(deps.clock.now(), deps.timing.readingMs);
    this.#watch = watchLease(deps.timing, deps.logger.with({ workspaceId, runId: record.id }), {
      check: async () => void this.assertLeaseOwner(await deps.runs.find(workspaceId, record.id)),
      renew: async () => void (await this.change({})),
    });
  }

  get record(): RunRecord {
    return this.#record;
  }

  get signal(): AbortSignal {
    return this.#watch.signal;
  }

  /** Shows the current step to the user and renews the lease. */
  async step(step: string, done = 0, total: number | null = null): Promise<void> {
    await this.change({ progress: { step, done, total } });
  }

  /** Sets the progress within a step. It is stored with the next renewal. */
  progress(done: number, total: number | null): void {
    this.#record = { ...this.#record, progress: { ...this.#record.progress, done, total } };
  }

  /**
   * Changes the record, and renews the lease.
   * @throws LeaseLostError when the run was cancelled, deleted or taken over
   */
  async change(change: Partial<RunRecord>): Promise<RunRecord> {
    this.signal.throwIfAborted();
    const { runs, clock, timing } = this.deps;
    const expiresAt = toInstant(addMs(clock.now(), timing.leaseMs));
    const saved = await runs.transact(this.workspaceId, async (tx) => {
      const stored = this.assertLeaseOwner(await tx.run(this.#record.id));
      const changed: RunRecord = {
        ...stored,
        progress: this.#record.progress,
        requestsUsed: this.#record.requestsUsed,
        lease: { owner: this.owner, expiresAt },
        nextSweepAt: expiresAt,
        ...change,
      };
      tx.saveRun(changed);
      return changed;
    });
    // Requests made while it was being saved are stored with the next change.
    this.#record = { ...saved, requestsUsed: this.#record.requestsUsed };
    this.#watch.renewed();
    return this.#record;
  }

  /** @throws LeaseLostError unless this worker still has the lease */
  assertLeaseOwner(stored: RunRecord | null): RunRecord {
    if (stored?.status === "running" && stored.lease?.owner === this.owner) return stored;
    throw new LeaseLostError(`run ${this.#record.id} is no longer leased to this worker`);
  }

  stop(): void {
    this.#watch.stop();
  }

  #countingBudget(): RequestBudget {
    const { requestsUsed } = this.#record;
    const left = requestBudget({
      query: Math.max(0, requestsPerRun.query - requestsUsed.query),
      export: Math.max(0, requestsPerRun.export - requestsUsed.export),
    });
    return {
      spend: (kind: BudgetKind) => {
        left.spend(kind);
        const { requestsUsed } = this.#record;
        this.#record = { ...this.#record, requestsUsed: { ...requestsUsed, [kind]: requestsUsed[kind] + 1 } };
      },
    };
  }
}
