import { createHmac, randomInt } from "node:crypto";
import type { Delivery, StripeEvent, ThinEvent } from "./objects.js";
import type { World } from "./world.js";

/** Settings for tests of how events are delivered. */
export type WebhookSwitches = {
  /** While true, only `POST /_webhooks/deliver` sends events. */
  hold: boolean;
  /** How many additional times each event is sent. */
  duplicate: number;
  /** Each event is delayed by a random time up to this many milliseconds, so events arrive out of order. */
  shuffleMs: number;
};

const tickMs = 20;
/**
 * At most this many at once, because the functions emulator starts another process for each request while all
 * others are busy.
 */
const maxUnderway = 2;
const timeoutMs = 30_000;
const maxAttempts = 12;
const maxRetryDelayMs = 60_000;
/** How many finished deliveries are kept, for `GET /_webhooks`. */
const maxFinishedDeliveries = 500;

type Receiver = { url: string; secret: string; enabled_events: readonly string[] };

/** Delivers signed events at least once and in no particular order, as Stripe does. */
export class Webhooks {
  switches: WebhookSwitches = { hold: false, duplicate: 0, shuffleMs: 0 };
  readonly #underway = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly world: World,
    private readonly target: Receiver | null,
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

  /**
   * Sends a delivery now, even if it has been delivered before.
   * @returns the receiver's status, 0 if it could not be reached
   */
  async deliver(id: string): Promise<number> {
    const delivery = this.world.state.deliveries.find((known) => known.id === id);
    const event = delivery && this.#find(delivery.eventId);
    if (!delivery || !event) return 404;
    const status = await send(event, delivery);
    const isAccepted = status >= 200 && status < 300;
    delivery.attempts += 1;
    if (isAccepted) delivery.state = "delivered";
    else if (delivery.state === "pending") this.#retryLater(delivery);
    this.world.save();
    return status;
  }

  #find(eventId: string): StripeEvent | ThinEvent | undefined {
    const { events, thinEvents } = this.world.state;
    return events[eventId] ?? thinEvents[eventId];
  }

  #enqueue(event: StripeEvent | ThinEvent): void {
    const { deliveries, webhookEndpoints, eventDestinations } = this.world.state;
    const receivers: Record<string, Receiver & { status: string }> =
      event.object === "event" ? webhookEndpoints : eventDestinations;
    const enabled = Object.values(receivers).filter(({ status }) => status === "enabled");
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
    const finished = deliveries.filter(({ state }) => state !== "pending");
    for (const old of finished.slice(0, -maxFinishedDeliveries))
      deliveries.splice(deliveries.indexOf(old), 1);
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

  #retryLater(delivery: Delivery): void {
    if (delivery.attempts >= maxAttempts) delivery.state = "given-up";
    delivery.dueAtMs = Date.now() + Math.min(maxRetryDelayMs, 250 * 2 ** delivery.attempts);
  }
}

async function send(event: StripeEvent | ThinEvent, { url, secret }: Delivery): Promise<number> {
  const body = JSON.stringify(event.object === "event" ? event : { ...event, data: undefined });
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

/** Stripe's scheme v1. It uses the real time, because the receiver compares it with its own. */
function signature(body: string, secret: string): string {
  const at = Math.floor(Date.now() / 1_000);
  const digest = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return `t=${at},v1=${digest}`;
}
