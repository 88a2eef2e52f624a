import type { Stripe } from "stripe";
import { z } from "zod";
import { invalid } from "../failure.js";
import type { Meter, MeterEvent } from "../objects.js";
import { expand, metadata, paging, shape, whole } from "../shape.js";
import type { World } from "../world.js";
import { list, route, type Route } from "./route.js";

const createMeterShape = shape<Stripe.Billing.MeterCreateParams>()(
  z.strictObject({
    display_name: z.string().min(1),
    event_name: z.string().min(1).max(100),
    default_aggregation: z.strictObject({ formula: z.literal("sum") }),
    customer_mapping: z.strictObject({ event_payload_key: z.string(), type: z.literal("by_id") }).optional(),
    value_settings: z.strictObject({ event_payload_key: z.string() }).optional(),
    expand,
  }),
);
const listMetersShape = shape<Stripe.Billing.MeterListParams>()(
  z.strictObject({ status: z.enum(["active", "inactive"]).optional(), ...paging }),
);
const summariesShape = shape<Stripe.Billing.MeterListEventSummariesParams>()(
  z.strictObject({ customer: z.string(), start_time: whole, end_time: whole, ...paging }),
);
const eventShape = shape<Stripe.Billing.MeterEventCreateParams>()(
  z.strictObject({
    event_name: z.string().max(100),
    payload: metadata,
    identifier: z.string().max(100).optional(),
    timestamp: whole.optional(),
    expand,
  }),
);

const noParams = z.strictObject({ expand });

const daySeconds = 86_400;
const minuteSeconds = 60;

export const meterRoutes: Route[] = [
  route("POST", "/v1/billing/meters", createMeterShape, (world, params) => {
    const { event_name } = params;
    if (Object.values(world.state.meters).some((meter) => meter.event_name === event_name))
      throw invalid(`There is already an active meter with the event name ${event_name}.`);
    const meter = newMeter(world.id("mtr_test"), world.now(), params);
    world.state.meters[meter.id] = meter;
    return meter;
  }),
  route("POST", "/v1/billing/meters/:id/reactivate", noParams, (world, _params, id) => {
    const meter = world.get("meters", id);
    meter.status = "active";
    return meter;
  }),
  route("GET", "/v1/billing/meters", listMetersShape, ({ state }, { status, ...page }) =>
    list(
      "/v1/billing/meters",
      Object.values(state.meters).filter((meter) => status === undefined || meter.status === status),
      page,
    ),
  ),
  route("GET", "/v1/billing/meters/:id/event_summaries", summariesShape, (world, params, id) => {
    const { customer, start_time, end_time } = params;
    if (start_time % minuteSeconds !== 0 || end_time % minuteSeconds !== 0)
      throw invalid("`start_time` and `end_time` must be aligned with minute boundaries.");
    const meter = world.get("meters", id);
    const events = world.state.meterEvents.filter(
      ({ event_name, payload, timestamp }) =>
        event_name === meter.event_name &&
        payload[meter.customer_mapping.event_payload_key] === customer &&
        timestamp >= start_time &&
        timestamp < end_time,
    );
    const aggregated_value = events.reduce(
      (sum, { payload }) => sum + Number(payload[meter.value_settings.event_payload_key]),
      0,
    );
    const summary = {
      id: world.id("mtrusg"),
      object: "billing.meter_event_summary",
      livemode: false,
      meter: id,
      aggregated_value,
      start_time,
      end_time,
    };
    return list(`/v1/billing/meters/${id}/event_summaries`, events.length === 0 ? [] : [summary], {});
  }),
  route("POST", "/v1/billing/meter_events", eventShape, (world, params) => {
    const created = world.now();
    const { event_name, payload, timestamp = created, identifier = world.id("me") } = params;
    checkEvent(world, event_name, payload, timestamp, identifier);
    const event: MeterEvent = {
      object: "billing.meter_event",
      created,
      livemode: false,
      event_name,
      identifier,
      payload,
      timestamp,
    };
    if (!rejectLater(world, event)) world.state.meterEvents.push(event);
    return event;
  }),
];

export const newMeter = (
  id: string,
  at: number,
  params: Omit<z.output<typeof createMeterShape>, "default_aggregation">,
): Meter => ({
  id,
  object: "billing.meter",
  created: at,
  updated: at,
  livemode: false,
  display_name: params.display_name,
  event_name: params.event_name,
  status: "active",
  default_aggregation: { formula: "sum" },
  customer_mapping: params.customer_mapping ?? { event_payload_key: "stripe_customer_id", type: "by_id" },
  value_settings: params.value_settings ?? { event_payload_key: "value" },
});

/**
 * Accepts an event with 200 and reports it as invalid afterwards, as Stripe does with what it validates
 * asynchronously.
 */
function rejectLater(world: World, { event_name, identifier }: MeterEvent): boolean {
  const { meterRejections: rejections } = world.state;
  if (!rejections) return false;
  world.state.meterRejections = rejections.count > 1 ? { ...rejections, count: rejections.count - 1 } : null;
  const meter = Object.values(world.state.meters).find((known) => known.event_name === event_name);
  const at = new Date(world.now() * 1_000).toISOString();
  const isMeterMissing = rejections.code === "no_meter";
  world.emitThin(
    isMeterMissing ? "v1.billing.meter.no_meter_found" : "v1.billing.meter.error_report_triggered",
    meter && !isMeterMissing
      ? { id: meter.id, type: "billing.meter", url: `/v1/billing/meters/${meter.id}` }
      : null,
    {
      developer_message_summary: "There is 1 invalid event",
      reason: {
        error_count: 1,
        error_types: [
          {
            code: rejections.code,
            error_count: 1,
            sample_errors: [{ error_message: "Rejected on request of a test.", request: { identifier } }],
          },
        ],
      },
      validation_start: at,
      validation_end: at,
    },
  );
  return true;
}

function checkEvent(
  world: World,
  eventName: string,
  payload: Record<string, string>,
  timestamp: number,
  identifier: string,
): void {
  const now = world.now();
  const meter = Object.values(world.state.meters).find(({ event_name }) => event_name === eventName);
  if (!meter) throw invalid(`No active meter found for event name ${eventName}.`, undefined, "event_name");
  if (timestamp < now - 35 * daySeconds || timestamp > now + 5 * minuteSeconds)
    throw invalid(
      "The timestamp must be within the past 35 calendar days or up to 5 minutes in the future.",
      "timestamp_invalid",
      "timestamp",
    );
  const customerKey = meter.customer_mapping.event_payload_key;
  world.get("customers", payload[customerKey] ?? "");
  const value = payload[meter.value_settings.event_payload_key];
  if (value === undefined || !/^-?\d+(\.\d+)?$/.test(value))
    throw invalid("The payload has no numeric value.", "meter_event_invalid_value", "payload");
  const isKnown = world.state.meterEvents.some(
    (event) => event.identifier === identifier && event.created > now - daySeconds,
  );
  if (isKnown) throw invalid(`An event already exists with identifier ${identifier}.`);
}
