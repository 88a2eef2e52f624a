import type { BillingEstimate } from "../../contract/billing.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { checksPerMonth, monthlyCents } from "../../contract/prices/check-usage.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { runsPerMonth } from "../schedules/runs-per-month.js";
import { estimateRows } from "./estimate-rows.js";
import type { SetupRecord } from "./setup-repository.js";
import { planPrice } from "../billing/plan-price.js";

type Deps = Pick<
  Dependencies,
  "billing" | "payments" | "clock" | "logger" | "setups" | "runs" | "connections" | "schema"
>;
type SetupRows = Pick<BillingEstimate["setups"][number], "rowsPerRun" | "basis">;

/**
 * Estimates what the account's active schedules cost in an average month. Each run is assumed to have as many
 * rows as the setup's last one; before the first run, the synced schema gives an upper bound. If a setup's
 * rows are unknown, the estimate is null.
 */
export async function getBillingEstimate(deps: Deps, workspaceId: WorkspaceId): Promise<BillingEstimate> {
  const { tiers, currency } = await planPrice(deps, await deps.billing.account(workspaceId));
  const scheduled = (await allSetups(deps, workspaceId)).filter(isScheduled);
  const setups = await Promise.all(
    scheduled.map(async (setup) => ({
      setupId: setup.id,
      name: setup.name,
      runsPerMonth: runsPerMonth(toSchedule(setup), deps.clock.now()),
      ...(await rowsOf(deps, workspaceId, setup)),
    })),
  );
  const isKnown = setups.every(({ rowsPerRun }) => rowsPerRun !== null);
  const monthlyRows = isKnown
    ? checksPerMonth(setups.map(({ runsPerMonth, rowsPerRun }) => ({ runsPerMonth, checks: rowsPerRun! })))
    : null;
  return {
    setups,
    monthlyRows,
    monthlyCost: monthlyRows === null ? null : monthlyCents(tiers, monthlyRows),
    currency,
  };
}

const isScheduled = ({ status, scheduleCron }: SetupRecord) => status === "active" && scheduleCron !== "";

const toSchedule = ({ scheduleCron, includeWeekends }: SetupRecord) => ({
  cron: scheduleCron,
  includeWeekends,
});

/** How many runs are searched for the last one with a report. */
const recentRuns = 10;

async function rowsOf(deps: Deps, workspaceId: WorkspaceId, setup: SetupRecord): Promise<SetupRows> {
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

async function allSetups({ setups }: Deps, workspaceId: WorkspaceId): Promise<SetupRecord[]> {
  const found: SetupRecord[] = [];
  let cursor: string | null = null;
  do {
    const page = await setups.list(workspaceId, { limit: 100, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
