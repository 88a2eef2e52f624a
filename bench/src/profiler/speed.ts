import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { profileWithDuckDb, type DuckDbSegment, type DuckDbSums } from "./duckdb-profile.js";
import { generateExport } from "./generate-export.js";
import { profileChunks } from "./profile-chunks.js";
import type { ExportProfile } from "../../../functions/src/profiler/index.js";

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

/**
 * Compares the profiler's aggregates with DuckDB's, property by property. Beyond 2,000 distinct values the profiler
 * estimates the number of values and may miss rows of listed ones; there only the exact sums are compared.
 * @returns how many properties of an event and day were compared
 * @throws Error that names the first difference
 */
function assertSameProfile(profile: ExportProfile, sums: readonly DuckDbSums[]): number {
  const expected = new Map(sums.map((sum) => [`${sum.event}\n${sum.day}\n${sum.property}`, sum]));
  let compared = 0;
  for (const day of profile.days)
    for (const { event, properties } of profile.day(day).events)
      for (const [property, found] of properties) {
        const key = `${event}\n${day}\n${property}`;
        const sum = expected.get(key);
        if (sum === undefined) throw new Error(`DuckDB has no ${key}`);
        const isExact = sum.distinct <= 2000;
        const listed = found.values.reduce((total, value) => total + value.rows, 0);
        const mine = {
          nulls: found.nulls,
          empties: found.empties,
          filled: found.rows - found.absent - found.nulls - found.empties,
          numbers: found.numbers,
          versionLike: found.versionLike,
          nullLike: found.nullLike,
          forms: found.forms.length,
          bins: found.bins.length,
          distinct: isExact ? found.distinct : sum.distinct,
          listedRows: isExact ? listed : sum.listedRows,
        };
        for (const [name, value] of Object.entries(mine))
          if (value !== sum[name as keyof typeof mine])
            throw new Error(
              `${key.replaceAll("\n", " / ")}: ${name} ${value}, DuckDB has ${sum[name as keyof typeof mine]}`,
            );
        compared++;
      }
  if (compared !== expected.size)
    throw new Error(`DuckDB has ${expected.size} properties, the profiler ${compared}`);
  return compared;
}

/**
 * Compares the counts inside `$os`, the first dimension.
 * @returns how many segments of properties of an event and day were compared
 * @throws Error that names the first difference
 */
function assertSameSegments(profile: ExportProfile, expected: readonly DuckDbSegment[]): number {
  const key = (...parts: string[]): string => parts.join(" / ");
  const bySegment = new Map(expected.map((sum) => [key(sum.event, sum.day, sum.property, sum.segment), sum]));
  let compared = 0;
  for (const day of profile.days)
    for (const { event, properties, segments } of profile.day(day).events)
      for (const [property] of properties)
        for (const [place, found] of segments!.property(property).dimensions[0]!.entries()) {
          const at = key(event, day, property, segments!.dimensions[0]![place]!.name ?? "");
          const sum = bySegment.get(at) ?? { nullLikes: 0, numbers: 0, texts: 0 };
          for (const name of ["nullLikes", "numbers", "texts"] as const)
            if (found[name] !== sum[name])
              throw new Error(`${at}: ${name} ${found[name]}, DuckDB has ${sum[name]}`);
          compared++;
        }
  return compared;
}
