import type { RequestHandler } from "express";
import { handleWebhook } from "../features/billing/handle-webhook.js";
import type { Dependencies } from "../composition/dependencies.js";
import { readRaw } from "./read-body.js";
import { contextOf } from "./request-context.js";

/** Takes Stripe's messages: no token but a signature over the raw body. Anything but a success is sent again. */
export const billingWebhook =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    const { logger } = contextOf(res);
    await handleWebhook({ ...deps, logger }, await readRaw(req), req.header("stripe-signature"));
    res.json({ received: true });
  };
