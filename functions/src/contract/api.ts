import { z } from "zod";
import {
  billingConfigSchema,
  billingEstimateSchema,
  billingStatusSchema,
  billingSummarySchema,
  planEndSchema,
  pricingSchema,
  runPermissionSchema,
  setupIntentBodySchema,
  setupIntentSchema,
  usageEntrySchema,
} from "./billing.js";
import { emptyBodySchema, idParamsSchema, idSchema, noContentSchema, pageQuerySchema } from "./common.js";
import { connectionSchema, createConnectionSchema, updateConnectionSchema } from "./connections.js";
import { connectionQuerySchema, dataSettingsSchema, updateDataSettingsSchema } from "./data-settings.js";
import { detectorCatalogueEntrySchema, detectorKeySchema } from "./detectors.js";
import { operatorSchema } from "./operator.js";
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
import { createUserSchema, passwordResetSchema, updatePreferencesSchema, userSchema } from "./users.js";
import {
  auditEntrySchema,
  changeRoleSchema,
  createInvitationSchema,
  createWorkspaceSchema,
  invitationPreviewSchema,
  invitationSchema,
  invitationTokenSchema,
  memberParamsSchema,
  memberSchema,
  renameWorkspaceSchema,
  type Role,
  workspaceSchema,
} from "./workspaces.js";

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Access = "public" | "signed-in" | Role;

/** `path` is below the origin; `:name` is a path parameter. `status` is the one of success. */
export type Endpoint = {
  method: HttpMethod;
  path: string;
  summary: string;
  /** Who may call it: anyone, anyone signed in, or members of the workspace from this role on. */
  access: Access;
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
    access: "public",
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      checks: z.record(z.string(), z.enum(["ok", "failed"])),
      /** `meterDifferenceRows`: rows by which Stripe's meter differed from our usage in the last daily comparison. */
      figures: z.record(z.string(), z.number()),
    }),
  },
  getOpenApi: {
    method: "GET",
    path: "/api/v1/openapi.json",
    summary: "This API as an OpenAPI document.",
    access: "public",
    response: z.record(z.string(), z.unknown()),
  },
  getOperator: {
    method: "GET",
    path: "/api/v1/operator",
    summary: "Who runs this installation.",
    access: "public",
    response: operatorSchema,
  },
  getSecurityTxt: {
    method: "GET",
    path: "/.well-known/security.txt",
    summary: "Where to report a vulnerability (RFC 9116).",
    access: "public",
    response: z.string(),
  },
  getCurrentUser: {
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in user.",
    access: "signed-in",
    response: userSchema,
  },
  createUser: {
    method: "POST",
    path: "/api/v1/users",
    summary: "Creates the user record after sign-up; the same call again returns the same record.",
    access: "signed-in",
    body: createUserSchema,
    response: userSchema,
    status: 201,
  },
  updatePreferences: {
    method: "PATCH",
    path: "/api/v1/users/preferences",
    summary: "Switches email notifications.",
    access: "viewer",
    body: updatePreferencesSchema,
    response: userSchema,
  },
  sendVerificationEmail: {
    method: "POST",
    path: "/api/v1/users/verification-email",
    summary: "Emails you a link that verifies your address.",
    access: "signed-in",
    body: emptyBodySchema,
    response: noContentSchema,
    status: 204,
  },
  sendPasswordReset: {
    method: "POST",
    path: "/api/v1/auth/password-reset",
    summary: "Emails a link to choose a new password; the answer is the same for unknown addresses.",
    access: "public",
    body: passwordResetSchema,
    response: noContentSchema,
    status: 204,
  },
  unsubscribe: {
    method: "GET",
    path: "/api/v1/unsubscribe",
    summary: "Page that a mail's unsubscribe link opens.",
    access: "public",
    query: unsubscribeQuery,
    response: z.string(),
  },
  unsubscribeOneClick: {
    method: "POST",
    path: "/api/v1/unsubscribe",
    summary: "Switches notifications off for the token's account (RFC 8058).",
    access: "public",
    query: unsubscribeQuery,
    response: z.string(),
  },

  createWorkspace: {
    method: "POST",
    path: "/api/v1/workspaces",
    summary: "Creates a workspace with you as its owner.",
    access: "signed-in",
    body: createWorkspaceSchema,
    response: workspaceSchema,
    status: 201,
  },
  renameWorkspace: {
    method: "PATCH",
    path: "/api/v1/workspace",
    summary: "Renames the workspace.",
    access: "admin",
    body: renameWorkspaceSchema,
    response: workspaceSchema,
  },
  listMembers: {
    method: "GET",
    path: "/api/v1/members",
    summary: "The workspace's members, in the order in which they joined.",
    access: "viewer",
    response: z.array(memberSchema),
  },
  changeRole: {
    method: "PATCH",
    path: "/api/v1/members/:uid",
    summary: "Gives a member another role. Only owners make or change owners.",
    access: "admin",
    params: memberParamsSchema,
    body: changeRoleSchema,
    response: noContentSchema,
    status: 204,
  },
  removeMember: {
    method: "DELETE",
    path: "/api/v1/members/:uid",
    summary: "Removes a member.",
    access: "admin",
    params: memberParamsSchema,
    response: noContentSchema,
    status: 204,
  },
  leaveWorkspace: {
    method: "POST",
    path: "/api/v1/workspace/leave",
    summary: "Ends your own membership.",
    access: "viewer",
    body: emptyBodySchema,
    response: noContentSchema,
    status: 204,
  },
  listInvitations: {
    method: "GET",
    path: "/api/v1/invitations",
    summary: "Invitations that nobody has accepted yet, newest first.",
    access: "admin",
    response: z.array(invitationSchema),
  },
  inviteMember: {
    method: "POST",
    path: "/api/v1/invitations",
    summary: "Emails an invitation that works once, for 7 days and for this address only.",
    access: "admin",
    body: createInvitationSchema,
    response: invitationSchema,
    status: 201,
  },
  resendInvitation: {
    method: "POST",
    path: "/api/v1/invitations/:id/resend",
    summary: "Emails an invitation again with a new link; the old link stops working.",
    access: "admin",
    params: idParamsSchema,
    body: emptyBodySchema,
    response: invitationSchema,
  },
  revokeInvitation: {
    method: "DELETE",
    path: "/api/v1/invitations/:id",
    summary: "Revokes an invitation.",
    access: "admin",
    params: idParamsSchema,
    response: noContentSchema,
    status: 204,
  },
  previewInvitation: {
    method: "POST",
    path: "/api/v1/invitations/preview",
    summary: "What an invitation's link leads to.",
    access: "public",
    body: invitationTokenSchema,
    response: invitationPreviewSchema,
  },
  acceptInvitation: {
    method: "POST",
    path: "/api/v1/invitations/accept",
    summary: "Joins the workspace of an invitation.",
    access: "signed-in",
    body: invitationTokenSchema,
    response: workspaceSchema,
  },
  listAudit: {
    method: "GET",
    path: "/api/v1/audit",
    summary: "The workspace's audit log, newest first.",
    access: "admin",
    query: pageQuerySchema,
    response: z.array(auditEntrySchema),
  },

  getBillingStatus: {
    method: "GET",
    path: "/api/v1/billing/status",
    summary: "Plan state, free quota and payment method.",
    access: "viewer",
    response: billingStatusSchema,
  },
  getBillingConfig: {
    method: "GET",
    path: "/api/v1/billing/config",
    summary: "Whether card payment is available, and Stripe's publishable key.",
    access: "viewer",
    response: billingConfigSchema,
  },
  listUsage: {
    method: "GET",
    path: "/api/v1/billing/usage",
    summary: "Rows analysed per run, newest first.",
    access: "viewer",
    query: pageQuerySchema,
    response: z.array(usageEntrySchema),
  },
  getPricing: {
    method: "GET",
    path: "/api/v1/billing/pricing",
    summary: "The plan's tiers.",
    access: "viewer",
    response: pricingSchema,
  },
  getBillingSummary: {
    method: "GET",
    path: "/api/v1/billing/summary",
    summary: "Usage of the period, estimate, outstanding amount and payments.",
    access: "viewer",
    response: billingSummarySchema,
  },
  getRunPermission: {
    method: "GET",
    path: "/api/v1/billing/run-permission",
    summary: "Whether the account may start a run.",
    access: "viewer",
    response: runPermissionSchema,
  },
  createSetupIntent: {
    method: "POST",
    path: "/api/v1/billing/setup-intent",
    summary: "Opens a checkout session that collects a payment method.",
    access: "owner",
    body: setupIntentBodySchema,
    response: setupIntentSchema,
  },
  cancelBilling: {
    method: "POST",
    path: "/api/v1/billing/cancel",
    summary: "Cancels the subscription at the end of its period.",
    access: "owner",
    body: emptyBodySchema,
    response: planEndSchema,
  },
  resumeBilling: {
    method: "POST",
    path: "/api/v1/billing/resume",
    summary: "Resumes a canceled subscription that has not ended yet.",
    access: "owner",
    body: emptyBodySchema,
    response: planEndSchema,
  },
  getBillingEstimate: {
    method: "GET",
    path: "/api/v1/billing/estimate",
    summary: "What the active schedules would cost in an average month.",
    access: "viewer",
    response: billingEstimateSchema,
  },

  listConnections: {
    method: "GET",
    path: "/api/v1/mixpanel/connections",
    summary: "The account's Mixpanel connections, newest first.",
    access: "viewer",
    query: pageQuerySchema,
    response: z.array(connectionSchema),
  },
  getConnection: {
    method: "GET",
    path: "/api/v1/mixpanel/connections/:id",
    summary: "One connection.",
    access: "viewer",
    params: idParamsSchema,
    response: connectionSchema,
  },
  createConnection: {
    method: "POST",
    path: "/api/v1/mixpanel/connections",
    summary: "Stores a connection, unverified.",
    access: "admin",
    body: createConnectionSchema,
    response: connectionSchema,
    status: 201,
  },
  updateConnection: {
    method: "PUT",
    path: "/api/v1/mixpanel/connections/:id",
    summary: "Changes a connection; it must be verified again.",
    access: "admin",
    params: idParamsSchema,
    body: updateConnectionSchema,
    response: connectionSchema,
  },
  deleteConnection: {
    method: "DELETE",
    path: "/api/v1/mixpanel/connections/:id",
    summary: "Deletes a connection with everything learned through it.",
    access: "admin",
    params: idParamsSchema,
    response: noContentSchema,
    status: 204,
  },
  verifyConnection: {
    method: "POST",
    path: "/api/v1/mixpanel/connections/:id/verify",
    summary: "Tries the credentials, the region, the project and the plan.",
    access: "admin",
    params: idParamsSchema,
    response: connectionSchema,
  },

  listDetectors: {
    method: "GET",
    path: "/api/v1/detectors",
    summary: "The catalogue of checks.",
    access: "viewer",
    response: z.array(detectorCatalogueEntrySchema),
  },

  listSetups: {
    method: "GET",
    path: "/api/v1/setups",
    summary: "Setups, newest first.",
    access: "viewer",
    query: pageQuerySchema,
    response: z.array(setupSchema),
  },
  getSetupEstimate: {
    method: "GET",
    path: "/api/v1/setups/estimate",
    summary: "Rows that one run of a selection would analyse.",
    access: "viewer",
    query: setupEstimateQuerySchema,
    response: setupEstimateSchema,
  },
  getSetup: {
    method: "GET",
    path: "/api/v1/setups/:id",
    summary: "One setup.",
    access: "viewer",
    params: idParamsSchema,
    response: setupSchema,
  },
  createSetup: {
    method: "POST",
    path: "/api/v1/setups",
    summary: "Creates a setup on a verified connection.",
    access: "editor",
    body: setupInputSchema,
    response: setupSchema,
    status: 201,
  },
  updateSetup: {
    method: "PUT",
    path: "/api/v1/setups/:id",
    summary: "Replaces a setup, or with {status} alone pauses or resumes it.",
    access: "editor",
    params: idParamsSchema,
    body: updateSetupSchema,
    response: setupSchema,
  },
  deleteSetup: {
    method: "DELETE",
    path: "/api/v1/setups/:id",
    summary: "Deletes a setup; reports of its runs stay.",
    access: "editor",
    params: idParamsSchema,
    response: noContentSchema,
    status: 204,
  },
  startRun: {
    method: "POST",
    path: "/api/v1/setups/:id/run",
    summary: "Starts a run.",
    access: "editor",
    params: idParamsSchema,
    body: emptyBodySchema,
    response: startedRunSchema,
    status: 202,
  },
  listSetupRuns: {
    method: "GET",
    path: "/api/v1/setups/:id/runs",
    summary: "Runs of one setup, newest first.",
    access: "viewer",
    params: idParamsSchema,
    query: pageQuerySchema,
    response: z.array(runSchema),
  },

  listRuns: {
    method: "GET",
    path: "/api/v1/runs",
    summary: "All runs, newest first.",
    access: "viewer",
    query: pageQuerySchema,
    response: z.array(runSchema),
  },
  listActiveRuns: {
    method: "GET",
    path: "/api/v1/runs/active",
    summary: "The run in flight, if any.",
    access: "viewer",
    response: z.array(activeRunSchema),
  },
  cancelRun: {
    method: "PATCH",
    path: "/api/v1/runs/:runId/cancel",
    summary: "Cancels a pending or running run.",
    access: "editor",
    params: runParams,
    body: emptyBodySchema,
    response: runSchema,
  },
  deleteRun: {
    method: "DELETE",
    path: "/api/v1/runs/:runId",
    summary: "Deletes an ended run with its results.",
    access: "editor",
    params: runParams,
    response: noContentSchema,
    status: 204,
  },
  getRunReport: {
    method: "GET",
    path: "/api/v1/runs/:runId/report",
    summary: "A run and the verdicts of its detectors.",
    access: "viewer",
    params: runParams,
    response: runReportSchema,
  },
  getDetectorResult: {
    method: "GET",
    path: "/api/v1/runs/:runId/detectors/:detectorId",
    summary: "One detector's flagged and recovered rows with their series.",
    access: "viewer",
    params: runDetectorParams,
    response: detectorResultSchema,
  },
  getCsvData: {
    method: "GET",
    path: "/api/v1/runs/:runId/detectors/:detectorId/csv-data",
    summary: "The flagged and recovered rows as a table.",
    access: "viewer",
    params: runDetectorParams,
    response: csvDataSchema,
  },
  getDownload: {
    method: "GET",
    path: "/api/v1/runs/:runId/detectors/:detectorId/download",
    summary: "A link, valid 15 minutes, to the whole CSV.",
    access: "viewer",
    params: runDetectorParams,
    response: downloadSchema,
  },

  getDataSettings: {
    method: "GET",
    path: "/api/v1/data-settings",
    summary: "Events, properties and what is left out of runs.",
    access: "viewer",
    query: connectionQuerySchema,
    response: dataSettingsSchema,
  },
  updateDataSettings: {
    method: "PUT",
    path: "/api/v1/data-settings",
    summary: "Changes which events and properties are left out.",
    access: "editor",
    query: connectionQuerySchema,
    body: updateDataSettingsSchema,
    response: dataSettingsSchema,
  },
  syncDataSettings: {
    method: "POST",
    path: "/api/v1/data-settings/sync",
    summary: "Reads names of events and properties from Mixpanel again.",
    access: "editor",
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
