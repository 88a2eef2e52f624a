import { parseArgs } from "node:util";
import { Stripe } from "stripe";
import { createPlan } from "./stripe-plan.js";
import { UsageError } from "./usage-error.js";

const usage = `Creates product, meter, price, webhook endpoint and event destination in a Stripe account. What exists is used
and mended; what differs and must not be changed stops it with a message.

  STRIPE_SECRET_KEY=sk_… npm run create-stripe-plan --workspace functions -- --app-url https://app.example.com

  --app-url URL      public address of the web app: the webhook goes to URL/api/v1/billing/webhook
  --meter NAME       event name of the meter (default plumbline_rows)
  --new-price        create another price when the existing one differs; subscriptions keep theirs
  --new-webhook      replace a webhook endpoint that has another API version; its secret changes
  --api-base URL     another address than api.stripe.com
`;

const unchanged = "unchanged; shown at https://dashboard.stripe.com/webhooks";

/** Exit code 0 when the plan is there, 2 for bad input. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "app-url": { type: "string" },
      meter: { type: "string", default: "plumbline_rows" },
      "new-price": { type: "boolean" },
      "new-webhook": { type: "boolean" },
      "api-base": { type: "string" },
      help: { type: "boolean" },
    },
  });
  const secretKey = process.env["STRIPE_SECRET_KEY"];
  const appUrl = values["app-url"];
  if (values.help || !secretKey || !appUrl || !URL.canParse(appUrl)) throw new UsageError(usage);
  const base = values["api-base"] ? new URL(values["api-base"]) : null;
  const stripe = new Stripe(
    secretKey,
    base
      ? { protocol: base.protocol === "http:" ? "http" : "https", host: base.hostname, port: base.port }
      : {},
  );
  const { priceId, webhookSecret, meterWebhookSecret, mended } = await createPlan(stripe, {
    appUrl,
    meterEvent: values.meter,
    newPrice: values["new-price"],
    newWebhook: values["new-webhook"],
  });
  for (const sentence of mended) process.stdout.write(`${sentence}\n`);
  process.stdout.write(`The plan is there. Paste into functions/.env.<project>:

  STRIPE_PRICE_ID='${priceId}'
  STRIPE_METER_EVENT='${values.meter}'
  STRIPE_PUBLISHABLE_KEY='pk_…'      from https://dashboard.stripe.com/apikeys

and store the secrets:

  firebase functions:secrets:set STRIPE_SECRET_KEY             the key this was run with
  firebase functions:secrets:set STRIPE_WEBHOOK_SECRET         ${webhookSecret ?? unchanged}
  firebase functions:secrets:set STRIPE_METER_WEBHOOK_SECRET   ${meterWebhookSecret ?? unchanged}

Then deploy the functions.
`);
  return 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
