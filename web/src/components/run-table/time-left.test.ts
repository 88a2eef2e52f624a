import { expect, it } from "vitest";
import { timeLeftText } from "./time-left";

const startedAt = "2026-11-20T09:00:00.000Z";
const after = (seconds: number) => Date.parse(startedAt) + seconds * 1_000;
const at = (done: number, total: number | null) => ({
  startedAt,
  progress: { step: "Reading days", done, total },
});

it.each([
  [at(41, 63), 220, "about 2 minutes left"],
  [at(40, 60), 120, "about 1 minute left"],
  [at(60, 63), 60, "about 5 seconds left"],
  [at(16, 28), 34, "about 25 seconds left"],
  [at(30, 60), 59, "about 1 minute left"],
  [at(2, 63), 60, null],
  [at(63, 63), 60, null],
  [at(5, null), 60, null],
])("estimates from %j after %d s: %s", (run, seconds, text) =>
  expect(timeLeftText(run, after(seconds))).toBe(text),
);

it("is unknown before the start", () =>
  expect(timeLeftText({ ...at(5, 10), startedAt: null }, after(60))).toBeNull());
