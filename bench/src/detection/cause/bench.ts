import { evaluate } from "../evaluate.js";
import { atLeast, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { printTable, share, sumTallies } from "../table.js";
import { causeScenes, simulateSegmentFault, type CauseScene } from "./segments.js";

export type CauseBenchOptions = { seed: string; perScene: number };
type Tally = { n: number; right: number; wrong: number; none: number };

function judgeScene(scene: CauseScene, rate: number, { seed, perScene }: CauseBenchOptions): Tally {
  const tally: Tally = { n: 0, right: 0, wrong: 0, none: 0 };
  for (let i = 0; i < perScene; i++) {
    const random = seededRandom(`${seed} cause ${scene.name} ${rate} ${i}`);
    const lastDay = lastDayPerWeekday[i % 7]!;
    const { history, aggregates } = simulateSegmentFault(random, lastDay, rate, scene);
    const outcome = evaluate(["event_count_change"], { lastDay, counts: history, aggregates });
    const finding = outcome.detectors[0]!.rows.find(
      ({ row }) => row.entity === "Checkout" && (row.severity === "alert" || row.severity === "warning"),
    );
    if (!finding) continue;
    tally.n++;
    if (!finding.cause) tally.none++;
    else if (scene.right.includes(finding.cause.property)) tally.right++;
    else tally.wrong++;
  }
  return tally;
}

const ratesPerDay = [100, 320, 1000];
/** From this many rows a day on, causes must be right. */
const enoughRows = 300;

/**
 * Prints how often the named property is right or wrong, or nothing is named, over the flagged runs. Returns the
 * bars.
 */
export function benchCause(options: CauseBenchOptions): Bar[] {
  const measured = ratesPerDay.flatMap((rate) =>
    causeScenes.map((scene) => ({ scene, rate, tally: judgeScene(scene, rate, options) })),
  );
  for (const rate of ratesPerDay) {
    printTable(
      `Cause of a flagged count, ${rate} rows a day: share of the flagged runs (n)`,
      ["scene", "right or follows from it", "wrong", "no cause"],
      measured
        .filter((one) => one.rate === rate)
        .map(({ scene, tally: { n, right, wrong, none } }) => [
          scene.name,
          scene.right.length > 0 ? share(right, n) : "–",
          share(wrong, n),
          share(none, n),
        ]),
    );
  }
  const sum = (isSegment: boolean) =>
    sumTallies(
      measured
        .filter(({ scene, rate }) => rate >= enoughRows && scene.right.length > 0 === isSegment)
        .map(({ tally }) => tally),
      { n: 0, right: 0, wrong: 0, none: 0 },
    );
  const [segments, uniform] = [sum(true), sum(false)];
  const all = segments.n + uniform.n;
  return [
    atLeast("right cause for a segment fault, 300+ rows a day", segments.right, segments.n, 0.9),
    atMostShare("wrong cause, 300+ rows a day", segments.wrong + uniform.wrong, all, 0.03),
    atLeast("no cause for a uniform change, 300+ rows a day", uniform.none, uniform.n, 0.98),
  ];
}
