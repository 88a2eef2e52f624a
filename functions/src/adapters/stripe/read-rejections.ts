import type { Stripe } from "stripe";
import { AppError } from "../../common/errors.js";
import type { UsageRejected } from "../../features/billing/account/billing-event.js";
import { toleranceSeconds } from "./read-event.js";
import type { StripeClient } from "./stripe-client.js";

/** Whether a webhook body is a thin event. It is signed with the secret of its event destination. */
export function isThin(body: Buffer): boolean {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return (
      typeof parsed === "object" && parsed !== null && "object" in parsed && parsed.object === "v2.core.event"
    );
  } catch {
    return false;
  }
}

/**
 * Verifies a thin event and reads from Stripe which meter events it rejected; null for other events.
 * @throws AppError `invalid-signature`, `upstream-failed`
 */
export async function readRejections(
  client: StripeClient,
  body: Buffer,
  signature: string | undefined,
  secret: string | null,
): Promise<UsageRejected | null> {
  const stripe = await client.raw();
  const notification = verify(stripe, body, signature, secret);
  if (
    notification.type !== "v1.billing.meter.error_report_triggered" &&
    notification.type !== "v1.billing.meter.no_meter_found"
  )
    return null;
  const { data } = await client.call<MeterErrors>(async () => notification.fetchEvent());
  return {
    kind: "usage-rejected",
    id: notification.id,
    count: data.reason.error_count,
    rejections: data.reason.error_types.flatMap(({ code, sample_errors }) =>
      sample_errors.map(({ request }) => ({ identifier: request.identifier, code })),
    ),
  };
}

type MeterErrors =
  | Stripe.V2.Core.Events.V1BillingMeterErrorReportTriggeredEvent
  | Stripe.V2.Core.Events.V1BillingMeterNoMeterFoundEvent;

function verify(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  secret: string | null,
): Stripe.V2.Core.EventNotification {
  try {
    if (secret === null) throw new Error("The secret of the event destination is not configured.");
    return stripe.parseEventNotification(body, signature ?? "", secret, toleranceSeconds);
  } catch (cause) {
    throw new AppError("invalid-signature", "The signature does not match the body.", { cause });
  }
}
