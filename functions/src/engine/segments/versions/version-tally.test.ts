import { expect, test } from "vitest";
import { VersionTally } from "./version-tally.js";

const version = (name: string) => ({ hash: name, name });
const days = 3;

test("few versions are kept if most never repeat, and those that arrive are returned", () => {
  const tally = new VersionTally();
  const total = Array.from({ length: days }, () => 0);
  let most = 0;
  for (let event = 0; event < 1_000; event++) {
    for (let day = 0; day < days; day++) {
      total[day]! += 100;
      tally.add(version("4.1.0"), day, day === 2 ? 60 : 64);
      // Rare until the second half of the events.
      tally.add(version("4.2.0"), day, event < 500 ? 1 : day * 12);
      for (let row = 0; row < 10; row++) tally.add(version(`nightly ${event} ${day} ${row}`), day, 1);
    }
    tally.prune(total);
    most = Math.max(most, tally.size);
  }
  expect(most).toBeLessThanOrEqual(2 * 20 * days);
  expect(tally.arrivals(total)).toEqual([
    { day: 0, name: "4.1.0" },
    { day: 1, name: "4.2.0" },
  ]);
});

test("every version that has 5% of a day is returned, however many there are", () => {
  const tally = new VersionTally();
  const total = [200, 200];
  for (let day = 0; day < 2; day++) {
    for (let index = 0; index < 100; index++) tally.add(version(`rare ${day} ${index}`), day, 1);
    for (let index = 0; index < 10; index++) tally.add(version(`version ${day} ${index}`), day, 10);
  }
  tally.prune(total);
  expect(tally.arrivals(total)).toHaveLength(20);
});
