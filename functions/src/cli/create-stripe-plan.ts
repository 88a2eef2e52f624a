import { parseArgs } from "node:util";
import { Stripe } from "stripe";
import { createPlan } from "./stripe-plan.js";
import { UsageError } from "./usage-error.js";

const usage = `Creates product, meter, price and webhook endpoint in a Stripe account; what is there already is used.

  STRIPE_SECRET_KEY=sk_… npm run create-stripe-plan --workspace functions -- --app-url https://app.example.com

  --app-url URL      public address of the web app: the webhook goes to URL/api/v1/billing/webhook
  --meter NAME       event name of the meter (default plumbline_rows)
  --api-base URL     another address than api.stripe.com
`;

/** Exit code 0 when the plan is there, 2 for bad input. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "app-url": { type: "string" },
      meter: { type: "string", default: "plumbline_rows" },
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
  const { priceId, webhookSecret } = await createPlan(stripe, { appUrl, meterEvent: values.meter });
  process.stdout.write(`The plan is there. Paste into functions/.env.<project>:

  STRIPE_PRICE_ID='${priceId}'
  STRIPE_METER_EVENT='${values.meter}'
  STRIPE_PUBLISHABLE_KEY='pk_…'      from https://dashboard.stripe.com/apikeys

and store the secrets:

  firebase functions:secrets:set STRIPE_SECRET_KEY       the key this was run with
  firebase functions:secrets:set STRIPE_WEBHOOK_SECRET   ${webhookSecret ?? "of the endpoint that was there already: see https://dashboard.stripe.com/webhooks"}

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
