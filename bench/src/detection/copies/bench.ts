import { evaluate } from "../evaluate.js";
import { atLeast, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { printTable, share } from "../table.js";
import { type CopyFault, copyFaults, simulateCopies, sourceNames } from "./project.js";

export type CopiesBenchOptions = { seed: string; perCell: number };
type Tally = { n: number; flagged: number; explained: number; alone: number };

const ratesPerDay = [100, 320, 1_000, 10_000, 100_000];
const manyUsers = sourceNames[0]!;

function judge(source: string, fault: CopyFault, { seed, perCell }: CopiesBenchOptions): Tally {
  const tally: Tally = { n: 0, flagged: 0, explained: 0, alone: 0 };
  for (const rate of ratesPerDay)
    for (let i = 0; i < perCell; i++) {
      const random = seededRandom(`${seed} copies ${source} ${fault.name} ${rate} ${i}`);
      const lastDay = lastDayPerWeekday[i % 7]!;
      const { history, aggregates } = simulateCopies(random, lastDay, { rate, source, fault });
      const outcome = evaluate(["event_count_change"], { lastDay, counts: history, aggregates });
      const { row, finding } = outcome.detectors[0]!.rows.find(({ row }) => row.entity === "Checkout")!;
      tally.n++;
      if (row.severity !== "alert" && row.severity !== "warning") continue;
      if (finding!.copies?.isRise === false) tally.alone++;
      else tally.flagged++;
      if (finding!.copies?.isRise) tally.explained++;
    }
  return tally;
}

const sum = (tallies: readonly Tally[], key: keyof Tally): number =>
  tallies.reduce((total, tally) => total + tally[key], 0);

/** Prints how often copies are named for events that are sent twice, and for those that aren't. Returns the bars. */
export function benchCopies(options: CopiesBenchOptions): Bar[] {
  const cells = copyFaults.flatMap((fault) =>
    sourceNames.map((source) => ({ fault, source, tally: judge(source, fault, options) })),
  );
  printTable(
    "Copies: share of the runs in which they are named as the cause, or are a warning alone (n)",
    ["what happens", ...sourceNames],
    copyFaults.map((fault) => [
      fault.name,
      ...cells
        .filter((cell) => cell.fault === fault)
        .map(
          ({ tally: { n, flagged, explained, alone } }) =>
            `${share(explained, flagged)} · ${share(alone, n)}`,
        ),
    ]),
  );
  const of = (isWanted: (cell: (typeof cells)[number]) => boolean) =>
    cells.filter(isWanted).map(({ tally }) => tally);
  const clean = of(({ fault }) => !fault.isCopied);
  const risen = of(({ fault, source }) => fault.isCopied && !fault.isHidden && source === manyUsers);
  const hidden = of(({ fault, source }) => fault.isHidden === true && source === manyUsers);
  return [
    atLeast("rise by copies explained, many users", sum(risen, "explained"), sum(risen, "flagged"), 0.95),
    atLeast("copies that the count hides, many users", sum(hidden, "alone"), sum(hidden, "n"), 0.7),
    atMostShare("copies named without a cause", sum(clean, "explained"), sum(clean, "flagged"), 0.01),
    atMostShare("warnings of copies alone, without any", sum(clean, "alone"), sum(clean, "n"), 0.002),
  ];
}
