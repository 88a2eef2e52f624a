import type { Subscription } from "../objects.js";
import type { World } from "../world.js";
import { charge, end } from "./charge.js";
import { draftInvoice, finalise } from "./invoices.js";

/** How long an invoice stays a draft after its period ends, so that late usage is included. */
const draftSeconds = 3_600;

/** Processes everything that is due by now, in the order of the due times. */
export function advance(world: World): void {
  for (;;) {
    const [next] = [...periodEnds(world), ...drafts(world), ...retries(world)].sort((a, b) => a.at - b.at);
    if (!next || next.at > world.now()) return;
    next.work();
  }
}

type Due = { at: number; work: () => void };

const periodEnds = (world: World): Due[] =>
  Object.values(world.state.subscriptions)
    .filter(({ status }) => status !== "canceled")
    .map((subscription) => {
      const at = subscription.items.data[0]?.current_period_end ?? Infinity;
      return { at, work: () => endPeriod(world, subscription, at) };
    });

const drafts = (world: World): Due[] =>
  Object.values(world.state.invoices)
    .filter(({ status, auto_advance }) => status === "draft" && auto_advance)
    .map((invoice) => {
      const at = invoice.created + draftSeconds;
      return { at, work: () => finalise(world, invoice, at) };
    });

const retries = (world: World): Due[] =>
  Object.values(world.state.invoices).flatMap((invoice) => {
    const at = invoice.next_payment_attempt;
    if (invoice.status !== "open" || at === null) return [];
    return [
      {
        at,
        work: () => {
          invoice.next_payment_attempt = null;
          charge(world, invoice, at);
        },
      },
    ];
  });

function endPeriod(world: World, subscription: Subscription, at: number): void {
  const item = subscription.items.data[0]!;
  const start = item.current_period_start;
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) end(world, subscription, at);
  else {
    item.current_period_start = at;
    item.current_period_end = monthAfter(subscription.billing_cycle_anchor, at);
    world.emit("customer.subscription.updated", subscription, at, {
      items: { data: [{ current_period_start: start, current_period_end: at }] },
    });
  }
  draftInvoice(world, subscription, { reason: "subscription_cycle", start, end: at, at });
}

/**
 * The first instant after `after` that is a whole number of months from the anchor, moved to the month's last
 * day if the month is shorter.
 */
export function monthAfter(anchor: number, after: number): number {
  for (let months = 1; ; months++) {
    const at = plusMonths(anchor, months);
    if (at > after) return at;
  }
}

function plusMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1_000);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay));
  return moved.getTime() / 1_000;
}
