import { describe, expect, it } from "vitest";
import { addMs, dayMs, hourMs, toInstant } from "../../../common/time.js";
import { monthlyCost } from "../../../contract/prices/check-usage.js";
import { standardTiers } from "../../../contract/prices/tier-costs.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { deliver, runsOf, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import type { Payments } from "../../billing/payments.js";
import { meterEvents } from "../../billing/usage/report-usage.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { nextRunAt } from "../../schedules/next-run.js";
import { getBillingEstimate } from "../../setups/get-estimate.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import { lastCompleteDay } from "../steps/required-data.js";
import { countRows } from "./finish-run.js";
import { deleteRun } from "./delete-run.js";
import { startRun } from "./start-run.js";

type Run = Parameters<typeof countRows>[0];
type Detectors = Parameters<typeof countRows>[1];

const runOf = (lastDay: string, trigger: Run["trigger"] = "scheduled", projectId = "1"): Run =>
  ({ trigger, plan: { lastDay, region: "us" }, setup: { connection: { projectId } } }) as Run;
const detectors: Detectors = [
  { id: "event_count_change", severity: "normal", totalRows: 40 },
  { id: "event_stopped", severity: "alert", totalRows: 60 },
];

describe("a run's rows count", () => {
  it.each([
    ["0 9 * * *", true],
    ["0 * * * *", true],
    ["*/15 9-17 * * 1-5", true],
    ["0 6,18 * * *", false],
    ["0 9 * * 1", true],
    ["30 9 1 * *", true],
  ])("as many in a year of '%s' (weekends: %s) as every screen's price says", (cron, includeWeekends) => {
    const schedule = { cron, includeWeekends, timeZone: "America/New_York" };
    const from = new Date("2026-03-01T05:00:00Z");
    const end = addMs(from, 365 * dayMs);
    let [billed, tested, after]: [number, SetupRecord["tested"], Date] = [0, null, addMs(from, -1)];
    for (let next; (next = nextRunAt({ ...schedule, after })) && next < end; after = next) {
      const counted = countRows(runOf(lastCompleteDay(schedule.timeZone, next)), detectors, tested);
      billed += counted.rows;
      tested = counted.tested;
    }
    const month = monthlyCost(standardTiers, [{ cron, includeWeekends, checks: 100 }]);
    // The calendar's year may have one day of a kind more or less than an average one.
    expect(Math.abs(billed - month.checks * 12)).toBeLessThanOrEqual(100 + 12);
  });

  it("as much hourly as daily, and a seventh of it weekly", () => {
    const priceOf = (cron: string) =>
      monthlyCost(standardTiers, [{ cron, includeWeekends: true, checks: 3_348 }]);
    expect(priceOf("0 * * * *")).toEqual(priceOf("0 9 * * *"));
    expect(priceOf("0 9 * * *")).toEqual({ checks: 101_835, cents: 19_084 });
    expect(priceOf("0 9 * * 1").checks).toBe(Math.round(101_835 / 7));
  });

  it("once for each check and day, again only by hand, and anew in another project", () => {
    const { tested } = countRows(runOf("2026-11-17"), detectors, null);
    const again = (run: Run) => countRows(run, detectors, tested).rows;
    expect(again(runOf("2026-11-17"))).toBe(0);
    expect(again(runOf("2026-11-16"))).toBe(0);
    expect(again(runOf("2026-11-18"))).toBe(100);
    expect(again(runOf("2026-11-17", "manual"))).toBe(100);
    expect(again(runOf("2026-11-17", "scheduled", "2"))).toBe(100);
  });

  it("when a check that had failed succeeds, for that check alone", () => {
    const failed = [detectors[0]!, { ...detectors[1]!, severity: "failed" as const, totalRows: 0 }];
    const first = countRows(runOf("2026-11-17"), failed, null);
    expect(first.rows).toBe(40);
    expect(countRows(runOf("2026-11-17"), detectors, first.tested).rows).toBe(60);
  });
});

it("bills and meters two days of an hourly setup as two daily runs, even if the run that tested the day is deleted", async () => {
  const deps = await runWorld(["event_count_change"], { scheduleCron: "0 * * * *" });
  const metered: number[] = [];
  const payments = {
    meter: async ({ rows }: { rows: number }) => (metered.push(rows), "counted"),
    meteredRows: async () => metered.reduce((sum, rows) => sum + rows, 0),
  } as Partial<Payments> as Payments;
  Object.assign(deps, { payments, meterEvents: meterEvents({ ...deps, payments }) });
  await deps.billing.linkCustomer(workspaceId, "cus_1");
  const billing = { ...initialBilling, freeQuotaUsed: 1, hasPaymentMethod: true };
  deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
  const passHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      await deps.setups.update(workspaceId, setupId, () => ({ nextRunAt: toInstant(deps.clock.now()) }));
      await everyMinute(deps);
      await deliver(deps);
      deps.clock.advance(hourMs);
    }
  };
  await passHours(3);
  const [, , first] = await runsOf(deps);
  const rows = first!.rowsAnalysed!;
  expect(rows).toBeGreaterThan(0);
  await deleteRun(deps, workspaceId, first!.id);
  await passHours(21);
  const runs = await runsOf(deps);
  expect(runs).toHaveLength(23);
  expect(runs.every(({ rowsAnalysed }) => rowsAnalysed === rows)).toBe(true);
  expect(runs.map(({ rowsCounted }) => rowsCounted).filter(Boolean)).toEqual([rows]);
  const { items: usage } = await deps.billing.usage(workspaceId, { limit: 100 });
  expect(usage.map((record) => record.rows)).toEqual([rows, rows]);
  expect(metered).toEqual([rows, rows]);
  const since = (days: number) => toInstant(addMs(deps.clock.now(), days * dayMs));
  expect((await deps.billing.metered(workspaceId, since(-3), since(1))).map((record) => record.rows)).toEqual(
    metered,
  );
  expect((await getBillingEstimate(deps, workspaceId)).monthlyRows).toBe(Math.round((365 / 12) * rows));

  await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  expect((await runsOf(deps))[0]).toMatchObject({ rowsAnalysed: rows, rowsCounted: rows });
});

it("keeps the free run if a run counts nothing", async () => {
  const deps = await runWorld(["event_count_change"], { scheduleCron: "0 * * * *" });
  const { region, projectId } = await deps.connections.get(workspaceId, "connection-1");
  await deps.setups.update(workspaceId, setupId, () => ({
    tested: { project: `${region}/${projectId}`, days: { event_count_change: "2026-11-17" } },
    nextRunAt: toInstant(deps.clock.now()),
  }));
  await everyMinute(deps);
  await deliver(deps);
  expect((await runsOf(deps))[0]).toMatchObject({ status: "completed", rowsCounted: 0 });
  expect((await deps.runs.account(workspaceId)).billing.freeQuotaUsed).toBe(0);
});
