import { api, type EndpointName } from "@contract/api";
import {
  normalizeBillingEstimate,
  normalizeBillingStatus,
  normalizeBillingSummary,
  normalizePricing,
  normalizeRunPermission,
  normalizeUsage,
} from "./billing";
import { normalizeDataSettings, normalizeSync } from "./data-settings";
import { each, withDefaults } from "./fields";
import { fillIn } from "./fill-in";
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
