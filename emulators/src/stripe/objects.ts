import type { Stripe } from "stripe";

/** An object of Stripe's: these of its fields, and the ones that all of them have. */
type Kept<T extends Record<Common, unknown>, K extends keyof T> = Pick<T, Common | K>;
type Common = "id" | "object" | "created" | "livemode";

/**
 * Stripe's objects, with the fields that this stand-in keeps. Types come from the official library, so that
 * values match it.
 */
export type Customer = Kept<Stripe.Customer, "metadata" | "email" | "balance" | "delinquent"> & {
  name: string | null;
  invoice_settings: { default_payment_method: string | null };
};

export type Product = Kept<Stripe.Product, "metadata" | "name" | "active" | "description" | "updated">;

export type Tier = {
  up_to: number | null;
  flat_amount: number | null;
  flat_amount_decimal: string | null;
  unit_amount: number | null;
  unit_amount_decimal: string | null;
};
export type Price = Kept<Stripe.Price, "metadata" | "active" | "currency" | "lookup_key" | "nickname"> & {
  billing_scheme: "tiered";
  product: string;
  recurring: { interval: "month"; interval_count: 1; meter: string; usage_type: "metered" };
  tiers: Tier[];
  tiers_mode: "graduated";
  type: "recurring";
  unit_amount: null;
  unit_amount_decimal: null;
};

export type Meter = Kept<Stripe.Billing.Meter, "display_name" | "event_name" | "updated"> & {
  status: "active" | "inactive";
  customer_mapping: { event_payload_key: string; type: "by_id" };
  default_aggregation: { formula: "sum" };
  value_settings: { event_payload_key: string };
};

export type MeterEvent = Pick<
  Stripe.Billing.MeterEvent,
  "object" | "created" | "event_name" | "identifier" | "livemode" | "payload" | "timestamp"
>;

export type CheckoutSession = Kept<
  Stripe.Checkout.Session,
  "metadata" | "cancel_url" | "success_url" | "client_reference_id" | "expires_at"
> & {
  mode: "setup";
  status: "open" | "complete" | "expired";
  payment_status: "no_payment_required";
  customer: string;
  setup_intent: string;
  url: string | null;
};

export type SetupIntent = Kept<Stripe.SetupIntent, "usage"> & {
  customer: string;
  payment_method: string | null;
  status: "requires_payment_method" | "requires_action" | "succeeded";
  last_setup_error: { type: "card_error"; code: string; message: string; decline_code?: string } | null;
};

export type PaymentMethod = Pick<Stripe.PaymentMethod, "id" | "object" | "created" | "livemode"> & {
  customer: string | null;
  type: "card";
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
};

type SubscriptionItem = {
  id: string;
  object: "subscription_item";
  price: Omit<Price, "tiers">;
  current_period_start: number;
  current_period_end: number;
  subscription: string;
};
export type Subscription = Kept<
  Stripe.Subscription,
  | "metadata"
  | "billing_cycle_anchor"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "ended_at"
  | "start_date"
  | "currency"
> & {
  status: "active" | "past_due" | "canceled";
  collection_method: "charge_automatically";
  customer: string;
  default_payment_method: string | null;
  latest_invoice: string | null;
  items: { object: "list"; data: SubscriptionItem[]; has_more: false; url: string };
};

export type InvoiceLine = {
  id: string;
  object: "line_item";
  amount: number;
  currency: string;
  description: string;
  quantity: number;
  period: { start: number; end: number };
};
export type Invoice = Pick<
  Stripe.Invoice,
  | "object"
  | "created"
  | "livemode"
  | "currency"
  | "amount_due"
  | "amount_paid"
  | "amount_remaining"
  | "total"
  | "subtotal"
  | "attempt_count"
  | "attempted"
  | "auto_advance"
  | "next_payment_attempt"
  | "period_start"
  | "period_end"
  | "number"
> & {
  id: string;
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** The invoice's hosted page; null while it is a draft. */
  hosted_invoice_url: string | null;
  customer: string;
  lines: { object: "list"; data: InvoiceLine[]; has_more: false; url: string };
  parent: {
    type: "subscription_details";
    quote_details: null;
    subscription_details: { subscription: string; metadata: null };
  };
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
  };
};

export type WebhookEndpoint = Kept<Stripe.WebhookEndpoint, "url" | "enabled_events" | "metadata"> & {
  status: "enabled" | "disabled";
  secret: string;
  api_version: string | null;
};

export type StripeEvent = Kept<Stripe.Event, "api_version" | "pending_webhooks"> & {
  type: string;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  request: { id: string | null; idempotency_key: string | null };
};

/** A v2 event. Webhooks send it without its data, which is read with `GET /v2/core/events/:id`. */
export type ThinEvent = {
  id: string;
  object: "v2.core.event";
  created: string;
  livemode: false;
  type: string;
  related_object: { id: string; type: string; url: string } | null;
  data: object;
};

export type EventDestination = Kept<
  Stripe.V2.Core.EventDestination,
  "updated" | "name" | "description" | "enabled_events" | "event_payload" | "status" | "type"
> & { url: string; secret: string };

/** The whole state of the stand-in. */
export type State = {
  /** How far its clock is ahead of the given one, in milliseconds. */
  offsetMs: number;
  customers: Record<string, Customer>;
  /** A deleted customer keeps only its id. */
  products: Record<string, Product>;
  prices: Record<string, Price>;
  meters: Record<string, Meter>;
  meterEvents: MeterEvent[];
  sessions: Record<string, CheckoutSession>;
  setupIntents: Record<string, SetupIntent>;
  paymentMethods: Record<string, PaymentMethod>;
  /** Card numbers by payment method, which identify the test cards. */
  cards: Record<string, string>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  webhookEndpoints: Record<string, WebhookEndpoint>;
  events: Record<string, StripeEvent>;
  eventDestinations: Record<string, EventDestination>;
  thinEvents: Record<string, ThinEvent>;
  /** The next meter events to accept and then reject later; null for none. */
  meterRejections: { count: number; code: string } | null;
  deliveries: Delivery[];
  idempotency: Record<string, SavedAnswer>;
};

/** The delivery of an event to an endpoint. Times are real, not from the clock that tests move. */
export type Delivery = {
  id: string;
  eventId: string;
  url: string;
  secret: string;
  attempts: number;
  dueAtMs: number;
  state: "pending" | "delivered" | "given-up";
};

type SavedAnswer = {
  method: string;
  path: string;
  body: string;
  status: number;
  answer: unknown;
  atMs: number;
};

export const emptyState = (): State => ({
  offsetMs: 0,
  customers: {},
  products: {},
  prices: {},
  meters: {},
  meterEvents: [],
  sessions: {},
  setupIntents: {},
  paymentMethods: {},
  cards: {},
  subscriptions: {},
  invoices: {},
  webhookEndpoints: {},
  events: {},
  eventDestinations: {},
  thinEvents: {},
  meterRejections: null,
  deliveries: [],
  idempotency: {},
});
