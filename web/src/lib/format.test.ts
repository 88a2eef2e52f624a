import { describe, expect, it } from "vitest";
import {
  clockElsewhere,
  countOf,
  formatChange,
  formatCompact,
  formatDate,
  formatDateTimeIn,
  formatDuration,
  formatMoment,
  formatMoney,
  formatPeriod,
  formatNumber,
  formatPercent,
  formatPoints,
  formatProjectDay,
  formatRange,
  formatTime,
} from "./format";

it("shows dates and times in US English", () => {
  const local = new Date(2026, 10, 21, 9, 5).toISOString();
  expect(formatDate(local)).toBe("Nov 21, 2026");
  expect(formatTime(local)).toBe("09:05 AM");
});

it("shows a time in another zone", () => {
  expect(formatDateTimeIn("Asia/Tokyo", "2026-11-21T21:30:00.000Z")).toBe("Nov 22, 2026, 06:30 AM");
  expect(clockElsewhere("09:00", { from: "UTC", to: "Asia/Tokyo" })).toBe("18:00");
  expect(clockElsewhere("06:00", { from: "Asia/Tokyo", to: "UTC" })).toBe("21:00");
  expect(clockElsewhere("00:00", { from: "UTC", to: "Asia/Kolkata" })).toBe("05:30");
});

it("shows days near today in words", () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 0);
  const said = (day: number, hour: number) => formatMoment(at(day, hour).toISOString(), at(21, 23));
  expect(said(21, 6)).toBe("today at 06:00 AM");
  expect(said(20, 23)).toBe("yesterday at 11:00 PM");
  expect(said(22, 0)).toBe("tomorrow at 12:00 AM");
  expect(said(19, 6)).toBe("Nov 19 at 06:00 AM");
});

it("shows a project day as the same day in every zone", () =>
  expect(formatProjectDay("2026-11-21")).toBe("Nov 21, 2026"));

describe("formatDuration", () => {
  const from = "2026-11-21T00:00:00.000Z";
  const after = (seconds: number) => new Date(Date.parse(from) + seconds * 1000).toISOString();
  it.each([
    [0, "<1s"],
    [45, "45s"],
    [59, "59s"],
    [60, "1m 0s"],
    [125, "2m 5s"],
    [3599, "59m 59s"],
    [3600, "1h 0m"],
    [3780, "1h 3m"],
    [90000, "25h 0m"],
    [-5, "<1s"],
  ])("reads %i seconds as %s", (seconds, text) => expect(formatDuration(from, after(seconds))).toBe(text));
  it("is null without both ends", () => {
    expect(formatDuration(from, null)).toBeNull();
    expect(formatDuration(null, from)).toBeNull();
    expect(formatDuration(from, "soon")).toBeNull();
  });
});

it.each([
  [formatNumber(3655), "3,655"],
  [formatNumber(-61.44, 1), "−61.4"],
  [formatNumber(-0.04, 1), "0.0"],
  [formatPercent(30), "30%"],
  [formatChange(-65.9, 1), "−65.9%"],
  [formatChange(122.4), "+122%"],
  [formatChange(0.2), "0%"],
  [formatPoints(34), "+34\u00a0pts"],
  [formatRange(2604, 3676), "2,604–3,676"],
  [formatCompact(4000), "4k"],
  [formatCompact(1_250_000), "1.3M"],
  [formatMoney(12741), "$127.41"],
  [formatMoney(0.1, "usd", 4), "$0.0010"],
  [formatMoney(12741, "jpy"), "¥12,741"],
  [formatMoney(0.1, "jpy", 4), "¥0.10"],
  [formatMoney(12741, "isk"), "ISK\u00a0127.41"],
  [formatMoney(12741, "kwd"), "KWD\u00a012.741"],
  [formatPeriod({ start: "2026-11-01T00:00:00Z", end: "2026-12-01T00:00:00Z" }), "Nov 1–30, 2026"],
  [formatPeriod({ start: "2026-11-21T10:05:00Z", end: "2026-12-21T10:05:00Z" }), "Nov 21 – Dec 21, 2026"],
  [
    formatPeriod({ start: "2026-12-21T10:05:00Z", end: "2027-01-21T10:05:00Z" }),
    "Dec 21, 2026 – Jan 21, 2027",
  ],
  [countOf(1, "alert"), "1 alert"],
  [countOf(1842, "property", "properties"), "1,842 properties"],
])("formats %j", (text, expected) => expect(text).toBe(expected));
