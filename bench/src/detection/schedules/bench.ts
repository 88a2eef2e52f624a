import { evaluate } from "../evaluate.js";
import { isFlagged } from "../../../../functions/src/engine/result-row.js";
import { propertyDay } from "../../../../functions/src/engine/testing/property-series.js";
import { atLeast, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday, daysUntil } from "../days.js";
import { seededRandom, type Random } from "../random.js";
import { printTable, share } from "../table.js";
import { weekdayOf } from "../../../../functions/src/common/days.js";
import { weekdayProfile } from "../counts/project.js";

/** `perCell` projects of every schedule without a fault, and of every schedule, fault and length. */
export type ScheduleBenchOptions = { seed: string; perCell: number };

type Spoil = (random: Random, event: ScheduledEvent, day: number) => void;
type Fault = { name: string; detectors: readonly string[]; spoil: Spoil };

const detectors = ["event_count_change", "event_stopped", "event_property_null_rate"] as const;

const missing =
  (part: number): Spoil =>
  (random, event, day) => {
    event.missing[day]! += random.binomial(event.counts[day]! - event.missing[day]!, part);
  };
const times =
  (factor: number): Spoil =>
  (random, event, day) => {
    event.counts[day] = random.scaled(event.counts[day]!, factor);
    event.missing[day] = Math.min(event.missing[day]!, event.counts[day]);
  };

const faults: readonly Fault[] = [
  { name: "empty 20%", detectors: ["event_property_null_rate"], spoil: missing(0.2) },
  { name: "empty 33%", detectors: ["event_property_null_rate"], spoil: missing(0.33) },
  { name: "−50%", detectors: ["event_count_change"], spoil: times(0.5) },
  { name: "−70%", detectors: ["event_count_change"], spoil: times(0.3) },
  { name: "stop", detectors: ["event_count_change", "event_stopped"], spoil: times(0) },
  { name: "+100%", detectors: ["event_count_change"], spoil: times(2) },
];
const lengths = [1, 2, 3] as const;
const mostLostToWeekends = 0.05;
/** A growing event was small for most of its baseline. */
const mostLostToGrowth = 0.08;

/** The flagged event rows of the check, and how many rows were checked. */
function judge({ days, events }: SmallProject) {
  const byName = new Map(events.map((event) => [event.name, event]));
  const { detectors: results } = evaluate(detectors, {
    lastDay: days.at(-1)!,
    counts: { days, events: new Map(events.map(({ name, counts }) => [name, counts])) },
    aggregates: {
      days,
      events: () => [...byName.keys()],
      rows: (event) => byName.get(event)!.counts,
      properties: () => ["plan"],
      series: (event, property) => {
        const { counts, missing: empty } = byName.get(event)!;
        return {
          property,
          parent: event,
          rows: counts,
          days: counts.map((rows, day) => propertyDay(rows, { '"pro"': rows - empty[day]! })),
        };
      },
    },
  });
  return results.flatMap(({ key, rows }) => rows.map(({ row }) => ({ ...row, key })));
}

function cleanOf(schedule: Schedule, { seed, perCell }: ScheduleBenchOptions) {
  const tally = { checks: 0, flagged: 0, alerts: 0 };
  for (const lastDay of lastDayPerWeekday)
    for (let i = 0; i < 6 * perCell; i++) {
      const random = seededRandom(`${seed} schedule ${schedule.name} ${lastDay} ${i}`);
      const rows = judge(smallProject(random, schedule, lastDay));
      tally.checks += rows.filter(({ severity }) => severity !== "inconclusive").length;
      tally.flagged += rows.filter(isFlagged).length;
      tally.alerts += rows.filter(({ severity }) => severity === "alert").length;
    }
  return tally;
}

/** Plants the fault on the first event's last `length` open days, and on the closed ones between and after them. */
function isCaught(seed: string, schedule: Schedule, fault: Fault, length: number, lastDay: string): boolean {
  const random = seededRandom(seed);
  const project = smallProject(random, schedule, lastDay);
  const event = project.events[0]!;
  for (let day = project.days.length - 1, left = length; left > 0; day--) {
    fault.spoil(random, event, day);
    if (event.isOpen[day]) left--;
  }
  return judge(project).some(
    (row) =>
      isFlagged(row) &&
      fault.detectors.includes(row.key) &&
      (row.parent === event.name || row.entity === event.name || row.parent === null),
  );
}

/**
 * Prints how events that are closed on weekends, that grow or that decline fare in projects of 1 to 3 events, beside
 * events that come every day.
 */
export function benchSchedules(options: ScheduleBenchOptions): Bar[] {
  const { seed, perCell } = options;
  const clean = schedules.map((schedule) => cleanOf(schedule, options));
  const runs = 7 * 6 * perCell;
  printTable(
    `Small projects by schedule, no fault: flagged (alerts) of the rows checked, n = ${runs} runs`,
    ["", ...schedules.map(({ name }) => name)],
    [["no fault", ...clean.map(({ checks, flagged, alerts }) => `${flagged} (${alerts}) of ${checks}`)]],
  );
  const sums = schedules.map(() => ({ hits: 0, n: 0 }));
  const rows = faults.flatMap((fault) =>
    lengths.map((length) => [
      `${fault.name}, ${length} d`,
      ...schedules.map((schedule, s) => {
        let hits = 0;
        for (const lastDay of lastDayPerWeekday)
          for (let i = 0; i < perCell; i++) {
            const name = `${seed} schedule ${schedule.name} ${fault.name} ${length} ${lastDay} ${i}`;
            if (isCaught(name, schedule, fault, length, lastDay)) hits++;
          }
        sums[s]!.hits += hits;
        sums[s]!.n += 7 * perCell;
        return share(hits, 7 * perCell);
      }),
    ]),
  );
  printTable(
    "Small projects by schedule: faults caught on the last open days, share (n)",
    ["fault", ...schedules.map(({ name }) => name)],
    [...rows, ["**all**", ...sums.map(({ hits, n }) => share(hits, n))]],
  );
  const everyDay = sums[0]!.hits / sums[0]!.n;
  return schedules.slice(1).flatMap((schedule, s) => {
    const { hits, n } = sums[s + 1]!;
    const { flagged, checks } = clean[s + 1]!;
    return [
      atLeast(
        `faults caught, ${schedule.name}, beside every day`,
        hits,
        n,
        Math.max(0, everyDay - (schedule.growth ? mostLostToGrowth : mostLostToWeekends)),
      ),
      atMostShare(`flagged without a fault, ${schedule.name}`, flagged, checks, 0.01),
    ];
  });
}

/**
 * When events come. `weekend`: rows as a part of those of a usual project's weekend, between two numbers. `growth`: the
 * rows of a day relative to those of the last day, from the number of days before it.
 */
type Schedule = {
  name: string;
  weekend?: readonly [number, number];
  growth?: (daysBefore: number) => number;
};

const allDays = 56 + 7;

const growing = (percent: number): Schedule => ({
  name: `${percent > 0 ? "+" : "−"}${Math.abs(percent)}% a day`,
  growth: (daysBefore) => (1 + percent / 100) ** -daysBefore,
});

const schedules: readonly Schedule[] = [
  { name: "every day" },
  { name: "weekends 5–30%", weekend: [0.05, 0.3] },
  { name: "weekends 1–5%", weekend: [0.01, 0.05] },
  { name: "closed on weekends", weekend: [0, 0] },
  growing(1),
  growing(2),
  growing(3),
  growing(-2),
  growing(-3),
  { name: "100 to 700", growth: (daysBefore) => 1 - (6 / 7) * (daysBefore / (allDays - 1)) },
];

/** One event with one property: its rows, and those of them without a value, per day. */
type ScheduledEvent = {
  name: string;
  counts: number[];
  missing: number[];
  isOpen: readonly boolean[];
};
type SmallProject = { days: string[]; events: ScheduledEvent[] };

/** A project of 1 to 3 events, all with the same schedule, 50 to 2,000 rows on an open day. */
function smallProject(random: Random, schedule: Schedule, lastDay: string): SmallProject {
  const days = daysUntil(lastDay, allDays);
  const events = Array.from({ length: 1 + random.below(3) }, (_, i): ScheduledEvent => {
    const rate = random.logBetween(schedule.growth ? 100 : 50, 2000);
    const noise = random.logBetween(0.03, 0.15);
    const memory = random.between(0, 0.6);
    const [least, most] = schedule.weekend ?? [1, 1];
    const weekend = least === most ? least : random.between(least, most);
    const usuallyMissing = random.between(0, 0.05);
    let state = random.heavyTailed(4);
    const counts = days.map((day, d) => {
      state = memory * state + Math.sqrt(1 - memory * memory) * random.heavyTailed(4);
      const weekday = weekdayOf(day);
      const share = weekdayProfile[weekday]! * (weekday >= 5 ? weekend : 1);
      const growth = schedule.growth?.(days.length - 1 - d) ?? 1;
      return random.poisson(rate * growth * share * Math.exp(noise * state));
    });
    return {
      name: `event ${i}`,
      counts,
      missing: counts.map((rows) => random.binomial(rows, usuallyMissing)),
      isOpen: days.map((day) => weekdayOf(day) < 5 || weekend >= 0.2),
    };
  });
  return { days, events };
}
