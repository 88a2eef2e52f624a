import { parseArgs } from "node:util";
import { firestore } from "../../../functions/src/adapters/firestore/client.js";
import { standardTiers, tierCosts, totalCents } from "../../../functions/src/contract/prices/tier-costs.js";
import { retentionDays } from "../../../functions/src/features/retention/apply-retention.js";
import { markdownTable } from "../detection/table.js";
import { withFirestore } from "./bench-stack.js";
import { countedWorld } from "./counted-world.js";
import { assumed, listPrices, ticksPerMonth } from "./list-prices.js";
import {
  add,
  billedSeconds,
  combine,
  dollars,
  noUsage,
  sumOf,
  total,
  withRows,
  type UsageByFunction,
} from "./usage.js";

/*
 * Calculates the cost of a run and a month at list prices. It runs the product's own ticks, tasks and API on
 * Firestore, with objects, queue, email and Mixpanel in memory, and counts everything. Larger projects have all of
 * their events and properties, but fewer rows; CPU seconds and bytes per row are scaled up.
 */

const { values: options } = parseArgs({
  options: { days: { type: "string", default: "4" }, sizes: { type: "string", default: "10^5,10^7,10^9" } },
});
const dailyRuns = Number(options.days);
/** Hourly runs of one day, after the one that tested the day before, and before the one that reads late events. */
const hourlyRuns = 3;
const runNames = ["first", "daily", "hourly"] as const;
/** `counted`: rows a day that the benchmark reads. */
const sizes = [
  { name: "10^5", perMonth: 1e5, events: 30, properties: 12, counted: 1e5 / 30 },
  { name: "10^7", perMonth: 1e7, events: 200, properties: 22, counted: 20_000 },
  { name: "10^9", perMonth: 1e9, events: 400, properties: 27, counted: 10_000 },
];
/** Rows a day of an additional run, which shows how much CPU a row takes. */
const manyRows = 150_000;
/** Polls per hour of a visible tab; a hidden tab doesn't poll. */
const pollsPerHour = {
  "/api/v1/runs/active": 720,
  "/api/v1/billing/status": 120,
  "/api/v1/billing/usage?limit=1": 60,
  "/api/v1/billing/config": 12,
};

type Measured = Awaited<ReturnType<typeof measure>>;

await withFirestore(async (backEnd) => {
  const measured: Measured[] = [];
  for (const size of sizes.filter(({ name }) => options.sizes.split(",").includes(name))) {
    measured.push(await measure(size));
    for (const collection of await firestore().listCollections())
      await firestore().recursiveDelete(collection);
  }
  console.log(`Firestore: ${backEnd}\n\nUsage per run:\n`);
  console.log(
    markdownTable(
      [
        "events a month",
        "run",
        "rows read",
        "reads",
        "writes",
        "tasks",
        "objects written, listed",
        "read",
        "written",
        "requests to Mixpanel",
      ],
      measured.flatMap((one) => runNames.map((run) => countedRow(one.size.name, run, one[run]))),
    ),
  );
  console.log("\nSeconds and dollars per run:\n");
  console.log(
    markdownTable(
      ["events a month", "run", "rows", "GB read", "CPU s", "for rows", "billed s", "dollars"],
      measured.flatMap((one) => runNames.map((run) => dollarRow(one, run, one[run]))),
    ),
  );
  console.log("\nDollars per month for one workspace with a daily run:\n");
  console.log(
    markdownTable(
      [
        "events a month",
        "reading exports",
        "other computing",
        "documents",
        "objects",
        "tasks",
        "storage",
        "app open",
        "sum",
        "price",
        "card fees",
        "margin",
      ],
      measured.map(monthRow),
    ),
  );
  const { idleTick } = measured[0]!;
  const fixed = fixedPerMonth(idleTick);
  const { reads, writes, objectWrites, cpuSeconds } = total(idleTick);
  console.log(
    `\nFixed costs: ${ticksPerMonth} ticks a month. A tick with nothing due reads ${reads} documents, writes ${writes}, lists objects ${objectWrites} times and takes ${cpuSeconds.toFixed(3)} CPU seconds. With the scheduler, that is $${fixed.toFixed(2)} a month.\n`,
  );
  console.log(
    markdownTable(
      [
        "workspaces",
        ...measured.map(({ size }) => `${size.name}: cost each`),
        ...measured.map(({ size }) => `${size.name}: margin`),
      ],
      [1, 10, 100, 1_000].map((workspaces) => {
        const months = measured.map((one) => ({ ...month(one), each: month(one).sum + fixed / workspaces }));
        return [
          String(workspaces),
          ...months.map(({ each }) => money(each)),
          ...months.map(({ each, price, fees }) => percent((price - fees - each) / price)),
        ];
      }),
    ),
  );
}, "standin");

async function measure(size: (typeof sizes)[number]) {
  const world = await countedWorld({
    events: size.events,
    properties: size.properties,
    rowsPerDay: size.counted,
  });
  try {
    const first: UsageByFunction = new Map();
    await world.runDay(first);
    const sum: UsageByFunction = new Map();
    let checks = 0;
    for (let day = 0; day < dailyRuns; day++) checks += (await world.runDay(sum)) / dailyRuns;
    const daily = averageOf(sum, dailyRuns);
    const hours: UsageByFunction = new Map();
    await world.runHours(hours, hourlyRuns);
    const hourly = averageOf(hours, hourlyRuns);
    const idleTick: UsageByFunction = new Map();
    await world.tick(new Map());
    await world.tick(idleTick);
    const openHour: UsageByFunction = new Map();
    for (const [path, times] of Object.entries(pollsPerHour)) {
      const poll: UsageByFunction = new Map();
      await world.call(path);
      await world.count(poll, "api", () => world.call(path));
      add(openHour, "api", total(poll), times);
    }
    const visit: UsageByFunction = new Map();
    for (const path of [
      "/api/auth/user",
      "/api/v1/setups?limit=50",
      "/api/v1/runs?limit=50",
      `/api/v1/runs/${await world.lastRunId()}/report`,
    ])
      await world.count(visit, "api", () => world.call(path));
    const mails = world.mails();
    const bytesPerDay = world.bytesPerDay();
    const factor = size.perMonth / 30 / size.counted;
    // The extra CPU for more rows of the same events gives the CPU per row. The rest, such as encoding a day, doesn't
    // grow with the rows.
    const more: UsageByFunction = new Map();
    await world.readMore(more, manyRows / size.counted);
    const [less, most] = [daily.get("aggregateDays")!, more.get("aggregateDays")!];
    const cpuPerRow = (most.cpuSeconds - less.cpuSeconds) / (most.rows - less.rows);
    console.error(
      `${size.name}: ${mails} messages, ${(cpuPerRow * 1e6).toFixed(2)} µs a row, factor ${factor.toFixed(1)}`,
    );
    // A tick comes every minute, whether or not it starts a run. Only its extra work is part of the run.
    const idle = total(idleTick);
    const scaled = (usage: UsageByFunction) => {
      const scaledUp = withRows(usage, factor, cpuPerRow);
      add(scaledUp, "everyMinute", idle, -1);
      return scaledUp;
    };
    return {
      size,
      cpuPerRow,
      first: scaled(first),
      daily: scaled(daily),
      hourly: scaled(hourly),
      checks,
      idleTick,
      openHour,
      visit,
      bytesPerDay,
    };
  } finally {
    world.close();
  }
}

function averageOf(sum: UsageByFunction, runs: number): UsageByFunction {
  return new Map([...sum].map(([name, one]) => [name, combine(noUsage, one, 1 / runs)]));
}

function month({ daily, checks, openHour, visit, bytesPerDay }: Measured) {
  const perRun = dollars(daily);
  const runs = Object.fromEntries(
    Object.entries(perRun).map(([item, cost]) => [item, cost * assumed.runsPerMonth]),
  ) as typeof perRun;
  const storage = ((bytesPerDay * retentionDays) / 1e9) * listPrices.storedGb;
  const open = sumOf(dollars(openHour)) * assumed.openHours + sumOf(dollars(visit)) * assumed.runsPerMonth;
  const price = totalCents(tierCosts(standardTiers, checks * assumed.runsPerMonth)) / 100;
  const fees = price * listPrices.cardShare + listPrices.cardPayment;
  return { runs, storage, open, price, fees, sum: sumOf(runs) + storage + open };
}

function fixedPerMonth(idleTick: UsageByFunction): number {
  return sumOf(dollars(idleTick)) * ticksPerMonth + listPrices.schedulerJob;
}

function countedRow(name: string, run: string, usage: UsageByFunction): string[] {
  const { rows, reads, writes, tasks, objectWrites, objectReads, objectBytes, requests } = total(usage);
  const counts = [reads, writes, tasks, objectWrites, objectReads].map((count) => count.toFixed(0));
  return [name, run, short(rows), ...counts, `${(objectBytes / 1e6).toFixed(2)} MB`, requests.toFixed(0)];
}

function dollarRow({ size, cpuPerRow }: Measured, run: string, usage: UsageByFunction): string[] {
  const { rows, exportBytes, cpuSeconds } = total(usage);
  const billed = [...usage].reduce((sum, [name, one]) => sum + billedSeconds(name, one), 0);
  return [
    size.name,
    run,
    short(rows),
    (exportBytes / 1e9).toFixed(2),
    cpuSeconds.toFixed(1),
    (rows * cpuPerRow).toFixed(1),
    billed.toFixed(0),
    `$${sumOf(dollars(usage)).toFixed(6)}`,
  ];
}

function monthRow(one: Measured): string[] {
  const { runs, storage, open, price, fees, sum } = month(one);
  return [
    one.size.name,
    ...Object.values(runs).map((cost) => cost.toFixed(3)),
    storage.toFixed(3),
    open.toFixed(3),
    money(sum),
    money(price),
    money(fees),
    percent((price - fees - sum) / price),
  ];
}

function money(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function short(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}
