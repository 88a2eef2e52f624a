import { runTiming } from "../../../functions/src/features/runs/lifecycle/run-timing.js";
import { deployed, type FunctionName } from "./deployed.js";
import { assumed, listPrices } from "./list-prices.js";

/** Resources that some work used. */
export type Usage = {
  calls: number;
  cpuSeconds: number;
  reads: number;
  writes: number;
  objectReads: number;
  objectWrites: number;
  objectBytes: number;
  tasks: number;
  requests: number;
  rows: number;
  exportBytes: number;
};
export type UsageByFunction = Map<FunctionName, Usage>;

export const noUsage: Usage = {
  calls: 0,
  cpuSeconds: 0,
  reads: 0,
  writes: 0,
  objectReads: 0,
  objectWrites: 0,
  objectBytes: 0,
  tasks: 0,
  requests: 0,
  rows: 0,
  exportBytes: 0,
};
const names = Object.keys(noUsage) as (keyof Usage)[];

export const combine = (a: Usage, b: Usage, factor = 1): Usage =>
  Object.fromEntries(names.map((name) => [name, a[name] + factor * b[name]])) as Usage;

export const total = (usage: UsageByFunction): Usage =>
  [...usage.values()].reduce((sum, one) => combine(sum, one), noUsage);

export function add(to: UsageByFunction, name: FunctionName, usage: Usage, factor = 1): void {
  to.set(name, combine(to.get(name) ?? noUsage, usage, factor));
}

/**
 * Scales usage to `factor` times the rows, each of which takes `cpuPerRow` seconds. Additional tasks read what is too
 * much for one task. Nothing else in a run grows with the rows.
 */
export function withRows(usage: UsageByFunction, factor: number, cpuPerRow: number): UsageByFunction {
  return new Map(
    [...usage].map(([name, one]) => {
      const exportBytes = one.exportBytes * factor;
      const seconds = exportBytes / 1e6 / assumed.exportMbPerSecond;
      const further = Math.floor(seconds / (runTiming.readingMs / 1_000));
      const grown = {
        ...one,
        cpuSeconds: one.cpuSeconds + one.rows * (factor - 1) * cpuPerRow,
        rows: one.rows * factor,
        exportBytes,
      };
      return [name, combine(grown, { ...noUsage, ...assumed.furtherTask }, further)];
    }),
  );
}

/** Seconds that instances are billed for: the larger of computing and exporting, plus waits. */
export function billedSeconds(name: FunctionName, usage: Usage): number {
  const { calls, cpuSeconds, reads, writes, objectReads, objectWrites, requests, exportBytes } = usage;
  const stored = (reads + writes + objectReads + objectWrites) * assumed.storeSeconds;
  const exported = exportBytes / 1e6 / assumed.exportMbPerSecond;
  const started = name === "api" || name === "everyMinute" ? 0 : calls * assumed.coldStartSeconds;
  const waits = requests * assumed.mixpanelAnswerSeconds + stored + started;
  return Math.max(cpuSeconds, exported) + waits;
}

export type Dollars = {
  "reading exports": number;
  "other computing": number;
  documents: number;
  objects: number;
  tasks: number;
};

/** Cost at list prices. A worker that holds a lease checks and renews it while it works. */
export function dollars(usage: UsageByFunction): Dollars {
  const sum: Dollars = { "reading exports": 0, "other computing": 0, documents: 0, objects: 0, tasks: 0 };
  for (const [name, one] of usage) {
    const seconds = billedSeconds(name, one);
    const computing = seconds * (listPrices.vcpuSecond + deployed(name).gib * listPrices.gibSecond);
    sum[name === "aggregateDays" ? "reading exports" : "other computing"] +=
      computing + one.calls * listPrices.request;
    const isLeased = name === "aggregateDays" || name === "executeRun" || name === "planHourlyRun";
    const looks = isLeased ? (seconds * 1_000) / runTiming.pollMs : 0;
    const renewals = isLeased ? (seconds * 1_000) / runTiming.renewMs : 0;
    sum.documents +=
      (one.reads + looks) * listPrices.documentRead + (one.writes + renewals) * listPrices.documentWrite;
    sum.objects += one.objectReads * listPrices.objectRead + one.objectWrites * listPrices.objectWriteOrList;
    sum.tasks += one.tasks * 2 * listPrices.taskOperation;
  }
  return sum;
}

export const sumOf = (costs: Dollars): number => Object.values(costs).reduce((a, b) => a + b, 0);
