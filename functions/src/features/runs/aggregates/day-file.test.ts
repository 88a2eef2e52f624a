import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { PropertyDay } from "../../../aggregates/model.js";
import {
  type DayAggregates,
  createKeyedHashes,
  decodeDay,
  encodeDay,
  mergeDays,
} from "../../../profiler/index.js";
import { packDay, unpackDay } from "./day-file.js";

const hashOf = createKeyedHashes(Buffer.from("a connection's secret"));
const chunkBytes = 2 ** 16;

/** Events whose properties share values, like countries and versions do, and have some values of their own. */
const day: DayAggregates = {
  day: "2026-03-01",
  events: Array.from({ length: 100 }, (_, event) => ({
    event: `event ${String(event).padStart(3, "0")}`,
    rows: 1_000,
    properties: Array.from({ length: 10 }, (_each, property) => [
      `property ${property}`,
      propertyDay(
        Array.from({ length: 100 }, (_value, at) =>
          at < 90 ? `value ${property} ${at}` : `own ${event} ${property} ${at}`,
        ),
      ),
    ]),
  })),
};

function propertyDay(texts: readonly string[]): PropertyDay {
  return {
    ...{ rows: 1_000, absent: 0, nulls: 0, empties: 0, nullLike: 0, numbers: 0, versionLike: 0 },
    distinct: texts.length,
    values: texts.map((text, at) => {
      const name = JSON.stringify(text);
      return { hash: hashOf(name), rows: 5, name: at % 7 === 0 ? null : name };
    }),
    otherRows: 1_000 - 5 * texts.length,
    bins: [],
    forms: [],
  };
}

test("values shared by events are written about once, not in every chunk", () => {
  const file = packDay(day, chunkBytes);
  expect([...unpackDay(file)].length).toBeGreaterThan(5);
  expect(file.length).toBeLessThan(1.2 * gzipSync(encodeDay(day)).length);
});

test("a day read from chunks equals the original and packs to the same bytes again", () => {
  const file = packDay(day, chunkBytes);
  const read = mergeDays([unpackDay(file)]);
  expect(plain(read)).toEqual(plain(decodeDay(encodeDay(day))));
  expect(packDay(read, chunkBytes).equals(file)).toBe(true);
});

const plain = ({ events }: DayAggregates): unknown =>
  [...events].map(({ event, rows, properties }) => [
    event,
    rows,
    [...properties].map(([name, property]) => [name, { ...property }]),
  ]);
