import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson, readJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { stripeApi } from "./api/answer.js";
import { newPrice, newProduct, type PriceParams } from "./api/catalogue.js";
import { newMeter } from "./api/meters.js";
import { advance } from "./billing/advance.js";
import { answerCheckout } from "./checkout/answer.js";
import { localPlan } from "./keys.js";
import { Webhooks } from "./webhooks.js";
import { World } from "./world.js";
import { notePage, sendPage } from "./checkout/page.js";
import { z } from "zod";

export interface StripeOptions {
  readonly port: number;
  /** Folder for its data; absent to keep it in memory only. */
  readonly dataDir?: string;
  /** Address for signed events, in addition to endpoints created through the API; absent for none. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** Types of events sent to that address. Defaults to all. */
  readonly webhookEvents?: readonly string[];
  readonly secretKey: string;
  /** The base time, to which `POST /_clock` adds. */
  readonly now?: () => Date;
}

/** How often due invoices and period ends are processed. */
const clockTickMs = 1_000;

/**
 * A stand-in for the part of Stripe that the product uses: the API below `/v1`, the hosted checkout page,
 * signed webhooks with retries, and invoices that become due when its clock moves. See `answerControl` for the
 * test controls.
 */
export async function startStripe(options: StripeOptions): Promise<RunningServer> {
  const world = new World(options.dataDir, options.now ?? (() => new Date()));
  ensurePlan(world);
  const { webhookUrl: url, webhookSecret: secret, webhookEvents = ["*"] } = options;
  const target = url && secret ? { url, secret, enabled_events: webhookEvents } : null;
  const webhooks = new Webhooks(world, target);
  const faults = new Faults();
  const api = stripeApi(world, options.secretKey);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await answerControl({ world, webhooks, faults }, request, response)) return;
    if (await answerCheckout(world, request, response)) return;
    if (answerInvoicePage(world, request, response)) return;
    const fault = faults.take(request.url ?? "");
    if (fault === "refuse" || fault === "deny") {
      const error = { type: "api_error", message: "A planted fault failed this call." };
      return sendJson(response, fault === "deny" ? 401 : 500, { error });
    }
    advance(world);
    const { status, body, headers } = await api(request);
    world.save();
    if (fault === "lose") response.destroy();
    else sendJson(response, status, body, headers);
  }

  const server = await serve((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      sendJson(response, 500, { error: { type: "api_error", message } });
    });
  }, options.port);
  world.origin = server.url;
  webhooks.start();
  const clock = setInterval(() => {
    const before = Object.keys(world.state.events).length;
    advance(world);
    if (Object.keys(world.state.events).length !== before) world.save();
  }, clockTickMs);
  return {
    ...server,
    close: async () => {
      clearInterval(clock);
      webhooks.stop();
      world.close();
      await server.close();
    },
  };
}

/** The hosted page of an invoice, `GET /i/<invoice>`. Returns false for other paths. */
function answerInvoicePage(world: World, request: IncomingMessage, response: ServerResponse): boolean {
  const id = /^\/i\/(in_\w+)$/.exec(request.url ?? "")?.[1];
  if (id === undefined) return false;
  const invoice = Object.hasOwn(world.state.invoices, id) ? world.state.invoices[id] : undefined;
  if (!invoice) sendPage(response, 404, notePage("Not found", "There is no such invoice."));
  else {
    const amount = (invoice.total / 100).toFixed(2);
    const text = `${amount} ${invoice.currency.toUpperCase()}, ${invoice.status}`;
    sendPage(response, 200, notePage(`Invoice ${invoice.number}`, text));
  }
  return true;
}

function ensurePlan(world: World): void {
  const { products, meters, prices } = world.state;
  const { productId, priceId, meterId, meterEvent } = localPlan;
  const at = world.now();
  products[productId] ??= newProduct(productId, at, { name: "Plumbline Standard" });
  meters[meterId] ??= newMeter(meterId, at, { display_name: "Rows analysed", event_name: meterEvent });
  const tiers: PriceParams["tiers"] = [
    { up_to: 10_000, flat_amount: 9_900, unit_amount: 0 },
    { up_to: "inf", unit_amount_decimal: "0.1" },
  ];
  prices[priceId] ??= newPrice(priceId, at, { currency: "usd", product: productId, tiers }, meterId);
}

const clockSchema = z.strictObject({
  /** How far to move the clock forward. */
  days: z.number().min(0).default(0),
  seconds: z.number().int().min(0).default(0),
  /** Moves the clock forward to an instant. */
  to: z.iso.datetime().optional(),
});
const switchesSchema = z
  .strictObject({ hold: z.boolean(), duplicate: z.number().int().min(0), shuffleMs: z.number().int().min(0) })
  .partial();
const meterSchema = z.strictObject({ reject: z.number().int().min(0), code: z.string() });
const deliverSchema = z.strictObject({ id: z.string() });

type Context = { world: World; webhooks: Webhooks; faults: Faults };

/**
 * Answers the test controls, which are outside Stripe's paths: `/_clock`, `/_webhooks`, `/_webhooks/deliver`,
 * `/_meter`, `/_faults`, `/_state`. Returns false for any other path.
 */
async function answerControl(
  { world, webhooks, faults }: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname] = (request.url ?? "/").split("?");
  const body = async () => (request.method === "POST" ? readJson(request) : {});
  const clock = () => ({ now: new Date(world.now() * 1_000).toISOString() });
  try {
    switch (`${request.method} ${pathname}`) {
      case "POST /_clock":
        moveClock(world, clockSchema.parse(await body()));
        sendJson(response, 200, clock());
        return true;
      case "GET /_clock":
        sendJson(response, 200, clock());
        return true;
      case "POST /_webhooks":
        Object.assign(webhooks.switches, switchesSchema.parse(await body()));
        sendJson(response, 200, webhooks.switches);
        return true;
      case "GET /_webhooks":
        sendJson(response, 200, { ...webhooks.switches, deliveries: deliveries(world) });
        return true;
      case "POST /_webhooks/deliver":
        sendJson(response, 200, { status: await webhooks.deliver(deliverSchema.parse(await body()).id) });
        return true;
      case "POST /_meter": {
        const { reject: count, code } = meterSchema.parse(await body());
        world.state.meterRejections = count === 0 ? null : { count, code };
        sendJson(response, 200, { meterRejections: world.state.meterRejections });
        return true;
      }
      case "POST /_faults":
        faults.add(await body());
        sendJson(response, 201, { faults: faults.list() });
        return true;
      case "DELETE /_faults":
        faults.clear();
        sendJson(response, 200, { faults: [] });
        return true;
      case "GET /":
      case "GET /_state":
        sendJson(response, 200, { ...clock(), ...world.state, cards: undefined, idempotency: undefined });
        return true;
      default:
        return false;
    }
  } catch (error) {
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
    return true;
  }
}

function moveClock(world: World, { days, seconds, to }: z.output<typeof clockSchema>): void {
  const aheadMs = to === undefined ? 0 : Date.parse(to) - world.now() * 1_000;
  world.state.offsetMs += Math.max(0, aheadMs) + days * 86_400_000 + seconds * 1_000;
  advance(world);
  world.save();
}

const deliveries = ({ state }: World) =>
  state.deliveries.map(({ secret: _, ...delivery }) => ({
    ...delivery,
    type: (state.events[delivery.eventId] ?? state.thinEvents[delivery.eventId])?.type,
  }));

/**
 * Faults of API calls, for tests. "refuse" answers 500 and does nothing, "deny" 401, before all other faults; "lose" does the work but closes the
 * connection without an answer.
 */
const faultSchema = z.strictObject({
  kind: z.enum(["refuse", "deny", "lose"]),
  /** Part of the affected paths; absent for all calls. */
  path: z.string().optional(),
  count: z.number().int().min(1).default(1),
});
type Fault = z.infer<typeof faultSchema>;

class Faults {
  #faults: Fault[] = [];

  add(value: unknown): void {
    this.#faults.push(faultSchema.parse(value));
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** The fault that applies to this call; each use counts it down. */
  take(path: string): Fault["kind"] | null {
    const matching = this.#faults.filter((known) => path.includes(known.path ?? ""));
    const fault = matching.find(({ kind }) => kind === "deny") ?? matching[0];
    if (!fault) return null;
    fault.count -= 1;
    this.#faults = this.#faults.filter(({ count }) => count > 0);
    return fault.kind;
  }
}
