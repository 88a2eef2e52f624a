import { expect, it } from "vitest";
import { backoffMs, defaultSettings, givesUp } from "./queue.js";

it.each([
  [1, 1000],
  [2, 2000],
  [3, 4000],
  [4, 8000],
  [5, 8000],
])("waits after attempt %i as long as Cloud Tasks would: %i ms", (attempts, expected) => {
  const settings = { ...defaultSettings, minBackoffMs: 1000, maxBackoffMs: 8000 };
  expect(backoffMs(settings, attempts)).toBe(expected);
});

it("grows linearly once the doublings are used up", () => {
  const settings = { ...defaultSettings, minBackoffMs: 10_000, maxBackoffMs: 300_000, maxDoublings: 3 };
  const seconds = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffMs(settings, attempt) / 1000);
  // The example for `maxDoublings` in Cloud Tasks' documentation.
  expect(seconds).toEqual([10, 20, 40, 80, 160, 240, 300]);
});

it("gives up only when both the attempts and the retry time are used up", () => {
  const settings = { ...defaultSettings, maxAttempts: 3, maxRetryMs: 60_000 };
  expect([givesUp(settings, 2, 90_000), givesUp(settings, 3, 59_999), givesUp(settings, 3, 60_000)]).toEqual([
    false,
    false,
    true,
  ]);
});
