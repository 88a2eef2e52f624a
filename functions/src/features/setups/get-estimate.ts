import type { BillingEstimate } from "../../contract/billing.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { type BilledSchedule, checksCents, monthlyCost } from "../../contract/prices/check-usage.js";
import { type PriceTier, tierCosts, totalCents } from "../../contract/prices/tier-costs.js";
import { runsPerMonth } from "../../contract/prices/runs-per-month.js";
import { allItems } from "../../common/page.js";
import { dayMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { estimateRows } from "./estimate-rows.js";
import type { SetupRecord } from "./setup-repository.js";
import { currentPeriod } from "../billing/get-summary.js";
import { planPrice } from "../billing/plan-price.js";

type SetupRows = Pick<BillingEstimate["setups"][number], "rowsPerRun" | "basis">;

/**
 * Estimates what the account's active schedules cost in an average month. Each run is assumed to have as many
 * rows as the setup's last one; before the first run, the synced schema gives an upper bound. If a setup's
 * rows are unknown, the estimate is null.
 */
export async function getBillingEstimate(
  deps: Dependencies,
  workspaceId: WorkspaceId,
): Promise<BillingEstimate> {
  const account = await deps.billing.account(workspaceId);
  const { tiers, currency } = await planPrice(deps, account);
  const scheduled = (await allItems((page) => deps.setups.list(workspaceId, page))).filter(isScheduled);
  const setups = await Promise.all(
    scheduled.map(async (setup) => {
      const rows = await rowsOf(deps, workspaceId, setup);
      const isKnown = rows.rowsPerRun !== null;
      return {
        setupId: setup.id,
        name: setup.name,
        runsPerMonth: runsPerMonth(setup.scheduleCron, setup.includeWeekends) ?? 0,
        ...rows,
        monthlyCost: isKnown
          ? checksCents(tiers, monthlyCost(tiers, [scheduleOf(setup, rows)]).checks)
          : null,
      };
    }),
  );
  const isKnown = setups.every(({ rowsPerRun }) => rowsPerRun !== null);
  const schedules = scheduled.map((setup, index) => scheduleOf(setup, setups[index]!));
  const month = isKnown ? monthlyCost(tiers, schedules) : null;
  const period = isKnown ? currentPeriod(deps, account) : null;
  return {
    setups,
    monthlyRows: month?.checks ?? null,
    monthlyCost: month?.cents ?? null,
    forecast: period && (await forecastOf(deps, workspaceId, tiers, schedules, period)),
    currency,
  };
}

const isScheduled = ({ status, scheduleCron }: SetupRecord) => status === "active" && scheduleCron !== "";

const scheduleOf = (
  { scheduleCron: cron, includeWeekends }: SetupRecord,
  { rowsPerRun }: Pick<SetupRows, "rowsPerRun">,
): BilledSchedule => ({ cron, includeWeekends, checks: rowsPerRun ?? 0 });

/** What the current period will have billed at its end, if runs go on at the schedules' pace. */
async function forecastOf(
  { billing, clock }: Dependencies,
  workspaceId: WorkspaceId,
  tiers: readonly PriceTier[],
  schedules: readonly BilledSchedule[],
  { start, end }: { start: string; end: string },
): Promise<{ rows: number; cents: number }> {
  const remaining = (Date.parse(end) - clock.now().getTime()) / averageMonthMs;
  const billed = await billing.billedRows(workspaceId, start);
  const rows = billed + Math.round(remaining * monthlyCost(tiers, schedules).checks);
  return { rows, cents: totalCents(tierCosts(tiers, rows)) };
}

const averageMonthMs = (365 / 12) * dayMs;

/** How many runs are searched for the last one with a report. */
const recentRuns = 10;

async function rowsOf(deps: Dependencies, workspaceId: WorkspaceId, setup: SetupRecord): Promise<SetupRows> {
  const { items } = await deps.runs.listShown(workspaceId, { limit: recentRuns }, setup.id);
  const last = items.find(({ rowsAnalysed }) => rowsAnalysed !== null);
  if (last) return { rowsPerRun: last.rowsAnalysed, basis: "last-run" };
  const { connectionId, selectedDetectors } = setup;
  if ((await deps.connections.find(workspaceId, connectionId)) === null) return unknownRows;
  const detectors = selectedDetectors.map(({ key }) => key);
  const { rowsPerRun } = await estimateRows(deps, workspaceId, { connectionId, detectors });
  return rowsPerRun === null ? unknownRows : { rowsPerRun, basis: "at-most" };
}

const unknownRows: SetupRows = { rowsPerRun: null, basis: "unknown" };
