import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { stripeApi } from "./api/answer.js";
import { advance } from "./billing/advance.js";
import { answerCheckout } from "./checkout/answer.js";
import { answerInvoicePage } from "./checkout/invoice-page.js";
import { answerControl } from "./control.js";
import { Faults } from "./faults.js";
import { ensurePlan } from "./plan.js";
import { Webhooks } from "./webhooks.js";
import { World } from "./world.js";

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
 * signed webhooks with retries, and invoices that become due when its clock moves. See `control.ts` for the
 * test controls.
 */
export async function startStripe(options: StripeOptions): Promise<RunningServer> {
  const world = new World(options.dataDir, options.now ?? (() => new Date()));
  ensurePlan({ state: world.state, now: world.now() });
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
