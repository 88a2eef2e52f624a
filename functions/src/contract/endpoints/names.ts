import { emptyBodySchema } from "../common.js";
import * as dataSettings from "../data-settings.js";
import * as names from "../names/names.js";
import { get, post, put, type Endpoints } from "./endpoint.js";

export const namesEndpoints = {
  getDataSettings: get("viewer", "/api/v1/data-settings", {
    summary: "Events and properties, and which are excluded, 5,000 names per page.",
    scope: "read",
    query: dataSettings.dataSettingsQuerySchema,
    response: dataSettings.dataSettingsSchema,
  }),
  updateDataSettings: put("editor", "/api/v1/data-settings", {
    summary: "Changes which events and properties are excluded.",
    needsVerifiedEmail: false,
    scope: "write",
    query: dataSettings.updateDataSettingsQuerySchema,
    body: dataSettings.updateDataSettingsSchema,
  }),
  listNames: get("viewer", "/api/v1/names", {
    summary: "New, renamed and otherwise changed names, newest first.",
    scope: "read",
    query: names.namesQuerySchema,
    response: names.newNamesSchema,
  }),
  decideNames: post("editor", "/api/v1/names/decisions", {
    summary: "Approves, ignores or excludes names.",
    needsVerifiedEmail: false,
    scope: "write",
    query: names.decideNamesQuerySchema,
    body: names.decideNamesSchema,
  }),
  syncDataSettings: post("editor", "/api/v1/data-settings/sync", {
    summary: "Reads the names of events and properties from Mixpanel again.",
    needsVerifiedEmail: false,
    scope: "write",
    query: dataSettings.connectionQuerySchema,
    body: emptyBodySchema,
    response: dataSettings.dataSettingsSchema.pick({ latestSync: true, lastSyncedAt: true }),
    status: 202,
  }),
} as const satisfies Endpoints;
