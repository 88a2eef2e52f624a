import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { buildSync } from "esbuild";

/**
 * Compares the profiler's speed with `JSON.parse` per line and with DuckDB, and measures its peak memory. Each part
 * runs in a separate process, bundled and configured as for deployment, so that a loader's time and memory don't
 * count.
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
const deployed = parseEnv(
  readFileSync(join(import.meta.dirname, "../../../functions/.env"), "utf8"),
) as NodeJS.ProcessEnv;
const env = { ...process.env, ...deployed };

console.log(`${processorName()}, ${cpus().length} cores, Node ${process.version}`);
execFileSync(process.execPath, [bundled("speed"), options["speed-rows"], options.rounds], {
  stdio: "inherit",
  env,
});
for (const rows of options.rows.split(",").filter((size) => size !== "")) await measureMemory(rows);

/** The rows come through a pipe from another process, as they would from the network. */
async function measureMemory(rows: string): Promise<void> {
  const source = spawn(process.execPath, [bundled("generate"), rows], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const profiler = spawn(process.execPath, [bundled("memory")], {
    stdio: [source.stdout, "inherit", "inherit"],
    env,
  });
  const [code] = (await once(profiler, "exit")) as [number | null];
  if (code !== 0) throw new Error(`measuring memory failed with exit code ${code}`);
}

/** "AMD EPYC (family 25, model 17)": the ratios differ between processors whose names are the same. */
function processorName(): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const info = existsSync("/proc/cpuinfo") ? readFileSync("/proc/cpuinfo", "utf8") : "";
  const [family, number] = ["cpu family", "model"].map(
    (field) => new RegExp(`^${field}\\s*: (\\d+)`, "m").exec(info)?.[1],
  );
  return family && number ? `${model} (family ${family}, model ${number})` : model;
}

function bundled(part: "speed" | "memory" | "generate"): string {
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
  return outfile;
}
