import { z } from "zod";
import { pageQuerySchema } from "../common.js";
import * as connections from "../connections.js";
import * as mixpanelAnnotations from "../integrations/mixpanel-annotations.js";
import { del, get, post, put, type Endpoints } from "./endpoint.js";

export const connectionsEndpoints = {
  listConnections: get("viewer", "/api/v1/mixpanel/connections", {
    summary: "The workspace's Mixpanel connections, newest first.",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(connections.connectionSchema),
  }),
  getConnection: get("viewer", "/api/v1/mixpanel/connections/:id", {
    summary: "One connection.",
    scope: "read",
    response: connections.connectionSchema,
  }),
  getMixpanelAnnotations: get("viewer", "/api/v1/mixpanel/connections/:id/mixpanel-annotations", {
    summary: "Whether annotations are written to the Mixpanel project while incidents are open.",
    response: mixpanelAnnotations.mixpanelAnnotationsSchema,
  }),
  switchMixpanelAnnotations: put("admin", "/api/v1/mixpanel/connections/:id/mixpanel-annotations", {
    summary: "Turns these annotations on, or turns them off and removes them.",
    needsVerifiedEmail: true,
    body: mixpanelAnnotations.switchMixpanelAnnotationsSchema,
    response: mixpanelAnnotations.mixpanelAnnotationsSchema,
  }),
  createConnection: post("admin", "/api/v1/mixpanel/connections", {
    summary: "Creates a connection, not yet verified.",
    needsVerifiedEmail: false,
    scope: "write",
    body: connections.createConnectionSchema,
    response: connections.connectionSchema,
    status: 201,
  }),
  updateConnection: put("admin", "/api/v1/mixpanel/connections/:id", {
    summary: "Changes a connection; it must be verified again.",
    needsVerifiedEmail: false,
    scope: "write",
    body: connections.updateConnectionSchema,
    response: connections.connectionSchema,
  }),
  deleteConnection: del("admin", "/api/v1/mixpanel/connections/:id", {
    summary: "Deletes a connection and all its analysis data, and on request the reports of its runs.",
    needsVerifiedEmail: false,
    scope: "write",
    query: connections.deleteConnectionQuerySchema,
  }),
  verifyConnection: post("admin", "/api/v1/mixpanel/connections/:id/verify", {
    summary: "Verifies a connection's credentials, region, project and Mixpanel plan.",
    needsVerifiedEmail: false,
    scope: "write",
    body: connections.verifyConnectionSchema,
    response: connections.connectionSchema,
  }),
} as const satisfies Endpoints;
