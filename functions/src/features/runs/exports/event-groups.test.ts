import fc from "fast-check";
import { expect, it } from "vitest";
import { packEvents } from "./event-groups.js";

it("puts each name in one group, all of about the same size", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.func(fc.nat(1_000)),
      (names, count, rowsOf) => {
        const rows = new Map(names.map((name) => [name, rowsOf(name)]));
        const groups = packEvents(rows, count);
        expect(groups.flat().sort()).toEqual([...names].sort());
        expect(groups.every((group) => group.length > 0)).toBe(true);
        const sizes = groups.map((group) => group.reduce((sum, name) => sum + rows.get(name)! + 1, 0));
        const largest = Math.max(...rows.values()) + 1;
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(largest);
      },
    ),
    { numRuns: 100 },
  );
});

it("makes more groups when the names would be too long for a URL", () => {
  const names = Array.from({ length: 300 }, (_, at) => `Ereignis mit Umlauten äöü und Nummer ${at}`);
  const groups = packEvents(new Map(names.map((name) => [name, 1])), 2);
  expect(groups.flat().sort()).toEqual(names.toSorted());
  for (const group of groups) expect(encodeURIComponent(JSON.stringify(group)).length).toBeLessThan(7_000);
});
