import { describe, expect, it } from "vitest";
import { deliver, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { getBillingEstimate } from "./get-estimate.js";

const daily = { scheduleCron: "0 7 * * *" };

describe("the monthly estimate", () => {
  it("has no price while the rows of a scheduled setup are unknown", async () => {
    const deps = await runWorld(undefined, daily);
    expect(await getBillingEstimate(deps, workspaceId)).toEqual({
      setups: [
        {
          setupId,
          name: "Daily checks",
          runsPerMonth: 365 / 12,
          rowsPerRun: null,
          basis: "unknown",
          monthlyCost: null,
        },
      ],
      monthlyRows: null,
      monthlyCost: null,
      forecast: null,
      currency: "usd",
    });
  });

  it("multiplies the last run's rows by the runs per month", async () => {
    const deps = await runWorld(undefined, daily);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const [{ rowsAnalysed } = { rowsAnalysed: null }] = (await deps.runs.list(workspaceId, { limit: 1 }))
      .items;
    const estimate = await getBillingEstimate(deps, workspaceId);
    expect(estimate.setups).toMatchObject([{ rowsPerRun: rowsAnalysed, basis: "last-run" }]);
    expect(estimate.monthlyRows).toBe(Math.round((365 / 12) * rowsAnalysed!));
    expect(estimate.monthlyCost).toBe(9_900);
    expect(estimate.setups[0]!.monthlyCost).toBe(Math.round(estimate.monthlyRows! / 10));
  });

  it("counts only active schedules: without one, the plan's fixed price remains", async () => {
    const deps = await runWorld(undefined, { ...daily, status: "paused" });
    expect(await getBillingEstimate(deps, workspaceId)).toMatchObject({
      setups: [],
      monthlyRows: 0,
      monthlyCost: 9_900,
    });
  });
});
