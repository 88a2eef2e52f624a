import { stripeKeys } from "./keys.js";
import { startStripe } from "./server.js";

/** Runs only this stand-in: `npx tsx emulators/src/stripe/main.ts`. */
const stripe = await startStripe({
  port: Number(process.env["STRIPE_PORT"] ?? 9800),
  dataDir: process.env["STRIPE_DATA_DIR"],
  webhookUrl: process.env["STRIPE_WEBHOOK_URL"],
  webhookSecret: stripeKeys.webhookSecret,
  secretKey: stripeKeys.secretKey,
});
console.log(`Stripe stand-in on ${stripe.url}, secret key ${stripeKeys.secretKey}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void stripe.close().then(() => process.exit(0)));
}
