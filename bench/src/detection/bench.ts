import { parseArgs } from "node:util";
import { type Bar, printBars } from "./bars.js";
import { benchCalendar } from "./calendar/bench.js";
import { benchCause } from "./cause/bench.js";
import { benchCopies } from "./copies/bench.js";
import { benchCounts } from "./counts/bench.js";
import { benchHours } from "./hours/bench.js";
import { benchEndedFaults } from "./counts/ended.js";
import { benchOutages } from "./counts/outages.js";
import { benchYoungEvents } from "./counts/young.js";
import { benchJudging } from "./judging.js";
import { benchEpisodes } from "./properties/episodes.js";
import { benchOnset } from "./properties/onset.js";
import { benchNumbers } from "./properties/numbers.js";
import { benchProperties } from "./properties/bench.js";
import { benchSchedules } from "./schedules/bench.js";
import { benchFewEvents } from "./segments/few-events.js";
import { benchSegments } from "./segments/bench.js";
import { benchSegmentCauses } from "./segments/causes.js";
import { benchSegmentJudging } from "./segments/judging.js";
import { benchProfileSegments } from "./segments/profiles.js";

/**
 * Measures false alarms on clean data and faults caught, for our rules and for others. Set constants with the seed
 * `tune`, and look at `validate` only afterward.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "validate" },
    only: {
      type: "string",
      default: "counts,properties,cause,copies,segments,schedules,calendar,hours,judging",
    },
    projects: { type: "string", default: "8" },
    "per-kind": { type: "string", default: "280" },
    "per-fault": { type: "string", default: "56" },
    "per-scene": { type: "string", default: "70" },
    "per-copy": { type: "string", default: "28" },
    "per-cell": { type: "string", default: "4" },
    "per-schedule": { type: "string", default: "20" },
    "per-calendar-day": { type: "string", default: "4" },
    "per-hour-fault": { type: "string", default: "24" },
    "segment-projects": { type: "string", default: "200" },
  },
});

const { seed } = values;
const size = (option: Exclude<keyof typeof values, "seed" | "only">, divisor = 1): number =>
  Math.ceil(Number(values[option]) / divisor);
const segments = { seed, perCell: size("per-cell"), projects: size("segment-projects") };

/** What each benchmark is selected by, in the order in which they run. */
const benchmarks: readonly [parts: readonly string[], measure: () => Bar[]][] = [
  [["counts"], () => benchCounts({ seed, projects: size("projects") })],
  [["counts", "young"], () => benchYoungEvents({ seed, projects: size("projects") })],
  [["counts", "ended"], () => benchEndedFaults({ seed, projects: size("projects", 2) })],
  [["counts", "outages"], () => benchOutages({ seed, projects: size("projects", 2) })],
  [["properties"], () => benchProperties({ seed, perKind: size("per-kind"), perFault: size("per-fault") })],
  [
    ["properties", "numbers"],
    () => benchNumbers({ seed, perKind: size("per-kind"), perFault: size("per-fault") }),
  ],
  [["properties", "episodes"], () => benchEpisodes({ seed, perFault: size("per-fault") })],
  [["properties", "onset"], () => benchOnset({ seed, perFault: size("per-fault", 4) })],
  [["cause"], () => benchCause({ seed, perScene: size("per-scene") })],
  [["copies"], () => benchCopies({ seed, perCell: size("per-copy") })],
  [["segments"], () => [...benchSegments(segments), ...benchProfileSegments(segments)]],
  [["segments", "few-events"], () => benchFewEvents(segments)],
  [["segments", "segment-causes"], () => benchSegmentCauses(segments)],
  [["schedules"], () => benchSchedules({ seed, perCell: size("per-schedule") })],
  [["calendar"], () => benchCalendar({ seed, perDay: size("per-calendar-day") })],
  [["hours"], () => benchHours({ seed, perFault: size("per-hour-fault") })],
  [["judging"], () => [...benchJudging(seed), ...benchSegmentJudging(seed)]],
];

console.log(`Seed "${seed}", window 7 days, threshold 30%.`);
const wanted = values.only.split(",");
printBars(
  benchmarks.flatMap(([parts, measure]) => (parts.some((part) => wanted.includes(part)) ? measure() : [])),
);
