import type { RateLimitOwner } from "../../ports/rate-limiter.js";
import type { WorkspaceId } from "../../contract/workspaces.js";

/**
 * Paths of every document and collection. Everything that a workspace owns is below its own document. A request
 * uses only a workspace that its sender belongs to, so it can't form a path into another one.
 */
export const paths = {
  users: () => "users",
  user: (uid: string) => `users/${uid}`,
  memberships: (uid: string) => `users/${uid}/memberships`,
  membership: (uid: string, workspaceId: WorkspaceId) => `users/${uid}/memberships/${workspaceId}`,

  workspaces: () => "workspaces",
  workspace: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}`,
  members: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/members`,
  member: (workspaceId: WorkspaceId, uid: string) => `workspaces/${workspaceId}/members/${uid}`,
  invitations: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/invitations`,
  invitation: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/invitations/${id}`,
  audit: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/audit`,
  /** Collection groups, for deleting documents by age or together with the person they name. */
  allInvitations: "invitations",
  allAudits: "audit",
  auditEntry: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/audit/${id}`,

  tokens: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/tokens`,
  token: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/tokens/${id}`,
  /** Collection group, because a request with a token doesn't say which workspace it is for. */
  allTokens: "tokens",

  connections: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/connections`,
  connection: (workspaceId: WorkspaceId, connectionId: string) =>
    `workspaces/${workspaceId}/connections/${connectionId}`,

  /** Collection group, for finding secrets encrypted with an earlier key. */
  allConnections: "connections",

  schema: (workspaceId: WorkspaceId, connectionId: string) =>
    `workspaces/${workspaceId}/connections/${connectionId}/schema`,
  schemaState: (workspaceId: WorkspaceId, connectionId: string) =>
    `workspaces/${workspaceId}/connections/${connectionId}/schema/state`,
  schemaExclusions: (workspaceId: WorkspaceId, connectionId: string) =>
    `workspaces/${workspaceId}/connections/${connectionId}/schema/exclusions`,
  schemaNameDecisions: (workspaceId: WorkspaceId, connectionId: string) =>
    `workspaces/${workspaceId}/connections/${connectionId}/schema/names`,
  schemaInventoryPart: (workspaceId: WorkspaceId, connectionId: string, syncId: string, part: number) =>
    `workspaces/${workspaceId}/connections/${connectionId}/schema/inventory-${syncId}-${part}`,

  setups: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/setups`,
  setup: (workspaceId: WorkspaceId, setupId: string) => `workspaces/${workspaceId}/setups/${setupId}`,
  /** Collection group, for the scheduler's query over all tenants. */
  allSetups: "setups",

  incidents: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/incidents`,
  incidentTimeline: (workspaceId: WorkspaceId, incidentId: string) =>
    `workspaces/${workspaceId}/incidents/${incidentId}/timeline`,
  /** Collection group, for finding the entries that one run wrote to all timelines. */
  allTimelines: "timeline",

  channels: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/channels`,
  channel: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/channels/${id}`,
  thread: (workspaceId: WorkspaceId, channelId: string, incidentId: string) =>
    `workspaces/${workspaceId}/channels/${channelId}/threads/${incidentId}`,
  routes: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/routes`,
  route: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/routes/${id}`,
  deliveries: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/deliveries`,
  delivery: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/deliveries/${id}`,
  /** Collection groups, for finding secrets encrypted with an earlier key, and messages that are waiting or old. */
  allChannels: "channels",
  allDeliveries: "deliveries",

  releases: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/releases`,
  release: (workspaceId: WorkspaceId, id: string) => `workspaces/${workspaceId}/releases/${id}`,

  runs: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/runs`,
  run: (workspaceId: WorkspaceId, runId: string) => `workspaces/${workspaceId}/runs/${runId}`,
  allRuns: "runs",
  runDetectors: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/detectors`,
  runDetector: (workspaceId: WorkspaceId, runId: string, detectorKey: string) =>
    `workspaces/${workspaceId}/runs/${runId}/detectors/${detectorKey}`,

  /** Collection group, for usage that hasn't been reported to the meter yet. */
  allUsages: "usage",
  usages: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/usage`,
  usage: (workspaceId: WorkspaceId, runId: string) => `workspaces/${workspaceId}/usage/${runId}`,
  payments: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/payments`,
  payment: (workspaceId: WorkspaceId, paymentId: string) => `workspaces/${workspaceId}/payments/${paymentId}`,

  rateLimit: (owner: RateLimitOwner, limit: string) =>
    owner.startsWith("address-")
      ? `addressRateLimits/${owner}-${limit}`
      : `workspaces/${owner}/rateLimits/${limit}`,

  /** Unsubscribed addresses, named by keyed hashes. They are kept when accounts are deleted. */
  unsubscribed: (address: string) => `unsubscribed/${address}`,

  deletions: () => "deletions",
  deletion: (id: string) => `deletions/${id}`,
  /** The workspaces that used a free run on a Mixpanel project. Both are stored as keyed hashes. */
  freeRuns: (project: string) => `freeRuns/${project}`,

  retention: () => "system/retention",
  meterReconciliation: () => "system/meterReconciliation",

  stripeCustomer: (customerId: string) => `stripeCustomers/${customerId}`,
  stripeEvents: () => "stripeEvents",
  stripeCustomers: () => "stripeCustomers",
  stripeEvent: (eventId: string) => `stripeEvents/${eventId}`,
} as const;

/** The workspace of a document found by a collection-group query. */
export const workspaceIdOfPath = (path: string): WorkspaceId => path.split("/")[1] as WorkspaceId;
