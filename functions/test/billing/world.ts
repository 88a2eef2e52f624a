import type { AddressInfo } from "node:net";
import type { WorkspaceId } from "../../src/contract/workspaces.js";
import { createServer } from "node:http";
import { controls, secretKey, webhookSecret } from "../../../emulators/src/stripe/testing.js";
import { localPlan } from "../../../emulators/src/stripe/keys.js";
import { startStripe } from "../../../emulators/src/stripe/server.js";
import { handledEvents, handledThinEvents } from "../../src/contract/integrations/stripe-events.js";
import { stripePayments } from "../../src/adapters/stripe/stripe-payments.js";
import { newUsage } from "../../src/features/billing/usage/usage-record.js";
import { meterEvents } from "../../src/features/billing/usage/report-usage.js";
import { afterBilledRun } from "../../src/features/billing/account/run-permission.js";
import type { Dependencies } from "../../src/composition/dependencies.js";
import { createApp } from "../../src/http/app.js";
import { billingWebhook } from "../../src/http/signed-requests.js";
import { createHandlers } from "../../src/http/handlers.js";
import { testDependencies } from "../../src/testing/dependencies.js";

type Repositories = Pick<Dependencies, "billing" | "runs" | "users" | "rateLimiter">;

/** The product with card payments, and the Stripe stand-in that sends it webhooks. Both share one clock. */
export async function billingWorld(
  options: { start?: string; hold?: boolean; repositories?: Repositories } = {},
) {
  const memory = testDependencies();
  const { clock, logger } = memory;
  clock.set(options.start ?? "2026-01-31T12:00:00.000Z");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const standIn = await startStripe({
    port: 0,
    secretKey,
    webhookSecret,
    webhookUrl: `${origin}/api/v1/billing/webhook`,
    webhookEvents: [...handledEvents, ...handledThinEvents],
    now: () => clock.now(),
  });
  const payments = stripePayments(
    {
      apiBase: standIn.url,
      secretKey,
      publishableKey: "pk_test_local",
      webhookSecret,
      meterWebhookSecret: webhookSecret,
      priceId: localPlan.priceId,
      meterEvent: localPlan.meterEvent,
    },
    0,
  );
  const repositories = options.repositories ?? memory;
  const deps: Dependencies = {
    ...memory,
    ...repositories,
    payments,
    meterEvents: meterEvents({ billing: repositories.billing, payments, clock, logger }),
  };
  const app = createApp({
    handlers: createHandlers(deps),
    verifyIdToken: async (token) => ({
      uid: token,
      email: `${token}@example.com`,
      auth_time: clock.now().getTime() / 1_000,
    }),
    authenticateToken: () => Promise.reject(new Error("no API tokens here")),
    // Every person is the owner of the workspace whose id is their uid.
    findAccess: async ({ uid }) => ({
      id: uid as WorkspaceId,
      name: uid,
      role: "owner",
      joinedAt: "2026-01-01T00:00:00.000Z",
      emailNotifications: true,
    }),
    rateLimiter: deps.rateLimiter,
    logger,
    slackActions: (_req, res) => void res.end(),
    webhook: billingWebhook(deps),
  });
  server.on("request", app);
  const stripe = controls(standIn);
  await stripe.webhooks({ hold: options.hold ?? false });

  const call = async (workspaceId: WorkspaceId, method: "GET" | "POST", path: string, body?: object) => {
    const response = await fetch(`${origin}/api/v1/billing/${path}`, {
      method,
      headers: { authorization: `Bearer ${workspaceId}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  return {
    deps,
    clock,
    stripe,
    standIn,
    origin,
    get: (workspaceId: WorkspaceId, path: string) => call(workspaceId, "GET", path),
    post: (workspaceId: WorkspaceId, path: string) => call(workspaceId, "POST", path),
    /** Takes a person through checkout with a card. */
    async payWith(workspaceId: WorkspaceId, card = "4242424242424242", purpose?: "change-card") {
      const { status, body } = await call(workspaceId, "POST", "setup-intent", purpose && { purpose });
      if (status !== 200) return status;
      return (await stripe.enterCard(body["checkoutUrl"]!, card)).status;
    },
    /** Does the billing work of a run's end. */
    async endRun(workspaceId: WorkspaceId, runId: string, rows: number) {
      const usage = await deps.runs.transact(workspaceId, async (tx) => {
        const { billing } = await tx.account();
        const written = newUsage({ runId, setupName: "Daily checks", rows }, billing, clock.now());
        tx.saveUsage(written);
        tx.saveAccount({ billing: afterBilledRun(billing) });
        return written;
      });
      if (!usage.isMetered) await deps.meterEvents.report(workspaceId, usage);
    },
    /** Lets Stripe do whatever is due by the shared clock. */
    tick: () => stripe.moveClock({}),
    state: async () => (await (await fetch(`${standIn.url}/_state`)).json()) as StripeState,
    async close() {
      await standIn.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type BillingWorld = Awaited<ReturnType<typeof billingWorld>>;

/** The parts of the stand-in's state that tests use. */
type StripeState = {
  meterEvents: { identifier: string; payload: { value: string }; timestamp: number }[];
  invoices: Record<
    string,
    {
      id: string;
      status: string;
      total: number;
      amount_paid: number;
      attempt_count: number;
      period_start: number;
      period_end: number;
      created: number;
      parent: { subscription_details: { subscription: string } };
    }
  >;
  subscriptions: Record<string, { id: string; status: string; cancel_at: number | null }>;
  customers: Record<string, { id: string; invoice_settings: { default_payment_method: string | null } }>;
  paymentMethods: Record<string, { id: string; created: number }>;
};
