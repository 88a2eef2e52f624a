import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { profileWithDuckDb } from "./duckdb-profile.js";
import { generateExport } from "./generate-export.js";
import { profileChunks } from "./profile-chunks.js";
import { assertSameProfile, assertSameSegments } from "./same-profile.js";

const path = join(tmpdir(), `plumbline-bench-${process.pid}.ndjson`);
try {
  await measureSpeed(Number(process.argv[2]), Number(process.argv[3]));
} finally {
  rmSync(path, { force: true });
}

/**
 * Runs the profiler, `JSON.parse` per line and DuckDB alternately on the same bytes. The best round counts, in CPU
 * seconds of user code, which depend least on other work on the machine. DuckDB has one thread and reads a file that
 * was just written, so it is in the page cache.
 */
async function measureSpeed(rows: number, rounds: number): Promise<void> {
  const chunks = [...generateExport(rows)];
  writeFileSync(path, Buffer.concat(chunks));
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const best = {
    profiler: Infinity,
    "one-way counts only": Infinity,
    "JSON.parse per line": Infinity,
    "DuckDB, 1 thread": Infinity,
  };
  for (let round = 0; round < rounds; round++) {
    best.profiler = Math.min(
      best.profiler,
      userSeconds(() => profileChunks(chunks)),
    );
    best["one-way counts only"] = Math.min(
      best["one-way counts only"],
      userSeconds(() => profileChunks(chunks, false)),
    );
    best["JSON.parse per line"] = Math.min(
      best["JSON.parse per line"],
      userSeconds(() => parseLines(chunks)),
    );
  }
  for (let round = 0; round < Math.min(2, rounds); round++) {
    const { sums, segments, cpuSeconds } = await profileWithDuckDb(path);
    best["DuckDB, 1 thread"] = Math.min(best["DuckDB, 1 thread"], cpuSeconds);
    if (round === 0) {
      const profile = profileChunks(chunks);
      console.log(
        `The profiler and DuckDB agree on ${assertSameProfile(profile, sums)} properties of an event and day, ` +
          `and on ${assertSameSegments(profile, segments)} of them inside a segment.`,
      );
    }
  }
  console.log(`${rows} rows, ${(bytes / 1e6).toFixed(0)} MB, best of ${rounds} rounds:`);
  for (const [name, seconds] of Object.entries(best)) {
    const rowsPerSecond = (rows / seconds / 1e3).toFixed(0);
    const ratio = (seconds / best.profiler).toFixed(2);
    console.log(
      `${name.padEnd(20)} ${rowsPerSecond.padStart(6)}k rows/s ${(bytes / seconds / 1e6).toFixed(0).padStart(5)} MB/s, profiler is ${ratio} ×`,
    );
  }
}

function userSeconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1e6;
}

function parseLines(chunks: readonly Buffer[]): number {
  let times = 0;
  for (const chunk of chunks)
    for (let start = 0, end: number; start < chunk.length; start = end + 1) {
      end = chunk.indexOf(10, start);
      const row = JSON.parse(chunk.toString("utf8", start, end)) as { properties: { time: number } };
      times += row.properties.time;
    }
  return times;
}
