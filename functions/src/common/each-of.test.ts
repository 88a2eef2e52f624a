import { expect, it } from "vitest";
import { eachOf } from "./each-of.js";

it("processes every item once, a few at a time, and continues after a failure", async () => {
  let [running, most] = [0, 0];
  const seen: number[] = [];
  const failed: [number, unknown][] = [];
  const done = await eachOf(
    Array.from({ length: 25 }, (_, index) => index),
    4,
    async (item) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      seen.push(item);
      if (item % 10 === 3) throw new Error(`no ${item}`);
    },
    (item, error) => failed.push([item, (error as Error).message]),
  );
  expect(done).toBe(22);
  expect(most).toBe(4);
  expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect(failed).toEqual([
    [3, "no 3"],
    [13, "no 13"],
    [23, "no 23"],
  ]);
});

it("does nothing without items", async () => {
  expect(
    await eachOf(
      [],
      4,
      () => Promise.reject(new Error()),
      () => undefined,
    ),
  ).toBe(0);
});
