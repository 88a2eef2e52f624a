import type { Express } from "express";
import { findAccess } from "../features/workspaces/ensure-user.js";
import { authenticateToken } from "../features/tokens/authenticate-token.js";
import { createApp } from "../http/app.js";
import { createHandlers } from "../http/handlers.js";
import { billingWebhook, slackActions } from "../http/signed-requests.js";
import { dependencies, firebaseAuth } from "./compose.js";

/** Builds the API on top of the dependencies. */
export async function composeApp(): Promise<Express> {
  const [deps, auth] = await Promise.all([dependencies(), firebaseAuth()]);
  return createApp({
    handlers: createHandlers(deps),
    verifyIdToken: (token) => auth.verifyIdToken(token, true),
    authenticateToken: (token, request) => authenticateToken(deps, token, request),
    findAccess: (identity, workspaceId) => findAccess(deps, identity, workspaceId),
    rateLimiter: deps.rateLimiter,
    logger: deps.logger,
    webhook: billingWebhook(deps),
    slackActions: slackActions(deps),
  });
}
