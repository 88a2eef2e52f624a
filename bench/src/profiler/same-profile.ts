import type { ExportProfile } from "../../../functions/src/profiler/index.js";
import type { DuckDbSegment, DuckDbSums } from "./duckdb-profile.js";

/**
 * Compares the profiler's aggregates with DuckDB's, property by property. Beyond 2,000 distinct values the profiler
 * estimates the number of values and may miss rows of listed ones; there only the exact sums are compared.
 * @returns how many properties of an event and day were compared
 * @throws Error that names the first difference
 */
export function assertSameProfile(profile: ExportProfile, sums: readonly DuckDbSums[]): number {
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
export function assertSameSegments(profile: ExportProfile, expected: readonly DuckDbSegment[]): number {
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
