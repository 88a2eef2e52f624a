import { expect, it } from "vitest";
import { offsetSeconds } from "./time.js";

it.each([
  ["UTC", "2026-07-01T12:00:00Z", 0],
  ["Europe/London", "2026-01-01T12:00:00Z", 0],
  ["Europe/London", "2026-07-01T12:00:00Z", 3_600],
  ["America/St_Johns", "2026-01-01T12:00:00Z", -12_600],
  ["Asia/Kathmandu", "2026-01-01T12:00:00Z", 20_700],
])("in %s at %s the clock is %i s ahead of UTC", (zone, at, seconds) => {
  expect(offsetSeconds(zone, new Date(at))).toBe(seconds);
});
