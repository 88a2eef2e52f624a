import type { EndpointName } from "@contract/api";
import {
  normalizeBillingConfig,
  normalizeBillingEstimate,
  normalizeBillingStatus,
  normalizeBillingSummary,
  normalizePricing,
  normalizeRunPermission,
  normalizeUsage,
} from "./billing";
import { normalizeDataSettings, normalizeSync } from "./data-settings";
import { each, withDefaults } from "./fields";
import { normalizeCsvData, normalizeDetectorResult, normalizeReport } from "./reports";
import { normalizeActiveRun, normalizeRun, normalizeStartedRun } from "./runs";
import { normalizeCatalogue, normalizeConnection, normalizeSetup } from "./setups";

const normalizeUser = (value: unknown) =>
  withDefaults(value, {
    email: "",
    displayName: "",
    firebaseUid: "",
    emailNotifications: true,
    emailsUnsubscribed: false,
    emailVerified: true,
    workspaces: [],
  });

/** Per endpoint, converts an answer to the contract's form: fills in defaults and upgrades older formats. */
const normalizers: { readonly [K in EndpointName]?: (answer: unknown) => unknown } = {
  getCurrentUser: normalizeUser,
  createUser: normalizeUser,
  updatePreferences: normalizeUser,
  getBillingStatus: normalizeBillingStatus,
  getBillingConfig: normalizeBillingConfig,
  getRunPermission: normalizeRunPermission,
  listUsage: normalizeUsage,
  getPricing: normalizePricing,
  getBillingEstimate: normalizeBillingEstimate,
  getBillingSummary: normalizeBillingSummary,
  cancelBilling: (answer) => withDefaults(answer, { cancelAt: null }),
  resumeBilling: (answer) => withDefaults(answer, { cancelAt: null }),
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
  return normalize ? normalize(answer) : answer;
}
