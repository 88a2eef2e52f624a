import { z } from "zod";
import {
  billingConfigSchema,
  billingStatusSchema,
  billingSummarySchema,
  cancelBillingSchema,
  pricingSchema,
  runPermissionSchema,
  setupIntentSchema,
  usageEntrySchema,
} from "./billing.js";
import { emptyBodySchema, idParamsSchema, idSchema, noContentSchema, pageQuerySchema } from "./common.js";
import { connectionSchema, createConnectionSchema, updateConnectionSchema } from "./connections.js";
import { connectionQuerySchema, dataSettingsSchema, updateDataSettingsSchema } from "./data-settings.js";
import { detectorCatalogueEntrySchema, detectorKeySchema } from "./detectors.js";
import {
  activeRunSchema,
  csvDataSchema,
  detectorResultSchema,
  downloadSchema,
  runReportSchema,
  runSchema,
  startedRunSchema,
} from "./runs.js";
import {
  setupEstimateQuerySchema,
  setupEstimateSchema,
  setupInputSchema,
  setupSchema,
  updateSetupSchema,
} from "./setups.js";
import { createUserSchema, updatePreferencesSchema, userSchema } from "./users.js";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `path` is below the origin; `:name` is a path parameter. `status` is the one of success. */
export type Endpoint = {
  method: HttpMethod;
  path: string;
  summary: string;
  /** False for the few calls that need no ID token. */
  auth?: false;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  status?: 200 | 201 | 202 | 204;
};

const runDetectorParams = z.object({ runId: idSchema, detectorId: detectorKeySchema });
const runParams = z.object({ runId: idSchema });
const unsubscribeQuery = z.object({ token: z.string().min(1).max(2048) });

/** Every call of the product's own API, both sides' single source. */
export const api = {
  getHealth: {
    method: "GET",
    path: "/api/v1/health",
    summary: "Whether the service and what it depends on answer.",
    auth: false,
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      checks: z.record(z.string(), z.enum(["ok", "failed"])),
    }),
  },
  getOpenApi: {
    method: "GET",
    path: "/api/v1/openapi.json",
    summary: "This API as an OpenAPI document.",
    auth: false,
    response: z.record(z.string(), z.unknown()),
  },
  getCurrentUser: {
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in user.",
    response: userSchema,
  },
  createUser: {
    method: "POST",
    path: "/api/v1/users",
    summary: "Creates the user record after sign-up; the same call again returns the same record.",
    body: createUserSchema,
    response: userSchema,
    status: 201,
  },
  updatePreferences: {
    method: "PATCH",
    path: "/api/v1/users/preferences",
    summary: "Switches e-mail notifications.",
    body: updatePreferencesSchema,
    response: userSchema,
  },
  unsubscribe: {
    method: "GET",
    path: "/api/v1/unsubscribe",
    summary: "Page that a mail's unsubscribe link opens.",
    auth: false,
    query: unsubscribeQuery,
    response: z.string(),
  },
  unsubscribeOneClick: {
    method: "POST",
    path: "/api/v1/unsubscribe",
    summary: "Switches notifications off for the token's account (RFC 8058).",
    auth: false,
    query: unsubscribeQuery,
    response: z.string(),
  },

  getBillingStatus: {
    method: "GET",
    path: "/api/v1/billing/status",
    summary: "Plan state, free quota and payment method.",
    response: billingStatusSchema,
  },
  getBillingConfig: {
    method: "GET",
    path: "/api/v1/billing/config",
    summary: "Whether card payment is available, and Stripe's publishable key.",
    response: billingConfigSchema,
  },
  listUsage: {
    method: "GET",
    path: "/api/v1/billing/usage",
    summary: "Rows analysed per run, newest first.",
    query: pageQuerySchema,
    response: z.array(usageEntrySchema),
  },
  getPricing: {
    method: "GET",
    path: "/api/v1/billing/pricing",
    summary: "The plan's tiers.",
    response: pricingSchema,
  },
  getBillingSummary: {
    method: "GET",
    path: "/api/v1/billing/summary",
    summary: "Usage of the period, estimate, outstanding amount and payments.",
    response: billingSummarySchema,
  },
  getRunPermission: {
    method: "GET",
    path: "/api/v1/billing/run-permission",
    summary: "Whether the account may start a run.",
    response: runPermissionSchema,
  },
  createSetupIntent: {
    method: "POST",
    path: "/api/v1/billing/setup-intent",
    summary: "Opens a checkout session that collects a payment method.",
    body: emptyBodySchema,
    response: setupIntentSchema,
  },
  cancelBilling: {
    method: "POST",
    path: "/api/v1/billing/cancel",
    summary: "Cancels the subscription at the end of its period.",
    body: emptyBodySchema,
    response: cancelBillingSchema,
  },

  listConnections: {
    method: "GET",
    path: "/api/v1/mixpanel/connections",
    summary: "The account's Mixpanel connections, newest first.",
    query: pageQuerySchema,
    response: z.array(connectionSchema),
  },
  getConnection: {
    method: "GET",
    path: "/api/v1/mixpanel/connections/:id",
    summary: "One connection.",
    params: idParamsSchema,
    response: connectionSchema,
  },
  createConnection: {
    method: "POST",
    path: "/api/v1/mixpanel/connections",
    summary: "Stores a connection, unverified.",
    body: createConnectionSchema,
    response: connectionSchema,
    status: 201,
  },
  updateConnection: {
    method: "PUT",
    path: "/api/v1/mixpanel/connections/:id",
    summary: "Changes a connection; it must be verified again.",
    params: idParamsSchema,
    body: updateConnectionSchema,
    response: connectionSchema,
  },
  deleteConnection: {
    method: "DELETE",
    path: "/api/v1/mixpanel/connections/:id",
    summary: "Deletes a connection with everything learnt through it.",
    params: idParamsSchema,
    response: noContentSchema,
    status: 204,
  },
  verifyConnection: {
    method: "POST",
    path: "/api/v1/mixpanel/connections/:id/verify",
    summary: "Tries the credentials, the region, the project and the plan.",
    params: idParamsSchema,
    body: emptyBodySchema,
    response: connectionSchema,
  },

  listDetectors: {
    method: "GET",
    path: "/api/v1/detectors",
    summary: "The catalogue of checks.",
    response: z.array(detectorCatalogueEntrySchema),
  },

  listSetups: {
    method: "GET",
    path: "/api/v1/setups",
    summary: "Setups, newest first.",
    query: pageQuerySchema,
    response: z.array(setupSchema),
  },
  getSetupEstimate: {
    method: "GET",
    path: "/api/v1/setups/estimate",
    summary: "Rows that one run of a selection would analyse.",
    query: setupEstimateQuerySchema,
    response: setupEstimateSchema,
  },
  getSetup: {
    method: "GET",
    path: "/api/v1/setups/:id",
    summary: "One setup.",
    params: idParamsSchema,
    response: setupSchema,
  },
  createSetup: {
    method: "POST",
    path: "/api/v1/setups",
    summary: "Creates a setup on a verified connection.",
    body: setupInputSchema,
    response: setupSchema,
    status: 201,
  },
  updateSetup: {
    method: "PUT",
    path: "/api/v1/setups/:id",
    summary: "Replaces a setup, or with {status} alone pauses or resumes it.",
    params: idParamsSchema,
    body: updateSetupSchema,
    response: setupSchema,
  },
  deleteSetup: {
    method: "DELETE",
    path: "/api/v1/setups/:id",
    summary: "Deletes a setup; reports of its runs stay.",
    params: idParamsSchema,
    response: noContentSchema,
    status: 204,
  },
  startRun: {
    method: "POST",
    path: "/api/v1/setups/:id/run",
    summary: "Starts a run.",
    params: idParamsSchema,
    body: emptyBodySchema,
    response: startedRunSchema,
    status: 202,
  },
  listSetupRuns: {
    method: "GET",
    path: "/api/v1/setups/:id/runs",
    summary: "Runs of one setup, newest first.",
    params: idParamsSchema,
    query: pageQuerySchema,
    response: z.array(runSchema),
  },

  listRuns: {
    method: "GET",
    path: "/api/v1/runs",
    summary: "All runs, newest first.",
    query: pageQuerySchema,
    response: z.array(runSchema),
  },
  listActiveRuns: {
    method: "GET",
    path: "/api/v1/runs/active",
    summary: "The run in flight, if any.",
    response: z.array(activeRunSchema),
  },
  cancelRun: {
    method: "PATCH",
    path: "/api/v1/runs/:runId/cancel",
    summary: "Cancels a pending or running run.",
    params: runParams,
    body: emptyBodySchema,
    response: runSchema,
  },
  deleteRun: {
    method: "DELETE",
    path: "/api/v1/runs/:runId",
    summary: "Deletes an ended run with its results.",
    params: runParams,
    response: noContentSchema,
    status: 204,
  },
  getRunReport: {
    method: "GET",
    path: "/api/v1/runs/:runId/report",
    summary: "A run and the verdicts of its detectors.",
    params: runParams,
    response: runReportSchema,
  },
  getDetectorResult: {
    method: "GET",
    path: "/api/v1/runs/:runId/detectors/:detectorId",
    summary: "One detector's flagged and recovered rows with their series.",
    params: runDetectorParams,
    response: detectorResultSchema,
  },
  getCsvData: {
    method: "GET",
    path: "/api/v1/runs/:runId/detectors/:detectorId/csv-data",
    summary: "The flagged and recovered rows as a table.",
    params: runDetectorParams,
    response: csvDataSchema,
  },
  getDownload: {
    method: "GET",
    path: "/api/v1/runs/:runId/detectors/:detectorId/download",
    summary: "A link, valid 15 minutes, to the whole CSV.",
    params: runDetectorParams,
    response: downloadSchema,
  },

  getDataSettings: {
    method: "GET",
    path: "/api/v1/data-settings",
    summary: "Events, properties and what is left out of runs.",
    query: connectionQuerySchema,
    response: dataSettingsSchema,
  },
  updateDataSettings: {
    method: "PUT",
    path: "/api/v1/data-settings",
    summary: "Changes which events and properties are left out.",
    query: connectionQuerySchema,
    body: updateDataSettingsSchema,
    response: dataSettingsSchema,
  },
  syncDataSettings: {
    method: "POST",
    path: "/api/v1/data-settings/sync",
    summary: "Reads names of events and properties from Mixpanel again.",
    query: connectionQuerySchema,
    body: emptyBodySchema,
    response: dataSettingsSchema.pick({ latestSync: true, lastSyncedAt: true }),
    status: 202,
  },
} as const satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;

/** Parsed answer of an endpoint. */
export type ApiResponse<K extends EndpointName> = z.output<Api[K]["response"]>;
