import { Stripe } from "stripe";
import type { RunningServer } from "../http/serve.js";
import { serve } from "../http/serve.js";
import { readBytes } from "../http/body.js";
import { startStripe, type StripeOptions } from "./server.js";

export const secretKey = "sk_test_local";
export const webhookSecret = "whsec_local";

type Received = { body: Buffer; signature: string };

/** Starts a stand-in with a receiver for its webhooks, and an official client that connects to it. */
export async function startTestStripe(options: Partial<StripeOptions> = {}) {
  const received: Received[] = [];
  /** The statuses that the receiver answers with; 200 if empty. */
  const answers: number[] = [];
  const receiver = await serve((request, response) => {
    void readBytes(request).then((body) => {
      received.push({ body, signature: String(request.headers["stripe-signature"]) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  }, 0);
  const standIn = await startStripe({
    port: 0,
    secretKey,
    webhookSecret,
    webhookUrl: receiver.url,
    ...options,
  });
  return {
    ...controls(standIn),
    stripe: library(standIn),
    standIn,
    received,
    answers,
    close: async () => {
      await standIn.close();
      await receiver.close();
    },
  };
}

export const library = ({ port }: RunningServer, key = secretKey): Stripe =>
  new Stripe(key, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0, telemetry: false });

/** The test controls of a stand-in, and a function that fills in its checkout page. */
export function controls({ url }: { url: string }) {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  return {
    moveClock: (by: { days?: number; seconds?: number; to?: string }) => post("/_clock", by),
    webhooks: (switches: { hold?: boolean; duplicate?: number; shuffleMs?: number }) =>
      post("/_webhooks", switches),
    /** Makes the stand-in accept the next meter events with 200 and reject them later. */
    rejectMeterEvents: (reject: number, code: string) => post("/_meter", { reject, code }),
    fault: (fault: { kind: "refuse" | "deny" | "lose"; path?: string; count?: number }) =>
      post("/_faults", fault),
    deliver: async (id: string) => Number((await post("/_webhooks/deliver", { id })).status),
    deliveries: async () => {
      const answer = (await (await fetch(`${url}/_webhooks`)).json()) as {
        deliveries: { id: string; type: string; state: string; attempts: number; eventId: string }[];
      };
      return answer.deliveries;
    },
    /** Submits a card on the hosted page. */
    enterCard: (checkoutUrl: string, card: string, more: Record<string, string> = {}) =>
      fetch(checkoutUrl, {
        method: "POST",
        body: new URLSearchParams({ card, expiry: "12/34", cvc: "123", ...more }),
        redirect: "manual",
      }),
  };
}
