import { atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom, shuffle } from "../random.js";
import { printTable, share } from "../table.js";
import {
  eventsPerProject,
  faultDays,
  faultsPerProject,
  faultyPlatforms,
  followsFrom,
  isOn,
  judge,
  namedBy,
  type SegmentBenchOptions,
} from "./bench.js";
import { segmentFaults, uniformFaults, type SegmentFault } from "./faults.js";
import { simulateSegments, type EventPlan } from "./project.js";
import { platforms } from "./world.js";

/** Rows a day of the whole event, as in most real logs. */
const rates = [60, 150, 400, 1800];
const names = ["null 100%", "'undefined'", "number → text", "null 50%", "null 100% in a country"];

type Case = { fault: SegmentFault; platform: number; rate: number; days: number };
type Outcome = "missed" | "right" | "follows" | "wrong" | "none";

/** Prints what is named as the cause of property faults inside a segment, by the size of the whole event. */
export function benchSegmentCauses({ seed, perCell }: Pick<SegmentBenchOptions, "seed" | "perCell">): Bar[] {
  const faults = [...segmentFaults.filter(({ name }) => names.includes(name)), uniformFaults[0]!];
  const cases = faults.flatMap((fault) =>
    faultyPlatforms.flatMap((platform) =>
      rates.flatMap((rate) =>
        faultDays.flatMap((days) =>
          Array.from({ length: Math.ceil(perCell / 2) }, (): Case => ({ fault, platform, rate, days })),
        ),
      ),
    ),
  );
  shuffle(cases, seededRandom(`${seed} none order`));
  const outcomes: { one: Case; outcome: Outcome }[] = [];
  for (let i = 0; i < cases.length; i += faultsPerProject) {
    const planted = cases.slice(i, i + faultsPerProject);
    const found = outcomesOf(`${seed} none ${i}`, i, planted);
    outcomes.push(...planted.map((one, e) => ({ one, outcome: found[e]! })));
  }
  const inSegment = outcomes.filter(({ one }) => one.fault.cause !== null);
  const uniform = outcomes.filter(({ one }) => one.fault.cause === null);
  const row = (name: string, of: typeof outcomes): string[] => {
    const caught = of.filter(({ outcome }) => outcome !== "missed").length;
    const part = (...wanted: Outcome[]) =>
      share(of.filter(({ outcome }) => wanted.includes(outcome)).length, caught);
    return [name, share(caught, of.length), part("right", "follows"), part("wrong"), part("none")];
  };
  printTable(
    "Causes of property faults in a segment, by rows a day of the event: share of those caught (n)",
    ["rows a day", "caught", "right or follows from it", "wrong", "no cause"],
    [
      ...rates.map((rate) =>
        row(
          String(rate),
          inSegment.filter(({ one }) => one.rate === rate),
        ),
      ),
      row("all", inSegment),
      row("uniform nulls", uniform),
    ],
  );
  const caught = inSegment.filter(({ outcome }) => outcome !== "missed");
  return [
    atMostShare(
      "small events: no cause, of those caught",
      caught.filter(({ outcome }) => outcome === "none").length,
      caught.length,
      0.03,
    ),
    atMostShare(
      "small events: uniform fault named",
      uniform.filter(({ outcome }) => outcome === "wrong").length,
      uniform.length,
      0.02,
    ),
  ];
}

function outcomesOf(seed: string, i: number, planted: readonly Case[]): Outcome[] {
  const random = seededRandom(seed);
  const plans = Array.from({ length: eventsPerProject }, (_, e): EventPlan => {
    const one = planted[e];
    if (!one) return { name: `event ${e}`, rate: random.logBetween(50, 1800), properties: [] };
    const { fault, rate, days, platform } = one;
    return { name: `event ${e}`, rate, properties: [fault.maker], fault: { make: fault, days, platform } };
  });
  const found = judge(simulateSegments(random, lastDayPerWeekday[i % lastDayPerWeekday.length]!, plans));
  return planted.map(({ fault, platform }, e) => {
    const hit = found.find((one) => isOn(one, `event ${e}`, fault));
    if (!hit) return "missed";
    const named = namedBy(hit);
    if (named === null) return "none";
    const right = fault.cause === "country" ? "country = BR" : `$os = ${platforms[platform]!.name}`;
    if (fault.cause !== null && named.includes(right)) return "right";
    return followsFrom(named, platform, fault) ? "follows" : "wrong";
  });
}
