import type { WorkspaceId } from "../../../contract/workspaces.js";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../common/errors.js";
import { addMs, hourMs, minuteMs, secondMs } from "../../../common/time.js";
import { testDependencies } from "../../../testing/dependencies.js";
import { newUsage } from "./usage-record.js";
import type { Payments } from "../../../ports/payments.js";
import { sweepUsage } from "./report-usage.js";
import { initialBilling } from "../account/run-permission.js";

const used = { ...initialBilling, freeQuotaUsed: 1 };

/** Accounts with one unreported run each, and a card provider whose every answer takes `answerMs`. */
async function world(accounts: number, answerMs: number) {
  const deps = testDependencies();
  const reported: string[] = [];
  const payments = {
    meter: async ({ identifier }: { identifier: string }) => {
      reported.push(identifier);
      deps.clock.advance(answerMs);
      throw new AppError("upstream-failed", "Stripe: timeout");
    },
  } as Partial<Payments> as Payments;
  for (let n = 0; n < accounts; n++) {
    const usage = newUsage({ runId: `run-${n}`, setupName: "Daily", rows: 10 }, used, deps.clock.now());
    const workspaceId = `w${n}` as WorkspaceId;
    await deps.billing.linkCustomer(workspaceId, `cus_${n}`);
    await deps.runs.transact(workspaceId, async (tx) => tx.saveUsage(usage));
  }
  deps.clock.advance(hourMs);
  const sweep = (forMs: number) => sweepUsage({ ...deps, payments }, addMs(deps.clock.now(), forMs));
  return { reported, sweep };
}

describe("a sweep of unreported usage while the card provider does not answer", () => {
  it("ends with its time, and the next one goes on with the others", async () => {
    const { reported, sweep } = await world(12, 20 * secondMs);
    expect(await sweep(minuteMs)).toBe(3);
    expect(await sweep(minuteMs)).toBe(3);
    expect(new Set(reported).size).toBe(6);
  });

  it("has a turn of one when other work has taken all the time", async () => {
    const { reported, sweep } = await world(3, 20 * secondMs);
    expect(await sweep(0)).toBe(1);
    expect(reported).toHaveLength(1);
  });

  it("looks at everything when there is time", async () => {
    const { sweep } = await world(230, 1);
    expect(await sweep(minuteMs)).toBe(230);
  });
});
