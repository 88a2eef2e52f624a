import { lastDayPerWeekday, weekdayNames } from "../days.js";
import { seededRandom } from "../random.js";
import { markdownTable, share } from "../table.js";
import { countFaultSizes, plantCountFaults, type PlantedCountFault } from "./faults.js";
import { simulateProject, type ProjectMove } from "./project.js";
import { countRules, type CountFinding, type CountRule } from "./rules.js";

export type CountBenchOptions = { seed: string; projects: number };

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

function cleanAlarms(rule: CountRule, { seed, projects }: CountBenchOptions, moves: readonly ProjectMove[]) {
  return lastDayPerWeekday.map((lastDay) => {
    const answers = Array.from({ length: projects }, (_, i) =>
      rule.judge(simulateProject(seededRandom(`${seed} clean ${lastDay} ${i}`), { lastDay, moves })),
    );
    return {
      all: average(answers.map(({ findings }) => findings.length)),
      alerts: average(answers.map(({ findings }) => findings.filter(({ isAlert }) => isAlert).length)),
      projectRows: average(answers.map(({ projectRows }) => projectRows)),
    };
  });
}

const tells = (finding: CountFinding, { event, fault, first, last }: PlantedCountFault): boolean =>
  finding.event === event.name &&
  finding.direction === (fault.factor < 1 ? -1 : 1) &&
  finding.first <= last &&
  finding.last >= first;

function caughtFaults(rule: CountRule, { seed, projects }: CountBenchOptions) {
  const tally = new Map<string, { caught: number; n: number }>();
  const note = (key: string, caught: boolean) => {
    const entry = tally.get(key) ?? { caught: 0, n: 0 };
    entry.n++;
    if (caught) entry.caught++;
    tally.set(key, entry);
  };
  for (const lastDay of lastDayPerWeekday)
    for (let i = 0; i < projects; i++) {
      const random = seededRandom(`${seed} faults ${lastDay} ${i}`);
      const project = simulateProject(random, { lastDay });
      const planted = plantCountFaults(random, project);
      const byEvent = new Map<string, CountFinding[]>();
      for (const finding of rule.judge(project).findings)
        byEvent.set(finding.event, [...(byEvent.get(finding.event) ?? []), finding]);
      for (const fault of planted) {
        const caught = (byEvent.get(fault.event.name) ?? []).some((finding) => tells(finding, fault));
        const size = fault.event.rate >= 100 ? "≥ 100" : fault.event.rate >= 10 ? "10–100" : "< 10";
        const length = fault.fault.endsDaysAgo > 0 ? "over" : `${fault.fault.days} d`;
        note(`${fault.fault.name}|${size}`, caught);
        if (size === "≥ 100") note(`${fault.fault.name}|${length}`, caught);
      }
    }
  return (name: string, column: string) => {
    const entry = tally.get(`${name}|${column}`);
    return share(entry?.caught ?? 0, entry?.n ?? 0);
  };
}

/** Prints alarms on clean projects beside the share of planted faults caught, per rule. */
export function benchCounts(options: CountBenchOptions, print: (line: string) => void): void {
  const scenes: { title: string; moves: ProjectMove[] }[] = [
    { title: "no fault", moves: [] },
    { title: "holiday yesterday (all −38%)", moves: [{ daysAgo: 0, factor: 0.62 }] },
    { title: "outage three days ago (all −90%)", moves: [{ daysAgo: 3, factor: 0.1 }] },
  ];
  for (const { title, moves } of scenes) {
    print(
      `\n### Counts, ${title}: warnings + alerts (alerts) per run, 1,000 events, ${options.projects} projects a weekday\n`,
    );
    const rows = countRules.map((rule) => {
      const days = cleanAlarms(rule, options, moves);
      const cell = ({ all, alerts }: { all: number; alerts: number }) =>
        `${all.toFixed(1)} (${alerts.toFixed(1)})`;
      return [
        rule.name,
        ...days.map(cell),
        cell({ all: average(days.map((d) => d.all)), alerts: average(days.map((d) => d.alerts)) }),
        average(days.map((d) => d.projectRows)).toFixed(2),
      ];
    });
    print(markdownTable(["rule", ...weekdayNames, "mean", "project rows"], rows));
  }
  const columns = ["≥ 100", "1 d", "2 d", "4 d", "7 d", "over", "10–100", "< 10"];
  for (const rule of countRules) {
    const caught = caughtFaults(rule, options);
    print(
      `\n### Counts, faults caught by ${rule.name}: share (n); lengths are of events with ≥ 100 rows a day\n`,
    );
    print(
      markdownTable(
        ["fault", ...columns],
        countFaultSizes.map((name) => [name, ...columns.map((column) => caught(name, column))]),
      ),
    );
  }
}
