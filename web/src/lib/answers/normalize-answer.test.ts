import { api, type EndpointName } from "@contract/api";
import { expect, it } from "vitest";
import { normalizeAnswer } from "./normalize-answer";

const parse = (name: EndpointName, answer: unknown): unknown =>
  api[name].response.parse(normalizeAnswer(name, answer));

it("converts an older setup: key strings with their settings in useCases", () => {
  const older = {
    id: "s1",
    name: "Older",
    connectionId: "c1",
    status: "active",
    createdAt: "2025-01-01T00:00:00.000Z",
    selectedDetectors: ["event_count_change", "event_stopped", "retired_check"],
    useCases: { event_count_change: { checkBackDays: 14, thresholdPercent: 45 } },
  };
  expect(parse("getSetup", older)).toMatchObject({
    description: "",
    connection: null,
    scheduleCron: "",
    scheduleTimezone: "UTC",
    includeWeekends: true,
    nextRunAt: null,
    selectedDetectors: [
      { key: "event_count_change", settings: { checkBackDays: 14, thresholdPercent: 45 } },
      { key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } },
    ],
  });
  expect(parse("listSetups", [older])).toHaveLength(1);
});

it("replaces settings outside the choices with the defaults", () => {
  const setup = {
    id: "s1",
    name: "Odd",
    connection: { id: "c1", projectId: 1000001, status: "verified" },
    createdAt: "2025-01-01T00:00:00.000Z",
    selectedDetectors: [
      { key: "event_stopped", settings: { checkBackDays: 10, thresholdPercent: 0 } },
      { key: "event_count_change" },
    ],
  };
  expect(parse("getSetup", setup)).toMatchObject({
    connectionId: "c1",
    connection: { projectId: "1000001", projectName: null, region: "us" },
    selectedDetectors: [
      { settings: { checkBackDays: 7, thresholdPercent: 30 } },
      { settings: { checkBackDays: 7, thresholdPercent: 30 } },
    ],
  });
});

it.each([
  [{ csvRowCount: "12345" }, 12_345],
  [{ csvRowCountInt: 12_345 }, 12_345],
  [{ csvRowCountInt: 7, csvRowCount: "12345" }, 7],
  [{ csvRowCount: "many" }, 0],
  [{}, 0],
])("reads the rows of the usage entry %j", (entry, rows) =>
  expect(parse("listUsage", [entry])).toMatchObject([{ csvRowCountInt: rows }]),
);

it("fills in what billing leaves out", () => {
  expect(parse("getBillingStatus", {})).toEqual({
    status: "active",
    freeQuotaUsed: 0,
    freeQuotaLimit: 1,
    hasPaymentMethod: false,
    totalUsage: 0,
    cancelAt: null,
    blockedBy: null,
    spendingLimitCents: null,
  });
  expect(parse("getBillingSummary", {})).toEqual({
    usage: {
      currentPeriodRows: 0,
      totalRows: 0,
      period: null,
      estimatedCost: 0,
      currency: "usd",
      breakdown: [],
    },
    outstanding: { amount: 0, currency: "usd" },
    card: null,
    paymentHistory: [],
  });
  expect(parse("getBillingSummary", { outstanding: 500 })).toMatchObject({ outstanding: { amount: 500 } });
  expect(parse("getPricing", { pricing: { tiers: [{ unitAmount: 0.1 }] } })).toEqual({
    product: { name: "" },
    pricing: { currency: "usd", tiers: [{ upTo: null, unitAmount: 0.1, flatAmount: 0 }] },
  });
  expect(parse("getRunPermission", { requiresUpgrade: true })).toMatchObject({ canStartRun: false });
});

it("fills in what a run leaves out", () =>
  expect(
    parse("listRuns", [
      {
        id: "r1",
        status: "completed",
        startedAt: "2026-11-20T09:00:00.000Z",
        summary: { alerts: 2 },
        setup: { id: "s1", name: "Core" },
      },
    ]),
  ).toMatchObject([
    {
      setupId: "s1",
      createdAt: "2026-11-20T09:00:00.000Z",
      finishedAt: null,
      summary: {
        alerts: 2,
        warnings: 0,
        passed: 0,
        inconclusive: 0,
        failed: 0,
        findings: { alerts: 2, warnings: 0 },
      },
      setup: { connection: { projectName: null } },
      progress: { total: null },
    },
  ]));

it("fills in what data settings leave out", () =>
  expect(
    parse("getDataSettings", {
      connection: { id: "c1" },
      events: [{ id: "e1", eventName: "Opened" }],
      latestSync: { status: "running" },
    }),
  ).toMatchObject({
    events: [{ isActive: true, isExcluded: false, lastDetectedAt: null, properties: [] }],
    userProperties: [],
    lastSyncedAt: null,
    latestSync: { status: "running", errorMessage: null },
  }));

it("leaves out detectors that this release does not know, and turns email on by default", () => {
  expect(parse("listDetectors", [{ key: "event_stopped", name: "Stopped" }, { key: "new_check" }])).toEqual([
    { key: "event_stopped", name: "Stopped", description: "", requiresThreshold: false },
  ]);
  expect(parse("getCurrentUser", { email: "a@example.com" })).toMatchObject({ emailNotifications: true });
});

it("reads a report with only the specified fields; 'ok' is normal, an unknown severity is an alert", () => {
  const run = {
    id: "r1",
    status: "completed",
    setupId: "s1",
    summary: { alerts: 1, warnings: 0, passed: 1 },
  };
  const detectors = [
    { id: "event_stopped", name: "Stopped", severity: "ok", useCaseKey: "event_stopped" },
    {
      useCaseKey: "event_count_change",
      severity: "critical",
      topRows: [{ entity: "Signup", severity: "ok" }],
    },
    { id: "event_property_null_rate", severity: "inconclusive" },
    { id: "retired_check", severity: "alert" },
  ];
  const report = parse("getRunReport", { ...run, detectors });
  expect(report).toMatchObject({
    comparedWith: null,
    sameDaysAs: null,
    detectors: [
      { id: "event_stopped", severity: "normal", counts: { flagged: 0 }, topRows: [] },
      {
        id: "event_count_change",
        severity: "alert",
        settings: { checkBackDays: 7, thresholdPercent: 30 },
        topRows: [{ entity: "Signup", severity: "normal", detector: "event_count_change", observed: null }],
      },
      { id: "event_property_null_rate", severity: "inconclusive" },
    ],
  });
});

it("reads a check's result that has only a name, a severity and a time", () => {
  const result = { id: "event_stopped", runId: "r1", name: "Stopped", severity: "ok" };
  expect(parse("getDetectorResult", { ...result, createdAt: "2025-01-01T00:00:00.000Z" })).toMatchObject({
    severity: "normal",
    setupName: "",
    window: null,
    rows: [],
  });
});

it("reads a table with cells that are not text, and one without totals", () => {
  expect(parse("getCsvData", { headers: ["a", "b"], rows: [[1, null]], filteredRows: "7" })).toEqual({
    headers: ["a", "b"],
    rows: [["1", ""]],
    totalRows: 1,
    filteredRows: 7,
    note: null,
  });
});

it("accepts a connection with an unknown region, and a run with an unknown trigger", () => {
  expect(parse("getConnection", { id: "c1", projectId: "1", region: "moon" })).toMatchObject({
    region: "us",
  });
  const run = { id: "r1", setupId: "s1", trigger: "webhook" };
  expect(parse("listRuns", [run])).toMatchObject([{ trigger: "manual" }]);
});

it("doesn't invent what identifies a thing, or when it happened", () => {
  expect(() => parse("getConnection", { projectId: "1" })).toThrow();
  expect(() => parse("getRunReport", { detectors: [] })).toThrow();
  expect(() => parse("getDataSettings", { latestSync: { status: "running", startedAt: "soon" } })).toThrow();
});
