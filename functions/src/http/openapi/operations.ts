import type { Api, EndpointName } from "../../contract/api.js";
import type { ErrorCode } from "../../contract/errors.js";

/** The groups of operations, in the order in which the document shows them. */
export const tags = {
  Setups: "Checks chosen for a connection, with an optional schedule.",
  Runs: "Executions of setups, and their results.",
  Incidents: "Problems over time, and what people have done about them.",
  Channels: "Where messages about incidents go, and the routes that decide which go where.",
  Releases: "Releases of your product, to compare findings with.",
  Connections: "Access to Mixpanel projects.",
  "Data settings": "Which events and properties are excluded from runs.",
  "Audit log": "Who changed what in the workspace.",
  System: "The token's workspace, the service's health, and this document.",
} as const;

type Operation = {
  tag: keyof typeof tags;
  /** Errors specific to this operation, in addition to those any operation may return. */
  errors?: readonly ErrorCode[];
  /** Adds to the summary. */
  description?: string;
};

/** Every endpoint that API tokens may call, plus the health check and the OpenAPI document. */
export type DocumentedName =
  | { [K in EndpointName]: Api[K] extends { scope: string } ? K : never }[EndpointName]
  | "getHealth"
  | "getOpenApi";

/** What the document adds to the contract for each endpoint. A missing entry is a compile error. */
export const operations: Record<DocumentedName, Operation> = {
  getHealth: { tag: "System", description: "Returns 503 while a dependency fails." },
  getOpenApi: { tag: "System" },
  getWorkspace: { tag: "System", description: "Use it to check a token." },
  listReleases: { tag: "Releases" },
  recordRelease: {
    tag: "Releases",
    description: "Call it after a deployment. `at` defaults to now.",
  },
  deleteRelease: { tag: "Releases" },
  listConnections: { tag: "Connections" },
  getConnection: { tag: "Connections" },
  whoUses: {
    tag: "Connections",
    description:
      "Pass `event` for an event, `property` for a user property, or both for a property of the event. Mixpanel is read once a day.",
  },
  createConnection: {
    tag: "Connections",
    errors: ["limit-reached"],
    description: "Verify the connection next; setups need a verified one.",
  },
  updateConnection: { tag: "Connections" },
  deleteConnection: { tag: "Connections", errors: ["connection-in-use", "run-active"] },
  verifyConnection: { tag: "Connections", errors: ["verification-failed", "upstream-failed"] },
  listDetectors: { tag: "Setups" },
  listSetups: { tag: "Setups" },
  startReplay: {
    tag: "Setups",
    errors: ["not-found"],
    description:
      "Replays are free and read nothing from Mixpanel: each day is evaluated as a run on that day would have been, from data stored by earlier runs. Repeating the call with the same checks on the same data returns the same replay. Poll it by id until it is no longer `running`.",
  },
  getReplay: { tag: "Setups", description: "Replays are kept for a week, or until their setup is deleted." },
  stopReplay: { tag: "Setups" },
  getSetupEstimate: { tag: "Setups", errors: ["not-found"] },
  getSetup: { tag: "Setups" },
  getSetupSuggestions: {
    tag: "Setups",
    description:
      "Each would have prevented at least two incidents that were closed as false alarms, and none that were closed as fixed. Nothing is changed; replay a threshold to see what it would have found.",
  },
  createSetup: {
    tag: "Setups",
    errors: ["not-found", "connection-not-verified", "id-taken", "limit-reached"],
  },
  updateSetup: {
    tag: "Setups",
    errors: ["connection-not-verified", "run-active", "edit-conflict"],
    description: "Fields that are left out keep their value.",
  },
  deleteSetup: { tag: "Setups", errors: ["run-active", "edit-conflict"] },
  startRun: {
    tag: "Runs",
    errors: [
      "upgrade-required",
      "billing-blocked",
      "run-already-active",
      "setup-paused",
      "connection-not-verified",
    ],
    description:
      "Returns immediately. Poll the run's report until its `status` is no longer `pending` or `running`.",
  },
  listSetupRuns: { tag: "Runs" },
  listRuns: { tag: "Runs" },
  listActiveRuns: { tag: "Runs" },
  cancelRun: { tag: "Runs", errors: ["run-not-active"] },
  deleteRun: { tag: "Runs", errors: ["run-active"] },
  getRunReport: {
    tag: "Runs",
    description: "Works for every status; `detectors` is empty until the run ends.",
  },
  getDetectorResult: { tag: "Runs" },
  getCsvData: { tag: "Runs", errors: ["csv-not-ready"] },
  getDownload: { tag: "Runs", errors: ["csv-not-ready"] },
  getHome: {
    tag: "Incidents",
    description: "Lists at most 5 open incidents of a connection, and at most 3 that began together.",
  },
  listIncidents: {
    tag: "Incidents",
    description:
      "With a filter, a page may be short or empty even if more follow: continue until there is no cursor.",
  },
  getIncident: { tag: "Incidents" },
  getIncidentContext: {
    tag: "Incidents",
    description: "Changes near the first bad day may be unrelated to the incident.",
  },
  changeIncidents: {
    tag: "Incidents",
    description:
      "The timeline names the token's creator as the person who did it. An incident that a signed-in person acknowledges is assigned to them if it is unassigned; acknowledging with a token assigns nobody. Incidents that can't be changed are in `refused`.",
  },
  listChannels: { tag: "Channels" },
  createChannel: {
    tag: "Channels",
    errors: ["limit-reached", "id-taken", "sign-in-again"],
    description: "An address of an email channel gets nothing until it is confirmed.",
  },
  updateChannel: { tag: "Channels", errors: ["edit-conflict", "sign-in-again"] },
  deleteChannel: { tag: "Channels", errors: ["edit-conflict"] },
  testChannel: { tag: "Channels" },
  retryChannel: { tag: "Channels" },
  rotateChannelSecret: { tag: "Channels" },
  listDeliveries: { tag: "Channels" },
  listRoutes: { tag: "Channels" },
  createRoute: { tag: "Channels", errors: ["limit-reached", "id-taken"] },
  updateRoute: { tag: "Channels", errors: ["edit-conflict"] },
  deleteRoute: { tag: "Channels", errors: ["edit-conflict"] },
  previewRoute: { tag: "Channels", description: "Nothing is stored." },
  getDataSettings: { tag: "Data settings", errors: ["not-found"] },
  updateDataSettings: {
    tag: "Data settings",
    errors: ["not-found", "connection-not-verified", "edit-conflict"],
  },
  syncDataSettings: { tag: "Data settings", errors: ["not-found", "connection-not-verified"] },
  listAudit: {
    tag: "Audit log",
    description:
      "Entries are kept for 400 days. With a filter, a page may be short or empty even if more follow.",
  },
  exportAudit: {
    tag: "Audit log",
    errors: ["sign-in-again"],
    description: "One entry of `listAudit` per line. Continue until there is no cursor.",
  },
  listNames: { tag: "Data settings", errors: ["not-found"] },
  decideNames: { tag: "Data settings", errors: ["not-found", "limit-reached", "payload-too-large"] },
};

export const documentedNames = Object.keys(operations) as DocumentedName[];
