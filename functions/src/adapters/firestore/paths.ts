/**
 * Every document and collection. What a tenant owns lies under its own user document, and the uid always comes
 * from a verified token: no path that a request can form reaches another tenant.
 */
export const paths = {
  users: () => "users",
  user: (uid: string) => `users/${uid}`,

  connections: (uid: string) => `users/${uid}/connections`,
  connection: (uid: string, connectionId: string) => `users/${uid}/connections/${connectionId}`,

  schema: (uid: string, connectionId: string) => `users/${uid}/connections/${connectionId}/schema`,
  schemaState: (uid: string, connectionId: string) => `users/${uid}/connections/${connectionId}/schema/state`,
  schemaExclusions: (uid: string, connectionId: string) =>
    `users/${uid}/connections/${connectionId}/schema/exclusions`,
  schemaInventoryPart: (uid: string, connectionId: string, syncId: string, part: number) =>
    `users/${uid}/connections/${connectionId}/schema/inventory-${syncId}-${part}`,

  setups: (uid: string) => `users/${uid}/setups`,
  setup: (uid: string, setupId: string) => `users/${uid}/setups/${setupId}`,
  /** Collection group, for the scheduler's query over all tenants. */
  allSetups: "setups",

  runs: (uid: string) => `users/${uid}/runs`,
  run: (uid: string, runId: string) => `users/${uid}/runs/${runId}`,
  allRuns: "runs",
  runDetectors: (uid: string, runId: string) => `users/${uid}/runs/${runId}/detectors`,
  runDetector: (uid: string, runId: string, detectorKey: string) =>
    `users/${uid}/runs/${runId}/detectors/${detectorKey}`,

  /** Collection group, for the sweeper of usage that the meter has not been told of. */
  allUsages: "usage",
  usages: (uid: string) => `users/${uid}/usage`,
  usage: (uid: string, runId: string) => `users/${uid}/usage/${runId}`,
  payments: (uid: string) => `users/${uid}/payments`,
  payment: (uid: string, paymentId: string) => `users/${uid}/payments/${paymentId}`,

  rateLimit: (uid: string, limit: string) => `users/${uid}/rateLimits/${limit}`,

  retention: () => "system/retention",

  stripeCustomer: (customerId: string) => `stripeCustomers/${customerId}`,
  stripeEvent: (eventId: string) => `stripeEvents/${eventId}`,
} as const;

/** The tenant of a document found by a collection-group query. */
export const uidOfPath = (path: string): string => path.split("/")[1]!;
