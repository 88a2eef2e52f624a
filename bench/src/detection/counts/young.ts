import { atLeast, atMost, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom, type Random } from "../random.js";
import { usualSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import { plumblineRule } from "./plumbline-rule.js";
import { simulateProject, type SimulatedEvent, type SimulatedProject } from "./project.js";

/** `projects` per weekday, with 300 older events and 60 young ones each. */
export type YoungBenchOptions = { seed: string; projects: number };

const youngEvents = 60;
const leastRate = 100;
const faults = [
  { name: "−70%, 1 d", factor: 0.3, days: 1 },
  { name: "−50%, 4 d", factor: 0.5, days: 4 },
  { name: "+100%, 4 d", factor: 2, days: 4 },
] as const;
const ages = ["7–13 days", "14–20 days"] as const;

/** Events with at least 100 rows a day that began 7 to 20 days before the window, beside older ones. */
function simulateYoung(
  random: Random,
  lastDay: string,
): { project: SimulatedProject; young: SimulatedEvent[] } {
  const older = simulateProject(random, { lastDay, events: 300 });
  const testedFrom = older.days.length - usualSettings.checkBackDays;
  const young: SimulatedEvent[] = [];
  while (young.length < youngEvents) {
    const drawn = simulateProject(random, { lastDay, events: 200 }).events.filter(
      ({ kind, rate }) => rate >= leastRate && kind !== "new",
    );
    young.push(...drawn.slice(0, youngEvents - young.length));
  }
  young.forEach((event, i) => {
    event.name = `young ${i}`;
    event.counts.fill(0, 0, testedFrom - 7 - (i % 14));
  });
  return { project: { days: older.days, events: [...older.events, ...young] }, young };
}

/** Prints how events fare in their second and third week: false findings, and faults caught on the last days. */
export function benchYoungEvents({ seed, projects }: YoungBenchOptions): Bar[] {
  const clean = { office: { flagged: 0, alerts: 0, n: 0 }, others: { flagged: 0, alerts: 0, n: 0 } };
  const caught = new Map<string, { hits: number; n: number }>();
  const note = (key: string, isHit: boolean): void => {
    const entry = caught.get(key) ?? { hits: 0, n: 0 };
    caught.set(key, { hits: entry.hits + Number(isHit), n: entry.n + 1 });
  };
  for (const lastDay of lastDayPerWeekday)
    for (let i = 0; i < projects; i++) {
      const random = seededRandom(`${seed} young ${lastDay} ${i}`);
      const { project, young } = simulateYoung(random, lastDay);
      const findings = new Map(
        plumblineRule.judge(project, usualSettings).findings.map((one) => [one.event, one]),
      );
      for (const { name, kind } of young) {
        const tally = kind === "office" ? clean.office : clean.others;
        const finding = findings.get(name);
        tally.n++;
        tally.flagged += Number(finding !== undefined);
        tally.alerts += Number(finding?.isAlert ?? false);
      }
      for (const fault of faults) {
        const faulty = young.filter(() => random.chance(0.3));
        const spoiled = new Map(faulty.map((event) => [event, spoil(random, event.counts, fault)]));
        const events = project.events.map((event) => ({
          ...event,
          counts: spoiled.get(event) ?? event.counts,
        }));
        const answers = plumblineRule.judge({ ...project, events }, usualSettings).findings;
        const direction = fault.factor < 1 ? -1 : 1;
        for (const event of faulty) {
          const isHit = answers.some(
            (one) =>
              one.event === event.name &&
              one.direction === direction &&
              one.last >= project.days.length - fault.days,
          );
          const rank = young.indexOf(event) % 14;
          note(`${fault.name}|${event.kind === "office" ? "office" : ages[rank < 7 ? 0 : 1]}`, isHit);
        }
      }
    }

  printTable(
    "Young events (7–20 days, ≥ 100 rows a day), no fault: flagged (alerts), n",
    ["", "flagged", "alerts", "n"],
    Object.entries(clean).map(([kind, { flagged, alerts, n }]) => [
      kind,
      `${flagged} (${((1000 * flagged) / n).toFixed(1)} per 1,000)`,
      String(alerts),
      String(n),
    ]),
  );
  const columns = [...ages, "office"];
  printTable(
    "Young events: faults caught on the last days, share (n)",
    ["fault", ...columns],
    faults.map(({ name }) => [
      name,
      ...columns.map((column) => {
        const { hits, n } = caught.get(`${name}|${column}`) ?? { hits: 0, n: 0 };
        return share(hits, n);
      }),
    ]),
  );
  const halved = ages.map((age) => caught.get(`−50%, 4 d|${age}`)!);
  return [
    atMostShare("young office events flagged", clean.office.flagged, clean.office.n, 0.05),
    atMost(
      "other young events flagged per 1,000",
      (1000 * clean.others.flagged) / clean.others.n,
      3,
      ` (${clean.others.n})`,
    ),
    atLeast(
      "young events, −50% over 4 days",
      halved.reduce((sum, { hits }) => sum + hits, 0),
      halved.reduce((sum, { n }) => sum + n, 0),
      0.75,
    ),
  ];
}

function spoil(
  random: Random,
  counts: readonly number[],
  { factor, days }: { factor: number; days: number },
): number[] {
  return counts.map((rows, day) => (day < counts.length - days ? rows : random.scaled(rows, factor)));
}
