import type { IncomingMessage } from "node:http";
import { readBytes } from "../../http/body.js";
import { StripeFailure, unknownPath, invalid } from "../failure.js";
import { readForm, type Form, type FormValue } from "../form.js";
import type { World } from "../world.js";
import { catalogueRoutes } from "./catalogue.js";
import { checkoutRoutes } from "./checkout-sessions.js";
import { customerRoutes } from "./customers.js";
import { eventDestinationRoutes } from "./event-destinations.js";
import { meterRoutes } from "./meters.js";
import { type Route, list, route } from "./route.js";
import { subscriptionRoutes } from "./subscriptions.js";
import { webhookRoutes } from "./webhook-endpoints.js";
import type { Stripe } from "stripe";
import { z } from "zod";
import { charge } from "../billing/charge.js";
import { expand, paging, shape } from "../shape.js";

export type ApiAnswer = { status: number; body: unknown; headers: Record<string, string> };

/** Stripe keeps an idempotency key for a day. */
const keyHeldMs = 24 * 60 * 60_000;

/**
 * Answers a call below `/v1` or `/v2`: checks the key and the idempotency key, parses parameters, runs the
 * call and expands the result.
 */
export function stripeApi(world: World, secretKey: string) {
  const routes = [
    ...customerRoutes,
    ...checkoutRoutes,
    ...subscriptionRoutes,
    ...invoiceRoutes,
    ...catalogueRoutes,
    ...meterRoutes,
    ...webhookRoutes,
    ...eventDestinationRoutes,
  ].map((route) => ({ ...route, pattern: patternOf(route) }));

  /** After its body is read, a call is handled synchronously, so parallel calls don't interleave. */
  return async (request: IncomingMessage): Promise<ApiAnswer> => {
    const method = request.method ?? "GET";
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const sent = (await readBytes(request)).toString("utf8");
    const body = method === "POST" ? sent : `${url.search.slice(1)}${sent === "" ? "" : `&${sent}`}`;
    const key = request.headers["idempotency-key"];
    const requestId = world.id("req");
    const headers = { "request-id": requestId };
    try {
      authenticate(request.headers.authorization, secretKey);
      const saved = typeof key === "string" && method === "POST" ? world.state.idempotency[key] : undefined;
      if (saved && world.now() * 1_000 - saved.atMs < keyHeldMs) {
        if (saved.path !== url.pathname || saved.body !== body) throw reusedKey(String(key));
        return {
          status: saved.status,
          body: saved.answer,
          headers: { ...headers, "idempotent-replayed": "true" },
        };
      }
      const answer = perform(method, url.pathname, body);
      if (typeof key === "string" && method === "POST")
        world.state.idempotency[key] = {
          method,
          path: url.pathname,
          body,
          status: answer.status,
          answer: answer.body,
          atMs: world.now() * 1_000,
        };
      return { ...answer, headers };
    } catch (error) {
      return { ...failureAnswer(error, requestId), headers };
    }
  };

  function perform(method: string, path: string, body: string): Omit<ApiAnswer, "headers"> {
    const form = path.startsWith("/v2/") && method === "POST" ? readJsonForm(body) : readForm(body);
    for (const route of routes) {
      const match = route.method === method ? route.pattern.exec(path) : null;
      if (!match) continue;
      try {
        const result = route.answer(world, form, decodeURIComponent(match[1] ?? ""));
        return { status: 200, body: expanded(world, result, form["expand"]) };
      } catch (error) {
        // Stripe saves a declined card under the idempotency key, but not invalid parameters.
        if (error instanceof StripeFailure && error.status === 402) return failureAnswer(error, "");
        throw error;
      }
    }
    throw unknownPath(method, path);
  }
}

/** Requests below `/v2` have JSON bodies. */
const readJsonForm = (body: string): Form => (body === "" ? {} : (JSON.parse(body) as Form));

const patternOf = ({ path }: Route) => new RegExp(`^${path.replace(":id", "([^/]+)")}$`);

function authenticate(header: string | undefined, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(header ?? "")?.[1];
  if (given === secretKey) return;
  const message =
    given === undefined
      ? "You did not provide an API key."
      : `Invalid API Key provided: ${given.slice(0, 8)}***${given.slice(-4)}`;
  throw new StripeFailure(401, { type: "invalid_request_error", message });
}

const reusedKey = (key: string) =>
  new StripeFailure(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

function failureAnswer(error: unknown, requestId: string): Omit<ApiAnswer, "headers"> {
  if (error instanceof StripeFailure)
    return {
      status: error.status,
      body: { error: { ...error.body, ...(requestId ? { request_log_url: `/logs/${requestId}` } : {}) } },
    };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: { error: { type: "api_error", message } } };
}

/** The collection that an id belongs to, by its prefix. */
const collections = {
  cus: "customers",
  prod: "products",
  price: "prices",
  seti: "setupIntents",
  pm: "paymentMethods",
  sub: "subscriptions",
  in: "invoices",
} as const;

/**
 * A copy of the answer in which the requested references are expanded to objects, and fields that are only
 * shown on request are left out.
 */
function expanded(world: World, answer: object, requested: FormValue | undefined): object {
  const paths = Array.isArray(requested) ? requested.map(String) : [];
  const copy = structuredClone(answer);
  for (const path of paths) expandPath(world, copy, path.split("."), path);
  if (!paths.includes("tiers") && !paths.includes("data.tiers")) hideTiers(copy);
  return copy;
}

function expandPath(world: World, value: unknown, [key, ...rest]: string[], path: string): void {
  if (key === undefined || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(world, item, [key, ...rest], path);
    return;
  }
  if (!(key in value)) throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  const fields = value as Record<string, unknown>;
  const reference = fields[key];
  if (typeof reference === "string") fields[key] = structuredClone(referencedObject(world, reference, path));
  expandPath(world, fields[key], rest, path);
}

function referencedObject(world: World, id: string, path: string): object {
  const prefix = id.slice(0, id.indexOf("_"));
  if (!(prefix in collections))
    throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  return world.get(collections[prefix as keyof typeof collections], id);
}

function hideTiers(value: object): void {
  if ("data" in value && Array.isArray(value.data)) value.data.forEach(hideTiers);
  if ("object" in value && value.object === "price" && "tiers" in value) delete value.tiers;
}

const listShape = shape<Stripe.InvoiceListParams>()(
  z.strictObject({
    customer: z.string().optional(),
    subscription: z.string().optional(),
    status: z.enum(["draft", "open", "paid", "void", "uncollectible"]).optional(),
    ...paging,
  }),
);
const payShape = shape<Stripe.InvoicePayParams>()(z.strictObject({ expand }));
const uncollectibleShape = shape<Stripe.InvoiceMarkUncollectibleParams>()(z.strictObject({ expand }));

const invoiceRoutes: Route[] = [
  route("GET", "/v1/invoices", listShape, ({ state }, { customer, subscription, status, ...page }) =>
    list(
      "/v1/invoices",
      Object.values(state.invoices).filter(
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (subscription === undefined || invoice.parent.subscription_details.subscription === subscription) &&
          (status === undefined || invoice.status === status),
      ),
      page,
    ),
  ),
  route("POST", "/v1/invoices/:id/pay", payShape, (world, _params, id) => {
    const invoice = world.get("invoices", id);
    if (invoice.status === "paid") throw invalid("Invoice is already paid", "invoice_already_paid");
    if (invoice.status !== "open") throw invalid("This invoice can no longer be paid");
    if (!charge(world, invoice, world.now()))
      throw new StripeFailure(402, {
        type: "card_error",
        code: "card_declined",
        decline_code: "generic_decline",
        message: "Your card was declined.",
      });
    return invoice;
  }),
  route("POST", "/v1/invoices/:id/mark_uncollectible", uncollectibleShape, (world, _params, id) => {
    const invoice = world.get("invoices", id);
    if (invoice.status !== "open") throw invalid("You can only mark open invoices as uncollectible.");
    invoice.status = "uncollectible";
    invoice.next_payment_attempt = null;
    invoice.status_transitions.marked_uncollectible_at = world.now();
    world.emit("invoice.marked_uncollectible", invoice);
    return invoice;
  }),
];
