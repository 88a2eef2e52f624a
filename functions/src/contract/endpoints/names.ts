import { emptyBodySchema } from "../common.js";
import {
  connectionQuerySchema,
  dataSettingsQuerySchema,
  dataSettingsSchema,
  updateDataSettingsQuerySchema,
  updateDataSettingsSchema,
} from "../data-settings.js";
import {
  decideNamesQuerySchema,
  decideNamesSchema,
  namesQuerySchema,
  newNamesSchema,
} from "../names/names.js";
import { get, noContent, post, put, type Endpoints } from "./endpoint.js";

export const namesEndpoints = {
  getDataSettings: {
    ...get("/api/v1/data-settings"),
    summary: "Events and properties, and which are excluded, 5,000 names per page.",
    access: "viewer",
    scope: "read",
    query: dataSettingsQuerySchema,
    response: dataSettingsSchema,
  },
  updateDataSettings: {
    ...put("/api/v1/data-settings"),
    summary: "Changes which events and properties are excluded.",
    access: "editor",
    needsVerifiedEmail: false,
    scope: "write",
    query: updateDataSettingsQuerySchema,
    body: updateDataSettingsSchema,
    ...noContent,
  },
  listNames: {
    ...get("/api/v1/names"),
    summary: "New, renamed and otherwise changed names, newest first.",
    access: "viewer",
    scope: "read",
    query: namesQuerySchema,
    response: newNamesSchema,
  },
  decideNames: {
    ...post("/api/v1/names/decisions"),
    summary: "Approves, ignores or excludes names.",
    access: "editor",
    needsVerifiedEmail: false,
    scope: "write",
    query: decideNamesQuerySchema,
    body: decideNamesSchema,
    ...noContent,
  },
  syncDataSettings: {
    ...post("/api/v1/data-settings/sync"),
    summary: "Reads the names of events and properties from Mixpanel again.",
    access: "editor",
    needsVerifiedEmail: false,
    scope: "write",
    query: connectionQuerySchema,
    body: emptyBodySchema,
    response: dataSettingsSchema.pick({ latestSync: true, lastSyncedAt: true }),
    status: 202,
  },
} as const satisfies Endpoints;
