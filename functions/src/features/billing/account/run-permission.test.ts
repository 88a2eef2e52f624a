import { describe, expect, it } from "vitest";
import { afterBilledRun, hasFreeRun, initialBilling, runPermission } from "./run-permission.js";

const now = new Date("2026-11-18T12:00:00Z");

describe("runPermission", () => {
  it.each([
    ["active", false, true],
    ["active", true, true],
    ["free_quota_exhausted", false, false],
    ["free_quota_exhausted", true, true],
    ["payment_failed", false, false],
    ["payment_failed", true, true],
  ] as const)(
    "with status %s and a payment method %s: may start %s",
    (status, hasPaymentMethod, canStartRun) => {
      expect(runPermission({ ...initialBilling, status, hasPaymentMethod }, now)).toMatchObject({
        canStartRun,
        requiresUpgrade: !canStartRun,
      });
    },
  );
});

describe("afterBilledRun", () => {
  it("exhausts the free quota with its last run", () => {
    expect(afterBilledRun(initialBilling)).toMatchObject({
      freeQuotaUsed: 1,
      status: "free_quota_exhausted",
    });
    expect(afterBilledRun({ ...initialBilling, freeQuotaLimit: 2 })).toMatchObject({
      freeQuotaUsed: 1,
      status: "active",
    });
  });
  it("also gives an account that paid first its free run, and leaves it active", () => {
    const paying = { ...initialBilling, hasPaymentMethod: true };
    expect(hasFreeRun(paying)).toBe(true);
    expect(afterBilledRun(paying)).toEqual({ ...paying, freeQuotaUsed: 1 });
  });
  it("leaves an account whose free run is used unchanged", () => {
    const paying = { ...initialBilling, freeQuotaUsed: 1, hasPaymentMethod: true };
    expect(afterBilledRun(paying)).toEqual(paying);
  });
  it("does not turn a failed payment into an exhausted quota", () => {
    expect(afterBilledRun({ ...initialBilling, status: "payment_failed" }).status).toBe("payment_failed");
  });
});
