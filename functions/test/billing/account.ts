import { expect } from "vitest";
import type { WorkspaceId } from "../../src/contract/workspaces.js";
import { sweepUsage } from "../../src/features/billing/usage/report-usage.js";
import { addMs, minuteMs } from "../../src/common/time.js";
import { eventually } from "../eventually.js";
import type { BillingWorld } from "./world.js";

export type Summary = {
  usage: {
    currentPeriodRows: number;
    totalRows: number;
    estimatedCost: number;
    currency: string;
    period: { start: string; end: string } | null;
  };
  outstanding: { amount: number };
  card: { brand: string; last4: string } | null;
  paymentHistory: { amount: number; status: string; currency: string; invoiceUrl: string | null }[];
};
type Status = { status: string; hasPaymentMethod: boolean; totalUsage: number };

/** Actions and views of one account. @param world returns the current test's world */
export function billingAccount(world: () => BillingWorld, workspaceId: WorkspaceId) {
  const read = async <T>(path: string) => (await world().get(workspaceId, path)).body as T;
  const status = () => read<Status>("status");
  return {
    read,
    status,
    summary: () => read<Summary>("summary"),
    async paid(card?: string) {
      await world().payWith(workspaceId, card);
      await eventually(async () => expect(await status()).toMatchObject({ hasPaymentMethod: true }));
    },
    customerId: async () => (await world().deps.billing.account(workspaceId)).customer.customerId!,
    sweep: () => sweepUsage(world().deps, addMs(world().clock.now(), minuteMs)),
    /** Run ids and rows counted by the meter. */
    metered: async () =>
      (await world().state()).meterEvents.map(({ identifier, payload }) => [identifier, payload.value]),
    /** Totals of all invoices, oldest first. */
    invoiced: async () => Object.values((await world().state()).invoices).map(({ total }) => total),
    /** Sets the shared clock, and lets Stripe do whatever is due by then. */
    async moveTo(instant: string) {
      world().clock.set(instant);
      await world().tick();
    },
  };
}
