import type { DocumentedName } from "./operations.js";

const connection = {
  projectId: "1000001",
  projectName: "Demo Shop",
  serviceUsername: "plumbline.a1b2c3.mp-service-account",
  region: "us",
  secretRef: "the secret that Mixpanel showed once",
};

const route = {
  channelId: "data-alerts",
  severity: "alert",
  changes: "worse",
  connectionId: null,
  setupId: null,
  detectors: [],
  subject: "Checkout*",
  segment: "",
  assigneeUid: null,
  includesFailedRuns: true,
  includesNewNames: true,
  timing: { kind: "now" },
  timeZone: "America/New_York",
  quietHours: { from: 22, to: 7 },
};

/** Example bodies shown in the document. A test parses each with the contract. */
export const requestExamples: { readonly [K in DocumentedName]?: unknown } = {
  createConnection: connection,
  updateConnection: { ...connection, secretRef: "" },
  createSetup: {
    name: "Checkout",
    description: "Everything between cart and purchase.",
    connectionId: "p4xJ0cQm2Zr8sVt6uYwA",
    scheduleCron: "0 9 * * *",
    scheduleTimezone: "America/New_York",
    includeWeekends: true,
    selectedDetectors: [
      { key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } },
      { key: "event_stopped" },
    ],
  },
  createChannel: {
    id: "data-alerts",
    kind: "slack",
    name: "Data alerts",
    channel: "C0123456789",
    botToken: "xoxb-shown-by-Slack",
  },
  updateChannel: { kind: "slack", name: "Data alerts", channel: "C0123456789" },
  createRoute: { id: "checkout", ...route },
  updateRoute: route,
  previewRoute: route,
  recordRelease: {
    version: "4.2.0",
    platform: "Android",
    at: "2026-11-18T09:00:00.000Z",
    url: "https://github.com/example/app/releases/tag/4.2.0",
  },
  startReplay: {
    connectionId: "p4xJ0cQm2Zr8sVt6uYwA",
    selectedDetectors: [
      { key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 40 } },
      { key: "event_property_null_rate" },
    ],
    days: 28,
  },
  updateSetup: { status: "paused" },
  changeIncidents: { ids: ["p4xJ0cQm2Zr8sVt6uYwA"], action: { kind: "acknowledge" } },
  decideNames: { pattern: "quiz_*", state: "approved" },
  updateDataSettings: { events: [{ id: "Debug", isExcluded: true }] },
};
