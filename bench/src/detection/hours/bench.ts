import { isFlagged } from "../../../../functions/src/engine/result-row.js";
import { median } from "../../../../functions/src/engine/stats/robust.js";
import { atLeast, atMost, type Bar } from "../bars.js";
import { countRows } from "../counts/plumbline-rule.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { usualSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import { plantFault } from "./faults.js";
import { families, simulateHours, type Family, type HourEvent, type HourProject } from "./project.js";
import { latenessBefore, runDay, type ToldFinding } from "./runs.js";

/** `perFault` projects of every fault and family. */
export type HourBenchOptions = { seed: string; perFault: number };

const cleanDays = 28;
const learningDays = 7;
const kinds = ["silence", "drop", "spike"] as const;

type CleanTally = { told: number; additional: number };

/** Events that the daily run of the morning after a day, or of the one before, flags with a streak up to its last day. */
function dailyFindings(project: HourProject, place: number): Set<string> {
  const flagged = new Set<string>();
  for (const last of [place - 1, place]) {
    const days = project.days.slice(0, last + 1);
    const events = project.events.map(({ name, days: all }) => ({
      name,
      counts: all.slice(0, last + 1).map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)),
    }));
    for (const row of countRows({ days, events }, usualSettings, ["event_count_change", "event_stopped"]))
      if (isFlagged(row) && row.last_day === days.at(-1)) flagged.add(row.entity);
  }
  return flagged;
}

/** What hourly runs tell of the project's last days, without a fault, after a week in which lateness is learned. */
function* cleanRuns(
  project: HourProject,
): Generator<{ place: number; isLearning: boolean; told: ToldFinding[] }> {
  let lateness = null;
  const from = project.days.length - cleanDays - learningDays;
  for (let place = from; place < project.days.length; place++) {
    const day = runDay(project, place, lateness);
    lateness = day.lateness;
    const firsts = new Map<string | null, ToldFinding>();
    for (const finding of day.told) if (!firsts.has(finding.event)) firsts.set(finding.event, finding);
    yield { place, isLearning: place < from + learningDays, told: [...firsts.values()] };
  }
}

/** A project of 1,000 events without a fault: findings of 28 days of hourly runs, after a week in which lateness is learned. */
function benchClean({ seed }: HourBenchOptions): Bar[] {
  const project = simulateHours(seededRandom(`${seed} hours clean`), {
    lastDay: "2026-10-18",
    events: 1000,
    judgedDays: cleanDays + learningDays,
  });
  const familyOf = new Map(project.events.map(({ name, family }) => [name, family]));
  const tallies = new Map<string, CleanTally>();
  const note = (key: string, isAdditional: boolean) => {
    const tally = tallies.get(key) ?? { told: 0, additional: 0 };
    tallies.set(key, tally);
    tally.told++;
    if (isAdditional) tally.additional++;
  };
  for (const { place, isLearning, told } of cleanRuns(project)) {
    const daily = dailyFindings(project, place);
    for (const { event, kind } of told) {
      const isAdditional = !daily.has(event ?? "(project)");
      if (isLearning) {
        note("first week", isAdditional);
        continue;
      }
      for (const key of ["all", kind, event === null ? "the whole project" : familyOf.get(event)!])
        note(key, isAdditional);
    }
  }
  const cell = (key: string, days = cleanDays) => {
    const { told, additional } = tallies.get(key) ?? { told: 0, additional: 0 };
    return `${(told / days).toFixed(2)} (${(additional / days).toFixed(2)})`;
  };
  printTable(
    "Hours, no fault: findings a day (those that the daily runs don't have) of 1,000 events run hourly, n = 28 days",
    ["", "all", ...kinds, "first week"],
    [["a day", cell("all"), ...kinds.map((kind) => cell(kind)), cell("first week", learningDays)]],
  );
  const eventsOf = (family: Family) => project.events.filter((event) => event.family === family).length;
  printTable(
    "The same by family",
    ["family", "events", "a day"],
    [
      ...families.map((family) => [family, String(eventsOf(family)), cell(family)]),
      ["the whole project", "1", cell("the whole project")],
    ],
  );
  const additional = (tallies.get("all")?.additional ?? 0) / cleanDays;
  return [atMost("clean project of 1,000 events run hourly: more findings a day than daily", additional, 1)];
}

/** Findings a day of 1,000 ordinary events without a fault that have this many rows a day. */
function falseFindings({ seed }: HourBenchOptions, rate: number): string {
  const project = simulateHours(seededRandom(`${seed} hours clean ${rate}`), {
    lastDay: "2026-10-18",
    events: rateEvents,
    judgedDays: cleanDays + learningDays,
    rates: [rate, rate * 1.001],
    family: "ordinary",
  });
  let found = 0;
  for (const { isLearning, told } of cleanRuns(project)) if (!isLearning) found += told.length;
  return `${((1000 * found) / (rateEvents * cleanDays)).toFixed(2)} (${found})`;
}

type Scene = { name: string; factor: number; hours: number };
const scenes: readonly Scene[] = [
  { name: "outage, 6 h", factor: 0, hours: 6 },
  { name: "−70%, 6 h", factor: 0.3, hours: 6 },
  { name: "−50%, 6 h", factor: 0.5, hours: 6 },
  { name: "×2, 6 h", factor: 2, hours: 6 },
  { name: "×3, 6 h", factor: 3, hours: 6 },
];
const faultFamilies = ["ordinary", "office hours", "campaigns", "clumps of 4", "late rows"] as const;
const faultedEvents = 3;
/** Events of a project of one size without a fault. */
const rateEvents = 200;
const projectEvents = 30;

const isGrown = ({ days }: HourEvent) =>
  days.slice(0, 7).some(({ counts }) => counts.some((count) => count > 0));

type Caught = { hits: number; n: number };

/** Plants a fault in a few events of a project at a random minute of its waking hours, and runs the day's hours. */
function caughtOf(
  { seed, perFault }: HourBenchOptions,
  family: Family,
  { name, factor, hours }: Scene,
  rates: readonly [number, number],
  length?: 23 | 25,
): Caught & { delays: number[] } {
  const tally = { hits: 0, n: 0, delays: [] as number[] };
  const [earliest, latest] = family === "office hours" ? [8, 12] : [8, 16];
  for (let i = 0; i < perFault; i++) {
    const random = seededRandom(`${seed} hours ${family} ${name} ${rates[0]} ${i} ${length ?? 24}`);
    const lastDay = length ? "2026-10-18" : lastDayPerWeekday[i % (family === "office hours" ? 5 : 7)]!;
    const project = simulateHours(random, {
      lastDay,
      events: projectEvents,
      judgedDays: 8,
      rates,
      family,
      ...(length && { lengths: new Map([[0, length]]) }),
    });
    const place = project.days.length - 1;
    const lateness = latenessBefore(project, place);
    const faulted = project.events
      .filter(isGrown)
      .slice(0, faultedEvents)
      .map((event) => {
        const onset = random.between(earliest, latest);
        plantFault(random, event, place, { factor, onset, hours });
        return { event, onset };
      });
    const { told } = runDay(project, place, lateness);
    for (const { event, onset } of faulted) {
      const first = told.find(
        (finding) =>
          finding.event === event.name &&
          finding.toldAt > onset &&
          (factor < 1 ? finding.kind !== "spike" : finding.kind === "spike"),
      );
      tally.n++;
      if (first) tally.hits++;
      tally.delays.push(first ? first.toldAt - onset : Number.POSITIVE_INFINITY);
    }
  }
  return tally;
}

function benchFaults(options: HourBenchOptions): Bar[] {
  const caught = new Map<string, Caught>();
  const rows = scenes.map((scene) => [
    scene.name,
    ...faultFamilies.map((family) => {
      const tally = caughtOf(options, family, scene, [100, 1000]);
      caught.set(`${scene.name} ${family}`, tally);
      return share(tally.hits, tally.n);
    }),
  ]);
  printTable(
    "Hours, faults in waking hours found before the day ends, 100 to 1,000 rows a day: share (n)",
    ["fault", ...faultFamilies],
    rows,
  );
  const dst = ([23, 25] as const).map((length) =>
    caughtOf(options, "ordinary", scenes[0]!, [100, 1000], length),
  );
  printTable(
    "Hours, outage of 6 waking hours on a day of 23 and of 25 hours: share (n)",
    ["23 hours", "25 hours"],
    [dst.map(({ hits, n }) => share(hits, n))],
  );

  const delayRates = [100, 300, 1000, 3000, 10_000];
  const delays = delayRates.map((rate) =>
    caughtOf(options, "ordinary", { name: "stop", factor: 0, hours: 24 }, [rate, rate * 1.001]),
  );
  const quantile = (values: readonly number[], part: number) =>
    [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))]!.toFixed(1);
  printTable(
    "Hours, an event that stops between 8:00 and 16:00: hours from onset to finding, by rows a day; without a fault, findings a day of 1,000 such events (found, of 200 in 28 days)",
    ["rows a day", "median", "90%", "found that day (n)", "false findings a day"],
    delays.map(({ delays: all, hits, n }, i) => [
      String(delayRates[i]),
      median(all).toFixed(1),
      quantile(all, 0.9),
      share(hits, n),
      falseFindings(options, delayRates[i]!),
    ]),
  );
  const outage = (family: Family) => caught.get(`outage, 6 h ${family}`)!;
  const bar = (family: Family, least: number) =>
    atLeast(
      `outage of 6 waking hours found that day, ${family}`,
      outage(family).hits,
      outage(family).n,
      least,
    );
  return [
    bar("ordinary", 0.95),
    bar("office hours", 0.95),
    bar("clumps of 4", 0.8),
    atLeast("the same on days of 23 and 25 hours", dst[0]!.hits + dst[1]!.hits, dst[0]!.n + dst[1]!.n, 0.95),
    atMost("stop at 1,000 rows a day: median hours from onset to finding", median(delays[2]!.delays), 4),
  ];
}

/** Prints what hourly runs tell of clean projects and of faults within a day. */
export const benchHours = (options: HourBenchOptions): Bar[] => [
  ...benchClean(options),
  ...benchFaults(options),
];
