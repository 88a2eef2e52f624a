/**
 * List prices in US dollars for the default region (us-central1), without free tiers, discounts and taxes. Taken from
 * public price pages and copies of them on 2026-11-22; check them against the providers' pages and a bill:
 * cloud.google.com/run/pricing (tier 1, billed by request; Functions of the second generation cost the same),
 * cloud.google.com/firestore/pricing (Standard edition), cloud.google.com/storage/pricing (Standard class),
 * cloud.google.com/tasks/pricing, cloud.google.com/scheduler/pricing, cloud.google.com/vpc/network-pricing (premium
 * tier), stripe.com/pricing (cards of the US, Billing by volume).
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
  /** Each task takes two operations: create and deliver. */
  taskOperation: 0.4 / 1e6,
  schedulerJob: 0.1,
  egressGb: 0.12,
  cardShare: 0.029 + 0.007,
  cardPayment: 0.3,
} as const;

/** Assumptions that can't be measured here. A worker is billed while it waits. */
export const assumed = {
  /** Most uncompressed megabytes per second that an export delivers. Mixpanel documents no number. */
  exportMbPerSecond: 10,
  /** Time from a request to Mixpanel to the first byte of the answer. */
  mixpanelAnswerSeconds: 2,
  /** Waiting time of a document read or write, or of a request for an object. */
  storeSeconds: 0.02,
  /** Startup time of an instance; every task is assumed to start one. */
  coldStartSeconds: 1,
  /** Hours a month that a workspace has the app in view, over all tabs. Hidden tabs don't poll. */
  openHours: 20,
  runsPerMonth: 30,
  /** Usage of an additional task, which continues an export that is too long for one task. */
  furtherTask: { calls: 1, tasks: 1, requests: 1, reads: 6, writes: 4, objectWrites: 1, objectReads: 1 },
  /** Bytes per event in an export, as in the generated one. */
  bytesPerEvent: 720,
} as const;

/** Ticks in a month. */
export const ticksPerMonth = Math.round((365.25 / 12) * 24 * 60);
