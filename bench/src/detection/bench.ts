import { parseArgs } from "node:util";
import { benchCause } from "./cause/bench.js";
import { benchCounts } from "./counts/bench.js";
import { benchJudging } from "./judging.js";
import { benchProperties } from "./properties/bench.js";

/**
 * Alarms on clean data beside faults caught, for our rules and for others. `tune` is the seed to change
 * constants on; `validate` is looked at afterwards only.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "validate" },
    only: { type: "string", default: "counts,properties,cause,judging" },
    projects: { type: "string", default: "4" },
    "per-kind": { type: "string", default: "210" },
    "per-scene": { type: "string", default: "70" },
  },
});

const print = (line: string) => console.log(line);
const parts = new Set(values.only.split(","));
print(`Seed "${values.seed}", window 7 days, threshold 30%.`);
if (parts.has("counts")) benchCounts({ seed: values.seed, projects: Number(values.projects) }, print);
if (parts.has("properties"))
  benchProperties({ seed: values.seed, perKind: Number(values["per-kind"]) }, print);
if (parts.has("cause")) benchCause({ seed: values.seed, perScene: Number(values["per-scene"]) }, print);
if (parts.has("judging")) benchJudging(values.seed, print);
