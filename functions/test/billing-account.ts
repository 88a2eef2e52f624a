import { expect, vi } from "vitest";
import { sweepUsage } from "../src/features/billing/report-usage.js";
import { addMs, minuteMs } from "../src/shared/time.js";
import type { BillingWorld } from "./billing-world.js";

export type Summary = {
  usage: {
    currentPeriodRows: number;
    totalRows: number;
    estimatedCost: number;
    currency: string;
    period: { start: string; end: string } | null;
  };
  outstanding: { amount: number };
  paymentHistory: { amount: number; status: string; currency: string }[];
};
type Status = { status: string; hasPaymentMethod: boolean; totalUsage: number };

/** Webhooks come when they come. */
export const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** What tests do with one account, and see of it. @param world the present one: each test has its own */
export function billingAccount(world: () => BillingWorld, uid: string) {
  const read = async <T>(path: string) => (await world().get(uid, path)).body as T;
  const status = () => read<Status>("status");
  return {
    read,
    status,
    summary: () => read<Summary>("summary"),
    async paid(card?: string) {
      await world().payWith(uid, card);
      await until(async () => expect(await status()).toMatchObject({ hasPaymentMethod: true }));
    },
    customerId: async () => (await world().deps.billing.account(uid)).customer.customerId!,
    sweep: () => sweepUsage(world().deps, addMs(world().clock.now(), minuteMs)),
    /** Run ids and rows that the meter has counted. */
    metered: async () =>
      (await world().state()).meterEvents.map(({ identifier, payload }) => [identifier, payload.value]),
    /** Totals of all invoices, the first one first. */
    invoiced: async () => Object.values((await world().state()).invoices).map(({ total }) => total),
    /** Sets the common clock, and lets Stripe do what is due then. */
    async moveTo(instant: string) {
      world().clock.set(instant);
      await world().tick();
    },
  };
}
