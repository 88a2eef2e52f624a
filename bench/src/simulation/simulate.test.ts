import { expect, it } from "vitest";
import { simulate } from "./simulate.js";

it("starts everyone's runs soon, even with a greedy workspace", async () => {
  const { delays, unfinished, ticks } = await simulate({
    workspaces: 24,
    greedy: 1,
    days: 4 / 24,
    seed: "test",
    maxAtOnce: 6,
  });
  const others = delays.filter(({ isGreedy }) => !isGreedy);
  expect(ticks).toBe(240);
  expect(new Set(others.map(({ workspaceId }) => workspaceId)).size).toBeGreaterThan(3);
  expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(120_000);
  expect(unfinished.filter(({ isGreedy }) => !isGreedy)).toEqual([]);
  // The greedy workspace has more runs due than it can run, and still runs them one after another.
  expect(delays.length - others.length).toBeGreaterThan(1);
});
