import type { WorkspaceId } from "../../../contract/workspaces.js";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../common/errors.js";
import { addMs, hourMs, minuteMs, secondMs } from "../../../common/time.js";
import { testDependencies } from "../../../testing/dependencies.js";
import { newUsage } from "./usage-record.js";
import type { Payments } from "../payments.js";
import { reportUsage, sweepUsage } from "./report-usage.js";
import { initialBilling } from "../account/run-permission.js";

const used = { ...initialBilling, freeQuotaUsed: 1 };

/**
 * Accounts with one unreported run each (the first with more), and a card provider that takes `answerMs` to
 * respond.
 */
async function world(accounts: number, answerMs: number, runsOfFirst = 1) {
  const deps = testDependencies();
  const reported: string[] = [];
  const payments = {
    meter: async ({ identifier }: { identifier: string }) => {
      reported.push(identifier);
      deps.clock.advance(answerMs);
      throw new AppError("upstream-failed", "Stripe: timeout");
    },
  } as Partial<Payments> as Payments;
  const addRun = async (n: number, runId: string) => {
    const usage = newUsage({ runId, setupName: "Daily", rows: 10 }, used, deps.clock.now());
    await deps.runs.transact(`w${n}` as WorkspaceId, async (tx) => tx.saveUsage(usage));
  };
  for (let n = 0; n < accounts; n++) {
    await deps.billing.linkCustomer(`w${n}` as WorkspaceId, `cus_${n}`);
    for (let more = 1; n === 0 && more < runsOfFirst; more++) await addRun(n, `more-${more}`);
    await addRun(n, `run-${n}`);
  }
  deps.clock.advance(hourMs);
  const sweep = (forMs: number) => sweepUsage({ ...deps, payments }, addMs(deps.clock.now(), forMs));
  return { reported, sweep };
}

describe("a sweep of unreported usage while the card provider does not answer", () => {
  it("stops when its time is up, and the next one continues with the others", async () => {
    const { reported, sweep } = await world(12, 20 * secondMs);
    expect(await sweep(minuteMs)).toBe(3);
    expect(await sweep(minuteMs)).toBe(3);
    expect(new Set(reported).size).toBe(6);
  });

  it("still reports one record when other work has used up all the time", async () => {
    const { reported, sweep } = await world(3, 20 * secondMs);
    expect(await sweep(0)).toBe(1);
    expect(reported).toHaveLength(1);
  });

  it("reports everything when there is time", async () => {
    const { sweep } = await world(230, 1);
    expect(await sweep(minuteMs)).toBe(230);
  });

  it("takes turns among workspaces, however many runs one of them has due", async () => {
    const { reported, sweep } = await world(4, secondMs, 500);
    await sweep(5 * secondMs);
    expect(reported.filter((id) => id.startsWith("run-")).sort()).toEqual(["run-1", "run-2", "run-3"]);
    expect(reported).toHaveLength(5);
  });
});

describe("a run's usage", () => {
  const workspaceId = "w0" as WorkspaceId;

  /** One unreported run, and a card provider that gives `answers` in turn. */
  async function reporting(...answers: (() => Promise<"counted" | "gone">)[]) {
    const deps = testDependencies();
    const billed: string[] = [];
    const payments = {
      meter: async ({ customerId }: { customerId: string }) => {
        billed.push(customerId);
        return answers[billed.length - 1]!();
      },
    } as Partial<Payments> as Payments;
    const usage = newUsage({ runId: "run", setupName: "Daily", rows: 10 }, used, deps.clock.now());
    await deps.runs.transact(workspaceId, async (tx) => tx.saveUsage(usage));
    await deps.billing.linkCustomer(workspaceId, "cus_old");
    return { deps, billed, report: () => reportUsage({ ...deps, payments }, workspaceId, "run") };
  }

  it("is reported once, however often that is asked for", async () => {
    const { billed, report } = await reporting(async () => "counted");
    await report();
    await report();
    expect(billed).toEqual(["cus_old"]);
  });

  it("is billed to the new customer if the old one was replaced while it was reported", async () => {
    const { deps, billed, report } = await reporting(
      async () => {
        await deps.billing.linkCustomer(workspaceId, "cus_new", "cus_old");
        return "gone";
      },
      async () => "counted",
    );
    const logged = vi.spyOn(deps.logger, "error");
    await report();
    await report();
    expect(billed).toEqual(["cus_old", "cus_new"]);
    expect(logged).not.toHaveBeenCalled();
  });
});
