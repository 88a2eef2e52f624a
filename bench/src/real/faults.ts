import type { Random } from "../detection/random.js";
import type { Row } from "./project.js";

/** What breaks in rows of one event. */
export type RealFault = {
  name: string;
  /** The property that breaks; null if the number of events does. */
  property: string | null;
  /** The share in 0–1 of the event's rows that are in the broken region; null if all rows are broken. */
  segmentShare: number | null;
  /** What arrives in place of a row. */
  spoil(row: Row, random: Random): Row[];
};

const lose = (name: string, share: number, segmentShare: number | null = null): RealFault => ({
  name,
  property: null,
  segmentShare,
  spoil: (row, random) => (random.chance(share) ? [] : [row]),
});

/** More events like those of the day, in the same minutes. */
const gain = (name: string, share: number): RealFault => ({
  name,
  property: null,
  segmentShare: null,
  spoil: (row, random) =>
    random.chance(share) ? [row, { ...row, time: row.time + 1 + random.below(58) }] : [row],
});

const change = (
  name: string,
  property: string,
  valueOf: (value: never, random: Random) => unknown,
  segmentShare: number | null = null,
): RealFault => ({
  name,
  property,
  segmentShare,
  spoil: (row, random) => [
    {
      ...row,
      properties: { ...row.properties, [property]: valueOf(row.properties[property] as never, random) },
    },
  ],
});

export const realFaults: readonly RealFault[] = [
  lose("event stopped", 1),
  lose("−70%", 0.7),
  lose("−50%", 0.5),
  gain("× 1.5", 0.5),
  gain("× 2", 1),
  change("null for all", "delay", () => null),
  change("number → text", "distance", String),
  change("× 100", "distance", (miles: number) => 100 * miles),
  change("category renamed", "part_of_day", (part: string) => (part === "morning" ? "AM" : part)),
  change("'undefined' for all", "destination", () => "undefined"),
  change("another case", "destination", (airport: string) => airport.toLowerCase()),
  change("35% become one value", "part_of_day", (part, random) => (random.chance(0.35) ? "morning" : part)),
  ...[0.33, 0.2, 0.1, 0.05].map((share) =>
    change(`null in a ${100 * share}% segment`, "delay", () => null, share),
  ),
  ...[0.33, 0.2, 0.1].map((share) => lose(`event stopped in a ${100 * share}% segment`, 1, share)),
];
