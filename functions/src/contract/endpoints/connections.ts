import { z } from "zod";
import { pageQuerySchema } from "../common.js";
import {
  connectionSchema,
  createConnectionSchema,
  deleteConnectionQuerySchema,
  updateConnectionSchema,
  verifyConnectionSchema,
} from "../connections.js";
import {
  mixpanelAnnotationsSchema,
  switchMixpanelAnnotationsSchema,
} from "../integrations/mixpanel-annotations.js";
import { del, get, noContent, post, put, type Endpoints } from "./endpoint.js";

export const connectionsEndpoints = {
  listConnections: {
    ...get("/api/v1/mixpanel/connections"),
    summary: "The workspace's Mixpanel connections, newest first.",
    access: "viewer",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(connectionSchema),
  },
  getConnection: {
    ...get("/api/v1/mixpanel/connections/:id"),
    summary: "One connection.",
    access: "viewer",
    scope: "read",
    response: connectionSchema,
  },
  getMixpanelAnnotations: {
    ...get("/api/v1/mixpanel/connections/:id/mixpanel-annotations"),
    summary: "Whether annotations are written to the Mixpanel project while incidents are open.",
    access: "viewer",
    response: mixpanelAnnotationsSchema,
  },
  switchMixpanelAnnotations: {
    ...put("/api/v1/mixpanel/connections/:id/mixpanel-annotations"),
    summary: "Turns these annotations on, or turns them off and removes them.",
    access: "admin",
    needsVerifiedEmail: true,
    body: switchMixpanelAnnotationsSchema,
    response: mixpanelAnnotationsSchema,
  },
  createConnection: {
    ...post("/api/v1/mixpanel/connections"),
    summary: "Creates a connection, not yet verified.",
    access: "admin",
    needsVerifiedEmail: false,
    scope: "write",
    body: createConnectionSchema,
    response: connectionSchema,
    status: 201,
  },
  updateConnection: {
    ...put("/api/v1/mixpanel/connections/:id"),
    summary: "Changes a connection; it must be verified again.",
    access: "admin",
    needsVerifiedEmail: false,
    scope: "write",
    body: updateConnectionSchema,
    response: connectionSchema,
  },
  deleteConnection: {
    ...del("/api/v1/mixpanel/connections/:id"),
    summary: "Deletes a connection and all its analysis data, and on request the reports of its runs.",
    access: "admin",
    needsVerifiedEmail: false,
    scope: "write",
    query: deleteConnectionQuerySchema,
    ...noContent,
  },
  verifyConnection: {
    ...post("/api/v1/mixpanel/connections/:id/verify"),
    summary: "Verifies a connection's credentials, region, project and Mixpanel plan.",
    access: "admin",
    needsVerifiedEmail: false,
    scope: "write",
    body: verifyConnectionSchema,
    response: connectionSchema,
  },
} as const satisfies Endpoints;
