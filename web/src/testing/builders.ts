import { headlineOf } from "@words";
import type { Channel } from "@contract/channels/channels";
import type { NewName, NewNames } from "@contract/names/names";
import { findingOf } from "@contract/findings/rows.testing";
import type { BillingStatus } from "@contract/billing";
import type { Incident, IncidentDetail } from "@contract/incidents";
import type { Connection } from "@contract/connections";
import type { ConnectionState } from "@contract/home";
import type { DataSettings, EventSetting, PropertySetting } from "@contract/data-settings";
import { detectorKeys, detectorOf, type DetectorCatalogueEntry } from "@contract/detectors";
import type { ActiveRun, Run, RunSummary } from "@contract/runs";
import type { Setup } from "@contract/setups";
import type { User } from "@contract/users";
import { workspaceIdSchema } from "@contract/workspaces";

const instant = "2026-11-20T09:00:00.000Z";

export const aUser = (change: Partial<User> = {}): User => ({
  email: "demo@plumbline.dev",
  displayName: "Demo",
  firebaseUid: "u1",
  emailNotifications: true,
  emailsUnsubscribed: false,
  emailVerified: true,
  workspaces: [
    { id: workspaceIdSchema.parse("w1"), name: "Demo's workspace", role: "owner", emailNotifications: true },
  ],
  ...change,
});

/** The incident, but about what these cells say. */
export function about<I extends Incident>(
  incident: I,
  cells: Partial<Parameters<typeof findingOf>[0]> & { entity: string },
): I {
  const found = findingOf({
    detector: incident.finding.detector,
    severity: incident.finding.severity,
    reason: "",
    ...cells,
  });
  return {
    ...incident,
    entity: cells.entity,
    parent: cells.parent ?? null,
    subject: found.subject,
    segment: found.segment,
    finding: {
      ...incident.finding,
      found,
      headline: headlineOf(found),
      detector: found.detector,
      severity: found.severity,
    },
  };
}

export const anIncident = (change: Partial<IncidentDetail> = {}): IncidentDetail => ({
  id: "i1",
  createdAt: instant,
  updatedAt: instant,
  connectionId: "c1",
  subject: { kind: "event", event: "Checkout Started" },
  entity: "Checkout Started",
  parent: null,
  segment: null,
  detectorState: "new",
  status: "open",
  assignee: null,
  mute: null,
  closedAs: null,
  decision: null,
  recoveredOn: null,
  annotation: null,
  lastTestedDay: "2026-11-20",
  finding: {
    found: findingOf({
      detector: "event_count_change",
      entity: "Checkout Started",
      severity: "alert",
      reason: "",
      first_bad_day: "2026-11-18",
      last_day: "2026-11-20",
      days: 3,
      observed: 784,
      expected: 1373,
      change_pct: -42.9,
      causeDetail: {
        property: "$os",
        values: [{ value: "Android", part: 0.995, usual: 0.42 }],
        part: 0.995,
        usual: 0.42,
        others: [],
      },
    }),
    rank: "0",
    sameDayChange: null,
    headline: "Checkout Started down 43% since Nov 18, almost all on Android",
    severity: "alert",
    detector: "event_count_change",
    firstBadDay: "2026-11-18",
    observed: 784,
    expected: 1373,
    changePct: -42.9,
    thresholdPct: 30,
    cause: "100% of the missing events have $os = Android (42% of normal traffic)",
    causeSegment: { dimension: "$os", value: "Android", share: 0.995 },
    reason: "784 events in 3 days, 43% below the expected 1,373.",
    runId: "r1",
    recentDays: { heights: [80, 100, 90, 40, 45], flaggedDays: [3, 4] },
  },
  timeline: [
    { id: "000000", at: instant, actor: null, kind: "opened", text: "784 events in 3 days.", runId: "r1" },
  ],
  ...change,
});

export const aConnection = (change: Partial<Connection> = {}): Connection => ({
  id: "c1",
  projectId: "1000001",
  projectName: "Storefront production",
  serviceUsername: "demo.mp-service-account",
  region: "us",
  status: "verified",
  lastVerifiedAt: instant,
  verificationError: null,
  capabilities: {
    timeZone: "UTC",
    queryApi: true,
    profiles: true,
    exportTimeBasis: "utc",
    historyDays: null,
  },
  createdAt: instant,
  ...change,
});

/** A connection that was checked, with nothing open. */
export const aConnectionState = (change: Partial<ConnectionState> = {}): ConnectionState => ({
  connection: aConnection(),
  days: Array.from({ length: 28 }, (_, place) => ({
    day: new Date(Date.UTC(2026, 9, 24 + place)).toISOString().slice(0, 10),
    severity: "normal",
    headline: null,
    more: 0,
    runId: "r1",
  })),
  open: 0,
  unassigned: 0,
  acknowledged: 0,
  muted: 0,
  groups: [],
  lastCheck: { runId: "r1", at: instant },
  failure: null,
  nextCheckAt: null,
  ...change,
});

export const aSetup = (change: Partial<Setup> = {}): Setup => ({
  id: "s1",
  name: "Core funnel tracking",
  description: "Browse to paid order.",
  connectionId: "c1",
  connection: {
    id: "c1",
    projectId: "1000001",
    projectName: "Storefront production",
    region: "us",
    status: "verified",
  },
  status: "active",
  createdAt: "2026-09-02T12:00:00.000Z",
  refusal: null,
  scheduleCron: "0 9 * * 1",
  scheduleTimezone: "UTC",
  includeWeekends: true,
  selectedDetectors: [{ key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
  nextRunAt: null,
  revision: 1,
  fileRevision: null,
  ...change,
});

export const aSummary = (change: Partial<RunSummary> = {}): RunSummary => ({
  warnings: 0,
  alerts: 0,
  passed: 9,
  inconclusive: 0,
  failed: 0,
  findings: {
    alerts: change.alerts ?? 0,
    warnings: change.warnings ?? 0,
    new: 0,
    worse: 0,
    regressed: 0,
    ongoing: 0,
    recovered: 0,
    known: 0,
  },
  ...change,
});

export const aRun = (change: Partial<Run> = {}): Run => ({
  id: "r1",
  status: "completed",
  setupId: "s1",
  trigger: "manual",
  window: null,
  createdAt: instant,
  startedAt: instant,
  finishedAt: "2026-11-20T09:02:05.000Z",
  summary: aSummary(),
  setup: {
    id: "s1",
    name: "Core funnel tracking",
    connection: { id: "c1", projectId: "1000001", projectName: "Storefront production" },
  },
  progress: { step: "Done", done: 63, total: 63 },
  rowsAnalysed: 6127,
  rowsCounted: 6127,
  error: null,
  isRecorded: true,
  ...change,
});

export const anActiveRun = (change: Partial<ActiveRun> = {}): ActiveRun => ({
  id: "r1",
  status: "running",
  setupId: "s1",
  startedAt: instant,
  progress: { step: "Reading days", done: 41, total: 63 },
  ...change,
});

/** Every detector, with a readable name: "Check event_stopped". */
export const aCatalogue = (): DetectorCatalogueEntry[] =>
  detectorKeys.map((key) => ({
    key,
    name: `Check ${key}`,
    description: `What ${key} does.`,
    requiresThreshold: detectorOf(key).requiresThreshold,
  }));

export const aProperty = (change: Partial<PropertySetting> = {}): PropertySetting => ({
  id: "p1",
  propertyName: "price",
  isActive: true,
  isExcluded: false,
  lastDetectedAt: instant,
  ...change,
});

export const anEvent = (change: Partial<EventSetting> = {}): EventSetting => ({
  id: "e1",
  eventName: "add_to_cart",
  isActive: true,
  isExcluded: false,
  lastDetectedAt: instant,
  eventsPerDay: 1200,
  properties: [aProperty()],
  ...change,
});

export const someDataSettings = (change: Partial<DataSettings> = {}): DataSettings => ({
  connection: { id: "c1" },
  events: [anEvent()],
  userProperties: [aProperty({ id: "u1", propertyName: "$email" })],
  nextCursor: null,
  namesTotal: 3,
  lastSyncedAt: instant,
  latestSync: { status: "success", startedAt: instant, errorMessage: null },
  segmentBy: null,
  segmentProperties: ["platform"],
  revision: 1,
  fileRevision: null,
  ...change,
});

export const aNewName = (change: Partial<NewName> = {}): NewName => ({
  id: "n1",
  runId: "r1",
  kind: "new",
  nameKind: "event",
  name: "Quiz Done",
  day: "2026-11-23",
  events: [],
  perDay: 124,
  seenOn: "iOS 4.2.0",
  lexicon: "not_described",
  explains: [],
  title: "New event",
  label: "Quiz Done",
  sentence: "",
  state: "new",
  decidedBy: null,
  ...change,
});

export const someNewNames = (items: NewName[] = [aNewName()], change: Partial<NewNames> = {}): NewNames => ({
  lastDay: "2026-11-23",
  knownEvents: 61,
  knownProperties: 284,
  counts: { new: items.length, approved: 0, ignored: 0, excluded: 0 },
  items,
  patterns: [],
  nextCursor: null,
  ...change,
});

export const aBillingStatus = (change: Partial<BillingStatus> = {}): BillingStatus => ({
  status: "active",
  freeQuotaUsed: 0,
  freeQuotaLimit: 1,
  hasPaymentMethod: true,
  totalUsage: 0,
  cancelAt: null,
  blockedBy: null,
  spendingLimitCents: null,
  ...change,
});

export const aChannel = (change: Partial<Channel> = {}): Channel => ({
  id: "c1",
  kind: "webhook",
  name: "Catalog",
  target: "hooks.example.com",
  settings: {},
  createdAt: instant,
  isOn: true,
  addresses: [],
  failingSince: null,
  lastAnswer: null,
  secretEnv: null,
  revision: 1,
  fileRevision: null,
  ...change,
});
