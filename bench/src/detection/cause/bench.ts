import { judgeRun } from "../../../../functions/src/engine/run.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { markdownTable, share } from "../table.js";
import { causeScenes, simulateSegmentFault, type CauseScene } from "./segments.js";

export type CauseBenchOptions = { seed: string; perScene: number };
type Tally = { n: number; right: number; wrong: number; none: number };

function judgeScene(scene: CauseScene, rate: number, { seed, perScene }: CauseBenchOptions): Tally {
  const tally: Tally = { n: 0, right: 0, wrong: 0, none: 0 };
  for (let i = 0; i < perScene; i++) {
    const random = seededRandom(`${seed} cause ${scene.name} ${rate} ${i}`);
    const lastDay = lastDayPerWeekday[i % 7]!;
    const { history, aggregates } = simulateSegmentFault(random, lastDay, rate, scene);
    const outcome = judgeRun({
      lastDay,
      detectors: [{ key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
      counts: history,
      aggregates,
      profiles: null,
      previous: null,
    });
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

/** Prints how often the named property is right, wrong, or nothing is named, over the flagged runs of each scene. */
export function benchCause(options: CauseBenchOptions, print: (line: string) => void): void {
  for (const rate of [100, 320, 1000]) {
    print(`\n### Cause of a flagged count, ${rate} rows a day: share of the flagged runs (n)\n`);
    print(
      markdownTable(
        ["scene", "right or follows from it", "wrong", "names nothing"],
        causeScenes.map((scene) => {
          const { n, right, wrong, none } = judgeScene(scene, rate, options);
          return [scene.name, scene.right.length ? share(right, n) : "–", share(wrong, n), share(none, n)];
        }),
      ),
    );
  }
}
