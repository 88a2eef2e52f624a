import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { atMost, printBars } from "../detection/bars.js";
import { dayCount, propertiesPerEvent } from "./project.js";

/**
 * Measures CPU time and peak memory of evaluating the largest projects, from stored days to written results, in a
 * separate process whose heap is limited as in a function with 1 GiB. Another process generates and stores the days
 * one by one.
 */
const { values: options } = parseArgs({
  options: {
    /** Comma-separated numbers of events. */
    events: { type: "string", default: "2500,5000" },
    heap: { type: "string", default: "640" },
    /** Whether to include two-way counts. */
    segments: { type: "boolean", default: false },
    /** On every n-th event (`broken-every`), this many properties (`broken`) are missing at the end. */
    "broken-every": { type: "string", default: "50" },
    broken: { type: "string", default: "1" },
  },
});
const project = JSON.stringify({
  hasSegments: options.segments,
  broken: { every: Number(options["broken-every"]), properties: Number(options.broken) },
});
const lib = path.join(import.meta.dirname, "../../lib");
mkdirSync(lib, { recursive: true });

const measured = options.events.split(",").map((events) => ({ events: Number(events), ...measure(events) }));
for (const { events, judged, seconds, judgedPeak, peak, analysed, flagged } of measured)
  console.log(
    `${events.toLocaleString("en-US")} events × ${propertiesPerEvent} properties × ${dayCount} days: ` +
      `${seconds.toFixed(0)} s of CPU (${judged.toFixed(0)} s of it judging), ${((1000 * seconds) / events).toFixed(1)} ms per event; ` +
      `peak ${peak.toFixed(0)} MiB (${judgedPeak.toFixed(0)} MiB before writing); ` +
      `${analysed.toLocaleString("en-US")} rows analysed, ${flagged.toLocaleString("en-US")} flagged.`,
  );
const [first, last] = [measured[0]!, measured.at(-1)!];
printBars([
  atMost("peak memory, MiB", last.peak, 1024),
  atMost(
    `CPU per event at ${last.events} events against ${first.events}`,
    last.seconds / last.events / (first.seconds / first.events),
    1.2,
  ),
]);

type Measured = {
  judged: number;
  seconds: number;
  judgedPeak: number;
  peak: number;
  analysed: number;
  flagged: number;
};

function measure(events: string): Measured {
  const folder = mkdtempSync(path.join(tmpdir(), "big-judging-"));
  try {
    execFileSync(process.execPath, [bundled("generate"), events, folder, project], { stdio: "inherit" });
    const args = [`--max-old-space-size=${options.heap}`, bundled("judge"), folder];
    const printed = execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    return JSON.parse(printed.toString()) as Measured;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function bundled(part: "generate" | "judge"): string {
  const outfile = path.join(lib, `big-judging-${part}.mjs`);
  buildSync({
    entryPoints: [path.join(import.meta.dirname, `${part}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return outfile;
}
