import type { Api, EndpointName } from "../../contract/api.js";
import type { ErrorCode } from "../../contract/errors.js";

/** The groups of operations, in the order in which the document shows them. */
export const tags = {
  Setups: "Checks chosen for a connection, with an optional schedule.",
  Runs: "Executions of setups, and their results.",
  Incidents: "Problems over time, and what people have done about them.",
  Channels: "Where messages about incidents go, and which go where.",
  Releases: "Releases of your product, to compare with what broke.",
  Connections: "Access to Mixpanel projects.",
  "Data settings": "Which events and properties are left out of runs.",
  System: "The token's workspace, the service's health, and this document.",
} as const;

type Operation = {
  tag: keyof typeof tags;
  /** Failures of its own, beside those that any operation may have. */
  errors?: readonly ErrorCode[];
  /** What its summary does not say. */
  description?: string;
};

/** Everything that API tokens may call, and what tells whether that works. */
export type DocumentedName =
  | { [K in EndpointName]: Api[K] extends { scope: string } ? K : never }[EndpointName]
  | "getHealth"
  | "getOpenApi";

/** What the document says about each endpoint beyond the contract. An endpoint without an entry does not compile. */
export const operations: Record<DocumentedName, Operation> = {
  getHealth: { tag: "System", description: "Answers 503 while a dependency fails." },
  getOpenApi: { tag: "System" },
  getWorkspace: { tag: "System", description: "Use it to check a token." },
  listReleases: { tag: "Releases" },
  recordRelease: {
    tag: "Releases",
    description: "Call it after a deployment. Without `at` it counts as released now.",
  },
  deleteRelease: { tag: "Releases" },
  listConnections: { tag: "Connections" },
  getConnection: { tag: "Connections" },
  whoUses: {
    tag: "Connections",
    description:
      "`event` alone asks for an event, `property` alone for a user property, both for a property of the event. Mixpanel is read once a day.",
  },
  createConnection: {
    tag: "Connections",
    errors: ["limit-reached"],
    description: "Verify it next; setups need a verified connection.",
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
      "Free, and nothing is read from Mixpanel: each day is judged as a run on it would have been, from what earlier runs stored. The same checks on the same data are the same replay. Poll it by its id until it is no longer `running`.",
  },
  getReplay: { tag: "Setups", description: "Kept for a week, or until its setup is deleted." },
  stopReplay: { tag: "Setups" },
  getSetupEstimate: { tag: "Setups", errors: ["not-found"] },
  getSetup: { tag: "Setups" },
  getSetupSuggestions: {
    tag: "Setups",
    description:
      "Each would have spared at least two of the incidents that were closed as false alarms, and none that were closed as fixed. Nothing is changed; replay the threshold to see what it would have told.",
  },
  createSetup: {
    tag: "Setups",
    errors: ["not-found", "connection-not-verified", "id-taken", "limit-reached"],
  },
  updateSetup: {
    tag: "Setups",
    errors: ["connection-not-verified", "run-active", "edit-conflict"],
    description: "Fields that are left out get their defaults.",
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
      "Answers at once. Read the run's report until its `status` is no longer `pending` or `running`.",
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
  listIncidents: {
    tag: "Incidents",
    description:
      "With a filter, a page may be short or empty and still have a next one: go on until there is no cursor.",
  },
  getIncident: { tag: "Incidents" },
  getIncidentContext: {
    tag: "Incidents",
    description: "What changed near the first day need not have to do with the incident.",
  },
  changeIncidents: {
    tag: "Incidents",
    description:
      "The token's creator is named as the person who did it. What a signed-in person acknowledges is assigned to them unless somebody has it; what a token acknowledges is not. Incidents that can't be changed are in `refused`.",
  },
  listChannels: { tag: "Channels" },
  createChannel: {
    tag: "Channels",
    errors: ["limit-reached", "id-taken", "email-not-verified"],
    description: "The addresses of an email channel get nothing until each has confirmed.",
  },
  updateChannel: { tag: "Channels", errors: ["edit-conflict", "email-not-verified"] },
  deleteChannel: { tag: "Channels", errors: ["edit-conflict"] },
  testChannel: { tag: "Channels" },
  retryChannel: { tag: "Channels", errors: ["email-not-verified"] },
  rotateChannelSecret: { tag: "Channels" },
  listDeliveries: { tag: "Channels" },
  listRoutes: { tag: "Channels" },
  createRoute: { tag: "Channels", errors: ["limit-reached", "id-taken"] },
  updateRoute: { tag: "Channels", errors: ["edit-conflict"] },
  deleteRoute: { tag: "Channels", errors: ["edit-conflict"] },
  previewRoute: { tag: "Channels", description: "Changes nothing." },
  getDataSettings: { tag: "Data settings", errors: ["not-found"] },
  updateDataSettings: {
    tag: "Data settings",
    errors: ["not-found", "connection-not-verified", "edit-conflict"],
  },
  syncDataSettings: { tag: "Data settings", errors: ["not-found", "connection-not-verified"] },
};

export const documentedNames = Object.keys(operations) as DocumentedName[];
