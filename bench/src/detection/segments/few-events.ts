import { atLeast, atMost, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { printTable, share } from "../table.js";
import { faultDays, isOn, judge, namedBy, type SegmentBenchOptions } from "./bench.js";
import { segmentFaults } from "./faults.js";
import { simulateSegments, withoutSegments, type EventPlan } from "./project.js";
import { platforms } from "./world.js";

const sizes = [1, 2, 3] as const;
/** Indexes of the platforms that have 33, 20 and 10% of the events. */
const faultyPlatforms = [0, 2, 3];
const faults = segmentFaults.filter(({ property }) => property === null);

/** Faults of one platform in projects with 1 to 3 events, of 50 to 1,800 rows a day. */
export function benchFewEvents({ seed, perCell, projects }: SegmentBenchOptions): Bar[] {
  const plansOf = (random: ReturnType<typeof seededRandom>, size: number): EventPlan[] =>
    Array.from({ length: size }, (_, e) => ({
      name: `event ${e}`,
      rate: random.logBetween(50, 1800),
      properties: [],
    }));
  const stopped = { n: 0, caught: 0, right: 0 };
  const rows = faults.flatMap((fault) =>
    faultyPlatforms.map((platform) => [
      `${fault.name}, ${platforms[platform]!.share * 100}%`,
      ...sizes.map((size) => {
        let [n, caught, right] = [0, 0, 0];
        for (const days of faultDays)
          for (let i = 0; i < 2 * perCell; i++) {
            const random = seededRandom(`${seed} few ${size} ${fault.name} ${platform} ${days} ${i}`);
            const [first, ...others] = plansOf(random, size);
            const plan = { ...first!, fault: { make: fault, days, platform } };
            const project = simulateSegments(random, lastDayPerWeekday[i % 7]!, [plan, ...others]);
            const found = judge(project).find((one) => isOn(one, "event 0", fault));
            n++;
            if (!found) continue;
            caught++;
            if (namedBy(found)?.includes(`$os = ${platforms[platform]!.name}`)) right++;
          }
        if (fault.name === "event stopped" && platform === 2) {
          stopped.n += n;
          stopped.caught += caught;
          stopped.right += right;
        }
        return `${share(caught, n)}; named ${share(right, caught)}`;
      }),
    ]),
  );
  printTable(
    "Few events: faults inside one segment, caught (n); of these, the segment named",
    ["fault", ...sizes.map((size) => `${size} event${size > 1 ? "s" : ""}`)],
    rows,
  );
  const isFlagged = ({ row }: ReturnType<typeof judge>[number]) =>
    row.detector === "event_count_change" && (row.severity === "alert" || row.severity === "warning");
  let [n, extra] = [0, 0];
  for (const size of sizes)
    for (let i = 0; i < 2 * projects; i++) {
      const random = seededRandom(`${seed} few clean ${size} ${i}`);
      const project = simulateSegments(random, lastDayPerWeekday[i % 7]!, plansOf(random, size));
      n += size;
      extra +=
        judge(project).filter(isFlagged).length - judge(withoutSegments(project)).filter(isFlagged).length;
    }
  return [
    atLeast("few events: stopped in a 20% segment", stopped.caught, stopped.n, 0.8),
    atLeast("few events: that segment named", stopped.right, stopped.caught, 0.9),
    atMost("few events: extra flags per 1,000 clean events", (1000 * extra) / n, 2, ` (${n})`),
  ];
}
