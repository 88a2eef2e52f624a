import type { Random } from "../random.js";
import { priceProperty, targetProperty, type PropertyMaker } from "./properties.js";
import { countries, type Cell } from "./world.js";

type Add = (text: string, rows: number) => void;

/** A fault inside one platform (or one country, or one new version of the platform). */
export type SegmentFault = {
  name: string;
  /** The property it is planted in (null for events); `maker` simulates the property. */
  property: string | null;
  maker: PropertyMaker;
  /** Changes the rows of a day. */
  traffic?: (random: Random, cells: Cell[], platform: number) => Cell[];
  /** Changes the rows with one value in a cell. */
  spoil?: (random: Random, cell: Cell, platform: number, text: string, rows: number, add: Add) => void;
  /** The property that the cause must name; null if it may name nothing. */
  cause: "$os" | "country" | null;
};

const newVersion = 12;

const onPlatform =
  (change: (random: Random, text: string, rows: number, add: Add) => void): SegmentFault["spoil"] =>
  (random, cell, platform, text, rows, add) =>
    cell.platform === platform ? change(random, text, rows, add) : add(text, rows);

const partly =
  (part: number, to: (text: string) => string) =>
  (random: Random, text: string, rows: number, add: Add): void => {
    const spoilt = random.binomial(rows, part);
    add(to(text), spoilt);
    add(text, rows - spoilt);
  };

const scaled =
  (factor: number): SegmentFault["traffic"] =>
  (random, cells, platform) =>
    cells
      .map((cell) =>
        cell.platform === platform ? { ...cell, rows: random.binomial(cell.rows, factor) } : cell,
      )
      .filter(({ rows }) => rows > 0);

const payment = { property: "payment_method", maker: targetProperty, cause: "$os" } as const;

export const segmentFaults: readonly SegmentFault[] = [
  { name: "null 100%", ...payment, spoil: onPlatform(partly(1, () => "null")) },
  {
    name: "'undefined'",
    ...payment,
    spoil: onPlatform(partly(1, (text) => (text === "null" ? text : '"undefined"'))),
  },
  { name: "event stopped", property: null, maker: targetProperty, cause: "$os", traffic: scaled(0) },
  {
    name: "number → text",
    property: "price",
    maker: priceProperty,
    cause: "$os",
    spoil: onPlatform(partly(1, (text) => (text === "null" ? text : JSON.stringify(text)))),
  },
  { name: "null 50%", ...payment, spoil: onPlatform(partly(0.5, () => "null")) },
  {
    name: "shift of 60%",
    ...payment,
    spoil: onPlatform(partly(0.6, (text) => (text === "null" ? text : '"new value"'))),
  },
  {
    name: "new version lost it",
    ...payment,
    traffic: (random, cells, platform) =>
      cells.flatMap((cell) => {
        if (cell.platform !== platform) return [cell];
        const updated = random.binomial(cell.rows, 0.5);
        return [
          { ...cell, rows: cell.rows - updated },
          { ...cell, version: newVersion, rows: updated },
        ].filter(({ rows }) => rows > 0);
      }),
    spoil: (_random, cell, _platform, text, rows, add) =>
      add(cell.version === newVersion ? "null" : text, rows),
  },
  { name: "event −50%", property: null, maker: targetProperty, cause: "$os", traffic: scaled(0.5) },
  {
    name: "null 100% in a country",
    ...payment,
    cause: "country",
    spoil: (_random, cell, _platform, text, rows, add) =>
      add(countries[cell.country]!.name === "BR" ? "null" : text, rows),
  },
];

/** Faults that are the same everywhere, so that no segment may be named. */
export const uniformFaults: readonly SegmentFault[] = [
  {
    name: "uniform null 60%",
    ...payment,
    cause: null,
    spoil: (random, _cell, _platform, text, rows, add) => partly(0.6, () => "null")(random, text, rows, add),
  },
  {
    name: "uniform shift of 60%",
    ...payment,
    cause: null,
    spoil: (random, _cell, _platform, text, rows, add) =>
      partly(0.6, () => '"new value"')(random, text, rows, add),
  },
];
