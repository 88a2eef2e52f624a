import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Day } from "../../../functions/src/common/days.js";
import type { Row } from "./project.js";

const file = (name: string) =>
  fileURLToPath(new URL(`../data/${name}`, import.meta.resolve("vega-datasets")));

/** Minutes late on arrival (negative if early), and miles. */
type Flight = {
  day: Day;
  time: number;
  origin: string;
  destination: string;
  region: string;
  part_of_day: string;
  delay: number;
  distance: number;
};

/**
 * Domestic flights in the US from January to June 2001, by airport of departure and day: about 16,500 a day from 229 airports
 * (`flights-3m` of `vega-datasets`). The region is the destination's, by longitude.
 */
export async function readFlights(): Promise<Map<string, Map<Day, Row[]>>> {
  const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  // The day after the last one has a single row.
  const reader = await connection.stream(`
    select strftime(date, '%Y-%m-%d') as day, cast(epoch(date) as double) as time, origin, destination,
      case when longitude < -115 then 'West' when longitude < -100 then 'Mountain'
        when longitude < -85 then 'Central' else 'East' end as region,
      case when hour(date) < 6 then 'night' when hour(date) < 12 then 'morning'
        when hour(date) < 18 then 'afternoon' else 'evening' end as part_of_day,
      cast(delay as double) as delay, cast(distance as double) as distance
    from read_parquet('${file("flights-3m.parquet")}')
    left join read_csv('${file("airports.csv")}') on iata = destination
    where date < '2001-07-01' order by date`);
  const flights = new Map<string, Map<Day, Row[]>>();
  const days = new Set<Day>();
  const texts = new Map<string, string>();
  // Three million rows have a few hundred texts.
  const once = (text: string) => texts.get(text) ?? (texts.set(text, text), text);
  for await (const rows of reader.yieldRowObjectJs())
    for (const { day, time, origin, destination, region, part_of_day, ...numbers } of rows as Flight[]) {
      days.add(day);
      const byDay = flights.get(origin) ?? new Map<Day, Row[]>();
      flights.set(origin, byDay);
      const ofDay = byDay.get(day) ?? [];
      byDay.set(day, ofDay);
      const properties = {
        destination: once(destination),
        region: once(region),
        part_of_day: once(part_of_day),
        ...numbers,
      };
      ofDay.push({ event: once(`Departure from ${origin}`), time, properties });
    }
  const all = [...days];
  return new Map(
    [...flights].map(([origin, byDay]) => [origin, new Map(all.map((day) => [day, byDay.get(day) ?? []]))]),
  );
}
