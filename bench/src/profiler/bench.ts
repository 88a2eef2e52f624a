import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";

/**
 * Speed of the profiler beside `JSON.parse` per line and DuckDB, and its peak memory. Each part runs in a process of
 * its own, bundled as it is for deployment, so that no loader's time or memory counts.
 */
const { values: options } = parseArgs({
  options: {
    "speed-rows": { type: "string", default: "500000" },
    rounds: { type: "string", default: "5" },
    /** Comma-separated numbers of rows to measure memory with; may be empty. */
    rows: { type: "string", default: "1000000,10000000" },
  },
});
const lib = join(import.meta.dirname, "../../lib");
mkdirSync(lib, { recursive: true });

run("speed", options["speed-rows"], options.rounds);
for (const rows of options.rows.split(",").filter((size) => size !== "")) run("memory", rows);

function run(part: "speed" | "memory", ...args: string[]): void {
  const outfile = join(lib, `profiler-${part}.mjs`);
  buildSync({
    entryPoints: [join(import.meta.dirname, `${part}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@duckdb/node-api"],
    outfile,
    logLevel: "error",
  });
  execFileSync(process.execPath, [outfile, ...args], { stdio: "inherit" });
}
