import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { missing } from "./failure.js";
import { emptyState, type State, type StripeEvent, type ThinEvent } from "./objects.js";

/** The collections whose objects are found by id. */
type Collection = {
  [K in keyof State]: State[K] extends Record<string, { id: string }> ? K : never;
}[keyof State];

const nouns: Record<Collection, string> = {
  customers: "customer",
  products: "product",
  prices: "price",
  meters: "billing meter",
  sessions: "checkout.session",
  setupIntents: "setupintent",
  paymentMethods: "PaymentMethod",
  subscriptions: "subscription",
  invoices: "invoice",
  webhookEndpoints: "webhook endpoint",
  events: "event",
  eventDestinations: "event_destination",
  thinEvents: "event",
};

/** The stand-in's Stripe account: its objects, its clock and its file. */
export class World {
  readonly state: State;
  readonly #file: string | null;
  #isClosed = false;
  /** Origin of the hosted pages. */
  origin = "";
  /** Called for every new event. */
  onEvent: (event: StripeEvent | ThinEvent) => void = () => undefined;

  constructor(
    dataDir: string | undefined,
    private readonly clock: () => Date,
  ) {
    this.#file = dataDir === undefined ? null : path.join(dataDir, "stripe.json");
    this.state = this.#read();
  }

  /** Seconds since 1970, like all of Stripe's times. */
  now(): number {
    return Math.floor((this.clock().getTime() + this.state.offsetMs) / 1_000);
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString("hex")}`;
  }

  /** @throws StripeFailure `resource_missing` */
  get<K extends Collection>(collection: K, id: string): State[K][string] {
    // Reading a property by a generic key gives the union of all collections, so cast to the one that K
    // names.
    const objects = this.state[collection] as Record<string, State[K][string]>;
    const found = Object.hasOwn(objects, id) ? objects[id] : undefined;
    if (found === undefined) throw missing(nouns[collection], id);
    return found;
  }

  emit(
    type: string,
    object: object,
    at: number = this.now(),
    previous?: Record<string, unknown>,
  ): StripeEvent {
    const event: StripeEvent = {
      id: this.id("evt"),
      object: "event",
      api_version: null,
      created: at,
      livemode: false,
      pending_webhooks: 1,
      type,
      data: structuredClone({ object, ...(previous ? { previous_attributes: previous } : {}) }),
      request: { id: null, idempotency_key: null },
    };
    this.state.events[event.id] = event;
    this.onEvent(event);
    return event;
  }

  emitThin(type: string, related: ThinEvent["related_object"], data: object): void {
    const event: ThinEvent = {
      id: this.id("evt_test"),
      object: "v2.core.event",
      created: new Date(this.now() * 1_000).toISOString(),
      livemode: false,
      type,
      related_object: related,
      data,
    };
    this.state.thinEvents[event.id] = event;
    this.onEvent(event);
  }

  /** Writes the whole state, atomically. */
  save(): void {
    if (this.#file === null || this.#isClosed) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.state));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Saves one last time; later changes are discarded. */
  close(): void {
    this.save();
    this.#isClosed = true;
  }

  #read(): State {
    if (this.#file === null) return emptyState();
    mkdirSync(path.dirname(this.#file), { recursive: true });
    if (!existsSync(this.#file)) return emptyState();
    return { ...emptyState(), ...(JSON.parse(readFileSync(this.#file, "utf8")) as State) };
  }
}
