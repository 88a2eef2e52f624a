/**
 * List prices in US dollars, of the region that everything runs in by default (us-central1), without free tiers, discounts
 * and taxes. Read from public price pages and copies of them on 2026-11-22; check them against the providers' pages and a bill:
 * cloud.google.com/run/pricing (tier 1, billed by request; Functions of the second generation cost the same),
 * cloud.google.com/firestore/pricing (Standard edition), cloud.google.com/storage/pricing (Standard class),
 * cloud.google.com/tasks/pricing, cloud.google.com/scheduler/pricing, cloud.google.com/vpc/network-pricing (premium tier),
 * stripe.com/pricing (cards of the US, Billing by volume).
 */
export const listPrices = {
  vcpuSecond: 0.000_024,
  gibSecond: 0.000_002_5,
  request: 0.4 / 1e6,
  documentRead: 0.03 / 1e5,
  documentWrite: 0.09 / 1e5,
  storedGb: 0.02,
  /** Storage's class A (writes, lists) and class B (reads). */
  objectWriteOrList: 0.005 / 1e3,
  objectRead: 0.000_4 / 1e3,
  /** Each task is two operations: created, and delivered. */
  taskOperation: 0.4 / 1e6,
  schedulerJob: 0.1,
  egressGb: 0.12,
  cardShare: 0.029 + 0.007,
  cardPayment: 0.3,
} as const;

/** What nobody could measure here. A worker is billed while it waits. */
export const assumed = {
  /** Uncompressed megabytes that an export delivers a second, at most. Mixpanel documents no figure. */
  exportMbPerSecond: 10,
  /** From an instance's request to Mixpanel to its first byte. */
  mixpanelAnswerSeconds: 2,
  /** A document read, written, or an object's request, beside the CPU it takes. */
  storeSeconds: 0.02,
  /** An instance that has to be started first: assumed of every task. */
  coldStartSeconds: 1,
  /** Hours a month that a workspace has the app in view, in all tabs: a tab that is hidden asks for nothing. */
  openHours: 20,
  runsPerMonth: 30,
  /** What a task uses that goes on with a reading which is too long for one task. */
  furtherTask: { calls: 1, tasks: 1, requests: 1, reads: 6, writes: 4, objectWrites: 1, objectReads: 1 },
  /** Bytes of an event in an export, as in the generated one. */
  bytesPerEvent: 720,
} as const;

/** A month's ticks. */
export const ticksPerMonth = Math.round((365.25 / 12) * 24 * 60);
