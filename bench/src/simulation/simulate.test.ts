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

it("asks Mixpanel at most twice an hour for an hourly setup, unless days are judged", async () => {
  const { delays, requests, unfinished, lanes } = await simulate({
    workspaces: 3,
    greedy: 0,
    hourly: 3,
    days: 10 / 24,
    seed: "test",
  });
  expect(delays).toHaveLength(3 * 9);
  expect(Math.max(...delays.map(({ ms }) => ms))).toBeLessThan(120_000);
  expect(unfinished).toEqual([]);
  // The first run, and the one at noon that reads late events again.
  expect(requests.ofDays).toHaveLength(3 * 2);
  expect(requests.ofHours).toHaveLength(3 * 7);
  expect(Math.max(...requests.ofHours)).toBeLessThanOrEqual(2);
  expect(lanes.get("planHourlyRun")!.tasks).toBe(3 * 9);
});
