import { parseArgs } from "node:util";
import { barsTable, type Bar } from "./bars.js";
import { benchCalendar } from "./calendar/bench.js";
import { benchCause } from "./cause/bench.js";
import { benchCopies } from "./copies/bench.js";
import { benchCounts } from "./counts/bench.js";
import { benchHours } from "./hours/bench.js";
import { benchEndedFaults } from "./counts/ended.js";
import { benchYoungEvents } from "./counts/young.js";
import { benchJudging } from "./judging.js";
import { benchOnset } from "./properties/onset.js";
import { benchNumbers } from "./properties/numbers.js";
import { benchProperties } from "./properties/bench.js";
import { benchSchedules } from "./schedules/bench.js";
import { benchFewEvents } from "./segments/few-events.js";
import { benchSegments } from "./segments/bench.js";
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

const print = (line: string) => console.log(line);
const parts = new Set(values.only.split(","));
const bars: Bar[] = [];
print(`Seed "${values.seed}", window 7 days, threshold 30%.`);
if (parts.has("counts"))
  bars.push(...benchCounts({ seed: values.seed, projects: Number(values.projects) }, print));
if (parts.has("counts") || parts.has("young"))
  bars.push(...benchYoungEvents({ seed: values.seed, projects: Number(values.projects) }, print));
if (parts.has("counts") || parts.has("ended"))
  bars.push(
    ...benchEndedFaults({ seed: values.seed, projects: Math.ceil(Number(values.projects) / 2) }, print),
  );
if (parts.has("properties"))
  bars.push(
    ...benchProperties(
      { seed: values.seed, perKind: Number(values["per-kind"]), perFault: Number(values["per-fault"]) },
      print,
    ),
  );
if (parts.has("properties") || parts.has("numbers"))
  bars.push(
    ...benchNumbers(
      { seed: values.seed, perKind: Number(values["per-kind"]), perFault: Number(values["per-fault"]) },
      print,
    ),
  );
if (parts.has("properties") || parts.has("onset"))
  bars.push(
    ...benchOnset({ seed: values.seed, perFault: Math.ceil(Number(values["per-fault"]) / 4) }, print),
  );
if (parts.has("cause"))
  bars.push(...benchCause({ seed: values.seed, perScene: Number(values["per-scene"]) }, print));
if (parts.has("copies"))
  bars.push(...benchCopies({ seed: values.seed, perCell: Number(values["per-copy"]) }, print));
if (parts.has("segments")) {
  const options = {
    seed: values.seed,
    perCell: Number(values["per-cell"]),
    projects: Number(values["segment-projects"]),
  };
  bars.push(...benchSegments(options, print), ...benchProfileSegments(options, print));
}
if (parts.has("segments") || parts.has("few-events"))
  bars.push(
    ...benchFewEvents(
      {
        seed: values.seed,
        perCell: Number(values["per-cell"]),
        projects: Number(values["segment-projects"]),
      },
      print,
    ),
  );
if (parts.has("schedules"))
  bars.push(...benchSchedules({ seed: values.seed, perCell: Number(values["per-schedule"]) }, print));
if (parts.has("calendar"))
  bars.push(...benchCalendar({ seed: values.seed, perDay: Number(values["per-calendar-day"]) }, print));
if (parts.has("hours"))
  bars.push(...benchHours({ seed: values.seed, perFault: Number(values["per-hour-fault"]) }, print));
if (parts.has("judging"))
  bars.push(...benchJudging(values.seed, print), ...benchSegmentJudging(values.seed, print));
print(`\n### Bars\n\n${barsTable(bars)}`);
