import { atLeast, atMostShare, type Bar } from "../bars.js";
import { countFaultSizes, plantCountFaults } from "../counts/faults.js";
import { plumblineRule } from "../counts/plumbline-rule.js";
import { tells } from "../counts/tally.js";
import { seededRandom } from "../random.js";
import { usualSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import {
  calendarKinds,
  calendarProject,
  isOn,
  withHabitOn,
  withoutEarlierMonths,
  type CalendarProject,
} from "./project.js";

/** `perDay` projects for every last day. */
export type CalendarBenchOptions = { seed: string; perDay: number };

/** Days of which some events do the same every month, and the two days after them. */
const calendarDays = [
  ...["2026-09-30", "2026-10-01", "2026-10-02", "2026-10-15", "2026-10-16", "2026-10-30"],
  ...["2026-10-31", "2026-11-01", "2026-11-03", "2026-11-30", "2026-12-15", "2027-01-01"],
];
/** Last days of windows without such a day. */
const ordinaryDays = ["2026-09-12", "2026-10-10", "2026-10-22", "2026-11-11", "2026-11-24", "2026-12-11"];

type Tally = { hits: number; n: number };
/** With the counts of the last 63 days, and with those of earlier months. */
type Compared = Record<"before" | "after", Tally>;

const compared = (): Compared => ({ before: { hits: 0, n: 0 }, after: { hits: 0, n: 0 } });
const cell = ({ before, after }: Compared) =>
  `${before.n ? `${((100 * before.hits) / before.n).toFixed(1)} → ` : ""}${share(after.hits, after.n)}`;
const perThousand = ({ hits, n }: Tally) => ((1000 * hits) / n).toFixed(1);
const falseCell = ({ before, after }: Compared) =>
  `${perThousand(before)} → ${perThousand(after)} (${after.n})`;

const judge = (project: CalendarProject) => plumblineRule.judge(project, usualSettings);

/** Judges a project without and with earlier months. */
const judgeTwice = (project: CalendarProject) =>
  ({ before: judge(withoutEarlierMonths(project)), after: judge(project) }) as const;

function* projects(what: string, days: readonly string[], { seed, perDay }: CalendarBenchOptions) {
  for (const lastDay of days)
    for (let i = 0; i < perDay; i++) {
      const random = seededRandom(`${seed} calendar ${what} ${lastDay} ${i}`);
      yield { random, lastDay };
    }
}

/** Whether one of the days is one on which the event does the same every month. */
const hasHabitIn = ({ habit }: CalendarProject["events"][number], days: readonly string[]): boolean =>
  habit !== null && days.some((day) => isOn(habit.kind, day));

function cleanOf(days: readonly string[], options: CalendarBenchOptions) {
  const rows = { habit: compared(), other: compared(), alerts: compared() };
  for (const { random, lastDay } of projects("clean", days, options)) {
    const project = calendarProject(random, lastDay);
    const tested = project.days.slice(-usualSettings.checkBackDays);
    const withHabit = new Set(
      project.events.filter((one) => hasHabitIn(one, tested)).map(({ name }) => name),
    );
    const answers = judgeTwice(project);
    for (const which of ["before", "after"] as const) {
      const { findings } = answers[which];
      const inHabit = findings.filter(({ event }) => withHabit.has(event)).length;
      rows.habit[which].hits += inHabit;
      rows.habit[which].n += withHabit.size;
      rows.other[which].hits += findings.length - inHabit;
      rows.other[which].n += project.events.length - withHabit.size;
      rows.alerts[which].hits += findings.filter(({ isAlert }) => isAlert).length;
      rows.alerts[which].n += project.events.length;
    }
  }
  return rows;
}

/** Flagged events that do the same on the last day's date of every month, which is none of the usual ones. */
function otherDatesOf(options: CalendarBenchOptions): Compared {
  const tally = compared();
  for (const { random, lastDay } of projects("dates", ordinaryDays, options)) {
    const project = calendarProject(random, lastDay);
    const chosen = new Set(withHabitOn(random, lastDay.slice(8), project).map(({ name }) => name));
    const answers = judgeTwice(project);
    for (const which of ["before", "after"] as const) {
      tally[which].hits += answers[which].findings.filter(({ event }) => chosen.has(event)).length;
      tally[which].n += chosen.size;
    }
  }
  return tally;
}

/** Project rows of runs on the first of a month, on which the whole project does the same every month, or never before. */
function projectRowsOf(isUsual: boolean, options: CalendarBenchOptions): Compared {
  const tally = compared();
  for (const { random, lastDay } of projects(`project ${isUsual}`, ["2026-10-01", "2026-12-01"], options)) {
    const habit = { kind: "first day", factor: 0.55 } as const;
    const project = calendarProject(random, lastDay, { moves: isUsual ? habit : null });
    if (!isUsual)
      for (const { counts } of project.events)
        counts[counts.length - 1] = random.scaled(counts.at(-1)!, 0.55);
    const answers = judgeTwice(project);
    for (const which of ["before", "after"] as const) {
      tally[which].hits += answers[which].projectRows;
      tally[which].n++;
    }
  }
  return tally;
}

/** Faults caught by size, of the events that `isMeant`. */
function caughtOf(
  what: string,
  days: readonly string[],
  isMeant: (event: CalendarProject["events"][number], lastDay: string) => boolean,
  options: CalendarBenchOptions,
): ReadonlyMap<string, Compared> {
  const tallies = new Map([...countFaultSizes, "all"].map((size) => [size, compared()]));
  for (const { random, lastDay } of projects(what, days, options)) {
    const project = calendarProject(random, lastDay);
    const events = project.events.filter((event) => isMeant(event, lastDay));
    // Few, so that the project as a whole doesn't move.
    const planted = plantCountFaults(
      random,
      { ...project, events },
      { share: 30 / events.length, leastRate: 100 },
    );
    const answers = judgeTwice(project);
    const earlierDays = project.days.length - withoutEarlierMonths(project).days.length;
    for (const which of ["before", "after"] as const) {
      const moved = which === "before" ? earlierDays : 0;
      for (const one of planted) {
        const placed = { ...one, first: one.first - moved, last: one.last - moved };
        const isCaught = answers[which].findings.some((finding) => tells(finding, placed));
        for (const size of [one.fault.name, "all"]) {
          tallies.get(size)![which].n++;
          if (isCaught) tallies.get(size)![which].hits++;
        }
      }
    }
  }
  return tallies;
}

/** Prints how events fare that do the same on one day of every month. */
export function benchCalendar(options: CalendarBenchOptions): Bar[] {
  const onDays = cleanOf(calendarDays, options);
  const ordinary = cleanOf(ordinaryDays, options);
  printTable(
    "Calendar days, no fault: false rows per 1,000 events without → with earlier months (n)",
    ["windows", "events with such a day in it", "other events", "alerts, all events"],
    [
      [
        "with the first, last, last working day or 15th",
        ...[onDays.habit, onDays.other, onDays.alerts].map(falseCell),
      ],
      ["with another date on which they do the same", falseCell(otherDatesOf(options)), "", ""],
      ["without", "–", ...[ordinary.other, ordinary.alerts].map(falseCell)],
    ],
  );
  const usual = projectRowsOf(true, options);
  const unusual = projectRowsOf(false, options);
  printTable(
    "The whole project −45% on the first of a month: rows a run without → with earlier months (n)",
    ["every month", "never before"],
    [
      [usual, unusual].map(
        ({ before, after }) =>
          `${(before.hits / before.n).toFixed(2)} → ${(after.hits / after.n).toFixed(2)} (${after.n})`,
      ),
    ],
  );
  const onDay = calendarDays.filter((day) => calendarKinds.some((kind) => isOn(kind, day)));
  const columns = [
    caughtOf("ordinary", ordinaryDays, () => true, options),
    caughtOf("others", onDay, (event, day) => !hasHabitIn(event, [day]), options),
    caughtOf("habits", onDay, (event, day) => hasHabitIn(event, [day]), options),
  ];
  printTable(
    "Faults caught without → with earlier months, events with ≥ 100 rows a day, share (n)",
    [
      "fault",
      "on ordinary days",
      "on such a day, other events",
      "on such a day, events that do the same on it",
    ],
    [...countFaultSizes, "all"].map((size) => [size, ...columns.map((column) => cell(column.get(size)!))]),
  );
  const [ordinaryFaults, otherFaults] = columns.map((column) => column.get("all")!);
  const kept = (what: string, { before, after }: Compared) =>
    atLeast(what, after.hits, after.n, before.hits / before.n - 0.01);
  return [
    atMostShare(
      "flagged on a day on which it does the same every month",
      onDays.habit.after.hits,
      onDays.habit.after.n,
      0.12,
    ),
    kept("faults on ordinary days, compared with no earlier months", ordinaryFaults!),
    kept("faults on calendar days, compared with no earlier months", otherFaults!),
  ];
}
