import type { RequestHandler } from "express";
import { handleWebhook } from "../features/billing/handle-webhook.js";
import type { Dependencies } from "../composition/dependencies.js";
import { readRaw } from "./read-body.js";
import { contextOf } from "./request-context.js";

/** Receives Stripe's events, signed over the raw body. Stripe sends an event again unless the response is a success. */
export const billingWebhook =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    const { logger } = contextOf(res);
    await handleWebhook({ ...deps, logger }, await readRaw(req), req.header("stripe-signature"));
    res.json({ received: true });
  };
