import { expect, it } from "vitest";
import { secondsUntil } from "./retry-after.js";

const week = 7 * 24 * 3_600;

it.each<[string | null, number | null]>([
  ["7", 7],
  ["0.2", 1],
  ["1764033600000000", week],
  ["9".repeat(400), week],
  ["Wed, 01 Jan 9999 00:00:00 GMT", week],
  ["Wed, 01 Jan 2020 00:00:00 GMT", 0],
  ["soon", null],
  ["-5", null],
  ["", null],
  [null, null],
])("Retry-After: %s", (header, seconds) => expect(secondsUntil(header)).toBe(seconds));
