import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addMs, dayMs, hourMs, minuteMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { Reconciliation } from "../billing-repository.js";
import type { Payments } from "../payments.js";
import { periodAt } from "../account/billing-period.js";
import type { UsageRecord } from "./usage-record.js";

type Deps = Pick<Dependencies, "billing" | "payments" | "clock" | "logger">;

const pageSize = 50;
/** How long to wait before comparing, because Stripe adds meter events to its summaries with a delay. */
const summaryDelayMs = hourMs;
/** How long after its end a period is still compared, so that its last day is covered. */
const previousPeriodMs = 2 * dayMs;

/**
 * Once a day, compares the rows that Stripe's meter has for each subscriber with the rows we reported.
 * Differences are logged as errors: rows that the meter lacks are never billed, surplus rows are billed
 * twice. Stops when the time is up and continues with the next call.
 * @returns the number of accounts compared
 */
export async function reconcileUsage(deps: Deps, until: Date): Promise<number> {
  const { billing, payments, clock } = deps;
  if (!payments) return 0;
  let state = await todaysState(deps);
  let compared = 0;
  while (!state.isDone) {
    const page = await billing.subscribers(state.after, pageSize);
    for (const { workspaceId, subscriptionId } of page) {
      const rows = await difference(deps, payments, workspaceId);
      state = {
        ...state,
        after: subscriptionId,
        accounts: state.accounts + 1,
        differing: state.differing + (rows === 0 ? 0 : 1),
        rows: state.rows + Math.abs(rows),
      };
      compared++;
      if (clock.now() >= until) break;
    }
    const isDone = page.length < pageSize && state.after === (page.at(-1)?.subscriptionId ?? state.after);
    const { day, accounts, differing, rows } = state;
    state = { ...state, isDone, last: isDone ? { day, accounts, differing, rows } : state.last };
    await billing.saveReconciliation(state);
    if (clock.now() >= until) break;
  }
  return compared;
}

async function todaysState({ billing, clock }: Deps): Promise<Reconciliation> {
  const stored = await billing.reconciliation();
  const day = toInstant(clock.now()).slice(0, 10);
  if (stored?.day === day) return stored;
  return { day, after: null, isDone: false, accounts: 0, differing: 0, rows: 0, last: stored?.last ?? null };
}

const rowsOf = (usages: readonly UsageRecord[]): number => usages.reduce((sum, { rows }) => sum + rows, 0);

/** How many more rows the meter has than we reported; negative if it lacks some, 0 if it can't be read. */
async function difference(deps: Deps, payments: Payments, workspaceId: WorkspaceId): Promise<number> {
  const { billing, clock, logger } = deps;
  const { customerId, subscription } = (await billing.account(workspaceId)).customer;
  if (customerId === null || subscription === null) return 0;
  const now = clock.now();
  const period = periodAt(subscription.anchorAt, addMs(now, -previousPeriodMs));
  const [from, until] = [nextMinute(period.start), lastHour(addMs(now, -summaryDelayMs))];
  if (from >= until) return 0;
  try {
    const [metered, reported, unmetered] = await Promise.all([
      payments.meteredRows(customerId, from, until),
      billing.metered(workspaceId, from, until).then(rowsOf),
      billing.unmetered(workspaceId),
    ]);
    // Attempts without a response may or may not have been counted; the sweeper will find out.
    const uncertain = rowsOf(unmetered.filter(({ meterFirstTriedAt }) => meterFirstTriedAt !== null));
    const rows = metered < reported ? metered - reported : Math.max(0, metered - reported - uncertain);
    if (rows !== 0)
      logger.error("Stripe's meter differs from our usage", { workspaceId, from, until, metered, reported });
    return rows;
  } catch (error) {
    logger.warn("could not compare usage with Stripe's meter", { workspaceId }, error);
    return 0;
  }
}

const nextMinute = (instant: string): string =>
  toInstant(new Date(Math.ceil(Date.parse(instant) / minuteMs) * minuteMs));

const lastHour = (instant: Date): string =>
  toInstant(new Date(Math.floor(instant.getTime() / hourMs) * hourMs));
