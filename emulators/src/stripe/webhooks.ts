import { createHmac, randomInt } from "node:crypto";
import type { Delivery, StripeEvent } from "./objects.js";
import type { World } from "./world.js";

/** How events travel. Tests make it worse than it is. */
export type WebhookSwitches = {
  /** Nothing is sent by itself; `POST /_webhooks/deliver` sends. */
  hold: boolean;
  /** Every event is sent so many times more. */
  duplicate: number;
  /** Each event starts at a random moment within so many milliseconds, and so out of order. */
  shuffleMs: number;
};

const tickMs = 20;
/** A local functions emulator starts a process for every call that finds the others busy. */
const maxUnderway = 2;
const timeoutMs = 30_000;
const maxAttempts = 12;
const longestPauseMs = 60_000;
/** Delivered ones are kept for a look at them. */
const keptDeliveries = 500;

/** Sends signed events until they are taken: at least once, in no certain order, as Stripe does. */
export class Webhooks {
  switches: WebhookSwitches = { hold: false, duplicate: 0, shuffleMs: 0 };
  readonly #underway = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly world: World,
    private readonly target: { url: string; secret: string; enabled_events: readonly string[] } | null,
  ) {
    world.onEvent = (event) => this.#enqueue(event);
  }

  start(): void {
    this.#timer = setInterval(() => this.#sendDue(), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get pending(): Delivery[] {
    return this.world.state.deliveries.filter(({ state }) => state === "pending");
  }

  /** Sends one delivery now, delivered before or not. @returns the receiver's status, 0 when it was not reached */
  async deliver(id: string): Promise<number> {
    const delivery = this.world.state.deliveries.find((known) => known.id === id);
    const event = delivery && this.world.state.events[delivery.eventId];
    if (!delivery || !event) return 404;
    const status = await send(event, delivery);
    const isTaken = status >= 200 && status < 300;
    delivery.attempts += 1;
    if (isTaken) delivery.state = "delivered";
    else if (delivery.state === "pending") this.#putOff(delivery);
    this.world.save();
    return status;
  }

  #enqueue(event: StripeEvent): void {
    const { deliveries, webhookEndpoints } = this.world.state;
    const enabled = Object.values(webhookEndpoints).filter(({ status }) => status === "enabled");
    const endpoints = [...(this.target ? [this.target] : []), ...enabled].filter(
      ({ enabled_events: wanted }) => wanted.includes("*") || wanted.some((type) => type === event.type),
    );
    for (const { url, secret } of endpoints)
      for (let copy = 0; copy <= this.switches.duplicate; copy++)
        deliveries.push({
          id: this.world.id("dlv"),
          eventId: event.id,
          url,
          secret,
          attempts: 0,
          dueAtMs: Date.now() + (this.switches.shuffleMs > 0 ? randomInt(this.switches.shuffleMs) : 0),
          state: "pending",
        });
    const settled = deliveries.filter(({ state }) => state !== "pending");
    for (const old of settled.slice(0, -keptDeliveries)) deliveries.splice(deliveries.indexOf(old), 1);
  }

  #sendDue(): void {
    if (this.switches.hold) return;
    for (const { id, dueAtMs } of this.pending) {
      if (this.#underway.size >= maxUnderway) return;
      if (dueAtMs > Date.now() || this.#underway.has(id)) continue;
      this.#underway.add(id);
      void this.deliver(id).finally(() => this.#underway.delete(id));
    }
  }

  #putOff(delivery: Delivery): void {
    if (delivery.attempts >= maxAttempts) delivery.state = "given-up";
    delivery.dueAtMs = Date.now() + Math.min(longestPauseMs, 250 * 2 ** delivery.attempts);
  }
}

async function send(event: StripeEvent, { url, secret }: Delivery): Promise<number> {
  const body = JSON.stringify(event);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature(body, secret),
        "user-agent": "Stripe/1.0 (stand-in)",
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Stripe's scheme v1. The receiver compares the time with its own, so it is the real one. */
export function signature(body: string, secret: string, at = Math.floor(Date.now() / 1_000)): string {
  const digest = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return `t=${at},v1=${digest}`;
}
