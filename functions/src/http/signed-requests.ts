import type { RequestHandler } from "express";
import { handleWebhook } from "../features/billing/handle-webhook.js";
import type { Dependencies } from "../composition/dependencies.js";
import { readRaw } from "./read-body.js";
import { contextOf } from "./request-context.js";
import { handleSlackAction } from "../features/channels/slack/handle-slack-action.js";
import { countRequests } from "../features/users/count-requests.js";

/** Receives Stripe's events, signed over the raw body. Stripe sends an event again unless the response is a success. */
export const billingWebhook =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    const { logger } = contextOf(res);
    await handleWebhook({ ...deps, logger }, await readRaw(req), req.header("stripe-signature"));
    res.json({ received: true });
  };

/** Receives presses of buttons in Slack, signed over the raw body. Slack shows an error unless it is a success. */
export const slackActions = (deps: Dependencies): RequestHandler => {
  const countRequest = countRequests(deps.rateLimiter);
  return async (req, res) => {
    const { logger } = contextOf(res);
    await handleSlackAction(
      { ...deps, logger, countRequest },
      {
        body: (await readRaw(req)).toString(),
        signature: req.header("x-slack-signature") ?? "",
        timestamp: req.header("x-slack-request-timestamp") ?? "",
      },
    );
    res.end();
  };
};
