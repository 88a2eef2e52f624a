import { parseArgs } from "node:util";
import { isFlagged } from "../../../functions/src/engine/result-row.js";
import { type Random, seededRandom } from "../detection/random.js";
import { historyDays } from "../detection/segments/world.js";
import { printTable, share } from "../detection/table.js";
import { realFaults, type RealFault } from "./faults.js";
import { readFlights } from "./flights.js";
import { type Found, RealProject, type Row } from "./project.js";

/** Measures false alarms and faults caught on real flights: small projects of 1 to 3 airports, and one of all airports. */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "validate" },
    "per-fault": { type: "string", default: "40" },
    "small-runs": { type: "string", default: "150" },
    "large-runs": { type: "string", default: "12" },
    /** Prints every finding of a run without a fault. */
    list: { type: "boolean", default: false },
  },
});
/** Small projects have airports with as many flights a day. */
const fewestRows = 50;
const runsPerProject = 5;

const flights = await readFlights();
const rowsOf = (airport: string) => [...flights.get(airport)!.values()].flat();
const days = [...flights.values().next().value!.keys()];
const airports = [...flights.keys()].filter((airport) => rowsOf(airport).length >= fewestRows * days.length);

const projectOf = (names: readonly string[]): RealProject =>
  new RealProject(
    new Map(
      days.map((day) => [day, [...new Set(names)].flatMap((airport) => flights.get(airport)!.get(day)!)]),
    ),
  );
const lastDayOf = (random: Random): number => historyDays + random.below(days.length - historyDays);

benchFaults(Number(values["per-fault"]));
benchClean(Number(values["small-runs"]), Number(values["large-runs"]));

/** Where a fault is planted: an airport's event, in all of its rows or in those of one region. */
type Place = { airport: string; region: string | null };
/** What is named: the segment or values that only it has, something else, or nothing. Null if no finding is about the fault. */
type Outcome = "right" | "wrong" | "none" | null;

function benchFaults(perFault: number): void {
  const random = seededRandom(`${values.seed} faults`);
  const regions = airports.flatMap((airport) => {
    const rows = rowsOf(airport);
    return [...new Set(rows.map(regionOf))].map((region) => ({
      place: { airport, region },
      share: rows.filter((row) => regionOf(row) === region).length / rows.length,
    }));
  });
  const placeOf = (wanted: number | null): Place =>
    wanted === null
      ? { airport: random.pick(airports), region: null }
      : random.pick(regions.filter((one) => Math.abs(Math.log(one.share / wanted)) < 0.25)).place;
  const outcomes = new Map(realFaults.map((fault) => [fault, [] as Outcome[]]));
  for (let i = 0; i < perFault; i++)
    for (const wanted of new Set(realFaults.map(({ segmentShare }) => segmentShare))) {
      const place = placeOf(wanted);
      const others = Array.from({ length: i % 3 }, () => random.pick(airports));
      const project = projectOf([place.airport, ...others]);
      for (const [fault, known] of outcomes)
        if (fault.segmentShare === wanted) known.push(outcomeOf(project, fault, place, random));
    }
  printTable(
    "Faults in the last 1 to 3 days of an event, in projects of 1 to 3 events",
    ["fault", "caught (n)", "segment right, of those", "wrong", "none"],
    [...outcomes].map(([{ name }, all]) => {
      const caught = all.filter((outcome) => outcome !== null);
      const named = (how: Outcome) =>
        share(caught.filter((outcome) => outcome === how).length, caught.length);
      return [name, share(caught.length, all.length), named("right"), named("wrong"), named("none")];
    }),
  );
}

/** Plants a fault in the last 1 to 3 days of a run. */
function outcomeOf(
  project: RealProject,
  fault: RealFault,
  { airport, region }: Place,
  random: Random,
): Outcome {
  const event = `Departure from ${airport}`;
  const last = lastDayOf(random);
  const isInside = (row: Row) => row.event === event && (region === null || regionOf(row) === region);
  const spoil = (row: Row) => (isInside(row) ? fault.spoil(row, random) : [row]);
  const changed = new Map(
    days.slice(last - random.below(3), last + 1).map((day) => [day, project.rows(day).flatMap(spoil)]),
  );
  const isAbout = ({ row }: Found): boolean =>
    fault.property === null ? row.entity === event : row.parent === event && row.entity === fault.property;
  const found = project
    .run(last, changed)
    .find((one) => isAbout(one) && (isFlagged(one.row) || one.row.state === "folded"));
  return found ? namedBy(found, airport, region) : null;
}

function namedBy({ cause, segment }: Found, airport: string, region: string | null): Outcome {
  const named = [
    ...(cause?.values ?? []).map(({ value }) => ({ property: cause!.property, value })),
    ...(segment ? [{ property: segment.dimension, value: segment.value }] : []),
  ];
  if (named.length === 0) return "none";
  const isOnlyThere = ({ property, value }: (typeof named)[number]): boolean => {
    const rows = rowsOf(airport).filter(({ properties }) => properties[property] === value);
    return rows.length > 0 && rows.every((row) => regionOf(row) === region);
  };
  return named.some(isOnlyThere) ? "right" : "wrong";
}

function regionOf({ properties }: Row): string {
  return properties.region as string;
}

function benchClean(smallRuns: number, largeRuns: number): void {
  const random = seededRandom(`${values.seed} small`);
  const small: Found[][] = [];
  for (let i = 0; small.length < smallRuns; i += runsPerProject) {
    const project = projectOf(Array.from({ length: 1 + (i % 3) }, () => random.pick(airports)));
    for (let run = 0; run < runsPerProject; run++) small.push(project.run(lastDayOf(random)));
  }
  const large: Found[][] = [];
  if (largeRuns > 0) {
    const project = projectOf([...flights.keys()]);
    console.log(`Dimensions of the large project: ${project.dimensions.join(", ")}`);
    while (large.length < largeRuns) large.push(project.run(lastDayOf(random)));
  }
  printTable(
    "Real rows without a fault: per 1,000 checks",
    ["project", "runs", "checks", "warnings and alerts", "alerts"],
    [
      ["1 to 3 airports", ...cleanCells(small)],
      [`${flights.size} airports`, ...cleanCells(large)],
    ],
  );
  if (values.list)
    for (const { row } of [...small, ...large].flat().filter((one) => isFlagged(one.row)))
      console.log(`${row.severity}: ${row.parent ?? ""} ${row.entity}, ${row.first_bad_day}: ${row.reason}`);
}

/** Runs, checks, and findings per 1,000 checks. */
function cleanCells(runs: readonly (readonly Found[])[]): string[] {
  const checks = runs.flat();
  const found = checks.filter(({ row }) => isFlagged(row));
  const per1000 = (part: readonly Found[]) => ((1000 * part.length) / checks.length).toFixed(2);
  const alerts = found.filter(({ row }) => row.severity === "alert");
  return [String(runs.length), String(checks.length), per1000(found), per1000(alerts)];
}
