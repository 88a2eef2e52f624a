import { atLeast, atMost, type Bar } from "../bars.js";
import { lastDayPerWeekday, weekdayNames } from "../days.js";
import { seededRandom } from "../random.js";
import { otherSettings, settingsName, usualSettings, type BenchSettings } from "../settings.js";
import { average, printTable, type Table } from "../table.js";
import { countFaultSizes, plantCountFaults } from "./faults.js";
import { calibratedOracle } from "./oracle.js";
import { plumblineRule } from "./plumbline-rule.js";
import { simulateProject, type ProjectMove } from "./project.js";
import { rivalRules } from "./rival-rules.js";
import type { CountRule } from "./rules.js";
import { CleanTally, faultColumns, FaultTally } from "./tally.js";

/** `projects` per weekday, with 1,000 events each. */
export type CountBenchOptions = { seed: string; projects: number };

type Scene = { title: string; moves: readonly ProjectMove[] };

const noFault: Scene = { title: "no fault", moves: [] };
const movedScenes: readonly Scene[] = [
  { title: "a holiday yesterday (all −38%)", moves: [{ daysAgo: 0, factor: 0.62 }] },
  { title: "a day of outage three days ago (all −90%)", moves: [{ daysAgo: 3, factor: 0.1 }] },
  {
    title: "ten days of outage until four days ago (all −90%)",
    moves: Array.from({ length: 10 }, (_, day) => ({ daysAgo: 4 + day, factor: 0.1 })),
  },
];

function* projectSeeds(what: string, { seed, projects }: CountBenchOptions) {
  for (const [weekday, lastDay] of lastDayPerWeekday.entries())
    for (let i = 0; i < projects; i++)
      yield { weekday, lastDay, random: seededRandom(`${seed} ${what} ${lastDay} ${i}`) };
}

function cleanTallies(
  rules: readonly CountRule[],
  scene: Scene,
  options: CountBenchOptions,
  settings: BenchSettings,
): CleanTally[] {
  const tallies = rules.map(() => new CleanTally());
  for (const { weekday, lastDay, random } of projectSeeds("clean", options)) {
    const { checkBackDays } = settings;
    const project = simulateProject(random, { lastDay, moves: scene.moves, checkBackDays });
    rules.forEach((rule, i) => tallies[i]!.add(weekday, rule.judge(project, settings)));
  }
  return tallies;
}

function faultTallies(
  rules: readonly CountRule[],
  options: CountBenchOptions,
  settings: BenchSettings,
): FaultTally[] {
  const tallies = rules.map(() => new FaultTally());
  for (const { lastDay, random } of projectSeeds("faults", options)) {
    const project = simulateProject(random, { lastDay, checkBackDays: settings.checkBackDays });
    const planted = plantCountFaults(random, project);
    rules.forEach((rule, i) => tallies[i]!.add(planted, rule.judge(project, settings)));
  }
  return tallies;
}

const alarms = ({ all, alerts }: { all: number; alerts: number }) =>
  `${all.toFixed(1)} (${alerts.toFixed(1)})`;

/** Prints alarms on clean projects and the share of planted faults caught, per rule. Returns the bars. */
export function benchCounts(options: CountBenchOptions): Bar[] {
  const rules = [plumblineRule, ...rivalRules, calibratedOracle(options.seed)];
  const few = { ...options, projects: Math.max(1, Math.round(options.projects / 4)) };

  const clean = cleanTallies(rules, noFault, options, usualSettings);
  const runs = options.projects * weekdayNames.length;
  printTable(
    `Counts, no fault: warnings + alerts (alerts) per run of 1,000 events, n = ${runs} runs`,
    ["rule", ...weekdayNames, "mean"],
    rules.map(({ name }, i) => [name, ...clean[i]!.runs.map(alarms), alarms(clean[i]!.mean)]),
  );

  const moved = movedScenes.map((scene) => cleanTallies(rules, scene, few, usualSettings));
  const fewRuns = few.projects * weekdayNames.length;
  printTable(
    `Counts, the whole project moves: warnings + alerts (alerts) per run for single events, n = ${fewRuns} runs`,
    ["rule", ...movedScenes.flatMap(({ title }) => [title, "project rows"])],
    rules.map(({ name }, i) => [
      name,
      ...moved.flatMap((tallies) => [
        alarms(tallies[i]!.mean),
        rules[i] === plumblineRule ? tallies[i]!.mean.projectRows.toFixed(2) : "–",
      ]),
    ]),
  );

  const caught = faultTallies(rules, options, usualSettings);
  rules.forEach(({ name }, i) => {
    printTable(
      `Counts, faults caught by ${name}: share (n); columns by length are for events with ≥ 100 rows a day`,
      ["fault", ...faultColumns],
      countFaultSizes.map((fault) => [
        fault,
        ...faultColumns.map((column) => caught[i]!.cell(fault, column)),
      ]),
    );
  });
  printTable(
    "Counts at other settings, Plumbline: alarms per run and faults caught at ≥ 100 rows a day",
    ...sweepTable(few, clean[0]!, caught[0]!),
  );
  return countBars(clean[0]!, caught[0]!);
}

function sweepTable(options: CountBenchOptions, clean: CleanTally, caught: FaultTally): Table {
  const rows = [
    { settings: usualSettings, clean, caught },
    ...otherSettings.map((settings) => ({
      settings,
      clean: cleanTallies([plumblineRule], noFault, options, settings)[0]!,
      caught: faultTallies([plumblineRule], options, settings)[0]!,
    })),
  ];
  return [
    ["check back, threshold", "alarms (alerts)", ...countFaultSizes],
    rows.map((row) => [
      settingsName(row.settings),
      alarms(row.clean.mean),
      ...countFaultSizes.map((fault) => row.caught.cell(fault, "≥ 100")),
    ]),
  ];
}

function countBars(clean: CleanTally, caught: FaultTally): Bar[] {
  const noisiest = (of: (run: { all: number; alerts: number }) => number) => Math.max(...clean.runs.map(of));
  const note = (of: (run: { all: number; alerts: number }) => number) =>
    ` on the worst weekday, ${average(clean.runs.map(of)).toFixed(1)} on average`;
  const bar = (fault: string, least: number) => {
    const { caught: hits, n } = caught.of(fault, "≥ 100");
    return atLeast(`count fault ${fault}, ≥ 100 rows a day`, hits, n, least);
  };
  return [
    atMost(
      "clean project of 1,000 events: warnings + alerts per run",
      noisiest((r) => r.all),
      10,
      note((r) => r.all),
    ),
    atMost(
      "clean project of 1,000 events: alerts per run",
      noisiest((r) => r.alerts),
      3,
      note((r) => r.alerts),
    ),
    bar("stop", 1),
    bar("−70%", 0.95),
    bar("−50%", 0.7),
    bar("+100%", 0.72),
  ];
}
