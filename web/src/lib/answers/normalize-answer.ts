import { api, type EndpointName } from "@contract/api";
import type { z } from "zod";
import {
  normalizeBillingEstimate,
  normalizeBillingStatus,
  normalizeBillingSummary,
  normalizePricing,
  normalizeRunPermission,
  normalizeUsage,
} from "./billing";
import { each, withDefaults, fieldsOf } from "./fields";
import { normalizeCsvData, normalizeDetectorResult, normalizeReport } from "./reports";
import { normalizeActiveRun, normalizeRun, normalizeStartedRun } from "./runs";
import { normalizeCatalogue, normalizeConnection, normalizeSetup } from "./setups";

const normalizeUser = (value: unknown) =>
  withDefaults(value, { emailNotifications: true, emailVerified: true });

/** For endpoints whose answers only have to be filled in. */
const asIs = (value: unknown) => value;

/** Per endpoint, converts an answer to the contract's form, before what is still missing is filled in. */
const normalizers: { readonly [K in EndpointName]?: (answer: unknown) => unknown } = {
  getCurrentUser: normalizeUser,
  createUser: normalizeUser,
  updatePreferences: normalizeUser,
  getBillingStatus: normalizeBillingStatus,
  getBillingConfig: asIs,
  getRunPermission: normalizeRunPermission,
  listUsage: normalizeUsage,
  getPricing: normalizePricing,
  getBillingEstimate: normalizeBillingEstimate,
  getBillingSummary: normalizeBillingSummary,
  cancelBilling: asIs,
  resumeBilling: asIs,
  listConnections: each(normalizeConnection),
  getConnection: normalizeConnection,
  createConnection: normalizeConnection,
  updateConnection: normalizeConnection,
  verifyConnection: normalizeConnection,
  listDetectors: normalizeCatalogue,
  listSetups: each(normalizeSetup),
  getSetup: normalizeSetup,
  createSetup: normalizeSetup,
  updateSetup: normalizeSetup,
  startRun: normalizeStartedRun,
  listRuns: each(normalizeRun),
  listSetupRuns: each(normalizeRun),
  listActiveRuns: each(normalizeActiveRun),
  cancelRun: normalizeRun,
  getRunReport: normalizeReport,
  getDetectorResult: normalizeDetectorResult,
  getCsvData: normalizeCsvData,
  getDataSettings: normalizeDataSettings,
  // The client already knows what it saved, and some servers send all settings back.
  updateDataSettings: () => undefined,
  syncDataSettings: normalizeSync,
};

/** Converts an answer to the contract's form, before the contract validates it. */
export function normalizeAnswer(name: EndpointName, answer: unknown): unknown {
  const normalize = normalizers[name];
  return normalize ? fillIn(api[name].response, normalize(answer)) : answer;
}

const active = (value: unknown) => withDefaults(value, { isActive: true });
const event = (value: unknown) => ({
  ...active(value),
  properties: each(active)(fieldsOf(value).properties),
});

function normalizeDataSettings(value: unknown) {
  const { events, userProperties } = fieldsOf(value);
  return {
    ...normalizeSync(value),
    events: each(event)(events),
    userProperties: each(active)(userProperties),
  };
}

function normalizeSync(value: unknown) {
  const { latestSync, ...fields } = fieldsOf(value);
  const startedAt = fields.lastSyncedAt ?? new Date(0).toISOString();
  return { ...fields, latestSync: latestSync && withDefaults(latestSync, { startedAt }) };
}

/**
 * Fills in what an answer leaves out: null where the schema allows it, the schema's default where it has one, else an
 * empty text, 0, false, an empty list, or an object of these.
 */
function fillIn(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "nullable":
      return value === undefined || value === null ? null : fillIn(def.innerType, value);
    case "default":
      return value === undefined ? value : fillIn(def.innerType, value);
    case "object": {
      const fields = fieldsOf(value);
      const filled = Object.entries(def.shape).map(([key, field]) => [key, fillIn(field, fields[key])]);
      return { ...fields, ...Object.fromEntries(filled) };
    }
    case "array":
      return Array.isArray(value) ? value.map((item) => fillIn(def.element, item)) : (value ?? []);
    case "string":
      return value ?? "";
    case "number":
      return value ?? 0;
    case "boolean":
      return value ?? false;
    default:
      return value;
  }
}
