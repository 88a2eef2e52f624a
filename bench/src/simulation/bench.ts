import { parseArgs } from "node:util";
import { deployed } from "../cost/deployed.js";
import { listPrices } from "../cost/list-prices.js";
import { markdownTable } from "../detection/table.js";
import { simulate, type RunDelay } from "./simulate.js";

/*
 * Simulates a week of the scheduler in virtual time, with many workspaces, ten of them greedy. Fails if a workspace
 * waits too long for a run that could start.
 */

const { values: options } = parseArgs({
  options: {
    workspaces: { type: "string", default: "1000" },
    greedy: { type: "string", default: "10" },
    /** Workspaces, of the others, with one setup that runs every hour. */
    hourly: { type: "string", default: "0" },
    days: { type: "string", default: "7" },
    seed: { type: "string", default: "week" },
  },
});
/** A workspace is starved if it waits longer than this for a run that could start. */
const longestDelaySeconds = 120;

const startedAt = performance.now();
const { workspaces, greedy, hourly, days, seed } = options;
const simulated = await simulate({
  workspaces: Number(workspaces),
  greedy: Number(greedy),
  hourly: Number(hourly),
  days: Number(days),
  seed,
});
const { delays, unfinished, sizes, requests, depths, lanes, ticks, tickSeconds } = simulated;
console.log(
  `${workspaces} workspaces (${hourly} hourly) and ${greedy} greedy ones, ${days} days (seed ${seed}): ${delays.length} runs started in ${ticks} ticks, computed in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n`,
);

const worst: number[] = [];
const starved: number[] = [];
console.log(
  markdownTable(
    [
      "workspaces",
      "runs",
      "start delay p50, s",
      "p99",
      "longest",
      "worst workspace's p99",
      "failed",
      "waiting at the end",
      "workspaces starved",
    ],
    [false, true].map((isGreedy) => {
      const runs = delays.filter((delay) => delay.isGreedy === isGreedy);
      const all = runs.map(({ ms }) => ms / 1_000);
      const ofEach = [...byWorkspace(runs).values()].map((each) => quantile(each, 0.99));
      worst.push(Math.max(0, ...ofEach));
      const left = unfinished.filter((run) => run.isGreedy === isGreedy);
      // Starved: a run has been due for an hour, or a delay is too long.
      const slow = [...byWorkspace(runs)].filter(([, each]) => Math.max(...each) > longestDelaySeconds);
      starved.push(
        new Set([...slow.map(([id]) => id), ...left.filter(isWaiting).map(({ workspaceId }) => workspaceId)])
          .size,
      );
      const failed = left.filter((run) => !isWaiting(run)).length;
      return [
        isGreedy ? "greedy" : "others",
        String(all.length),
        ...[0.5, 0.99, 1].map((q) => quantile(all, q).toFixed(1)),
        worst.at(-1)!.toFixed(1),
        String(failed),
        String(left.length - failed),
        String(starved.at(-1)),
      ];
    }),
  ),
);

console.log();
console.log(
  markdownTable(
    ["projects", "number", "runs with a report", "exports", "of groups of events"],
    Object.entries(sizes).map(([size, { projects, reports, exports, ofGroups }]) => [
      size,
      ...[projects, reports, exports, ofGroups].map(String),
    ]),
  ),
);

if (hourly !== "0") {
  console.log();
  console.log(
    markdownTable(
      ["hourly setups: requests to Mixpanel in an hour", "hours", "p50", "p99", "most"],
      [
        ["in which only hours are checked", requests.ofHours] as const,
        ["in which days are judged", requests.ofDays] as const,
      ].map(([what, counts]) => [
        what,
        String(counts.length),
        ...[0.5, 0.99, 1].map((q) => String(quantile(counts, q))),
      ]),
    ),
  );
}

console.log();
const seconds = [...lanes].map(([name, { tasks, busyMs }]) => ({
  tasks,
  dollars:
    (busyMs / 1_000) * (listPrices.vcpuSecond + deployed(name).gib * listPrices.gibSecond) +
    tasks * (listPrices.request + 2 * listPrices.taskOperation),
}));
console.log(
  markdownTable(
    ["queue", "tasks", "at once, at most", "waiting p50", "p99", "most", "instance hours", "dollars"],
    [...lanes].map(([name, { tasks, atOnce, busyMs }], index) => [
      name,
      String(tasks),
      String(atOnce),
      ...[0.5, 0.99, 1].map((q) => String(quantile(depths.get(name) ?? [], q))),
      (busyMs / 3_600_000).toFixed(1),
      seconds[index]!.dollars.toFixed(2),
    ]),
  ),
);
const week = seconds.reduce((sum, { dollars }) => sum + dollars, 0);
console.log(
  `\n${(delays.length / Number(days)).toFixed(0)} runs a day. Ticks took a median of ${quantile(tickSeconds, 0.5).toFixed(1)} s, and ${Math.max(...tickSeconds).toFixed(1)} s at most. Instances and tasks cost $${week.toFixed(2)}, or $${(week / delays.length).toFixed(4)} per run.`,
);
if (starved[0]! > 0) {
  console.error(
    `${starved[0]} workspaces waited more than ${longestDelaySeconds} s for a run that could start.`,
  );
  process.exitCode = 1;
}

function isWaiting({ status }: { status: string }): boolean {
  return status === "pending";
}

function byWorkspace(runs: readonly RunDelay[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { workspaceId, ms } of runs)
    found.set(workspaceId, [...(found.get(workspaceId) ?? []), ms / 1_000]);
  return found;
}

/** The value that a share `q` of the values doesn't exceed. */
function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
}
