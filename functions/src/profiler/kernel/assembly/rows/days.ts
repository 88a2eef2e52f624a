import { reserve } from "../memory";
import { mostHours } from "../records";

/** First second of each day, and of the day after the last. */
let starts: usize = 0;
let dayCount: i32 = 0;
let current: i32 = 0;

/** Rows by lag (processing time − `time`), in quarters of an hour from −5 to 5 days; larger lags count as 5 days. */
const maxLagQuarters: f64 = 480;
const quarterSeconds: f64 = 900;
export let lags: usize = 0;

/** @returns memory where the host writes the first second of each day and of the day after the last */
export function initDays(days: i32): usize {
  dayCount = days;
  starts = reserve((days + 1) << 3);
  lags = reserve((2 * <usize>maxLagQuarters + 1) << 2);
  return starts;
}

/** `time` in seconds; milliseconds (exports with `time_in_ms`) are recognized by their size, since 10¹¹ s is the year 5138. */
export function secondsOf(time: f64): f64 {
  return abs(time) >= 1e11 ? time / 1000 : time;
}

function startOf(day: i32): f64 {
  return load<f64>(starts + (day << 3));
}

/** Index of the day that a time is on, −1 outside the days of the profile. */
export function dayOf(seconds: f64): i32 {
  if (seconds >= startOf(current) && seconds < startOf(current + 1)) return current;
  if (!(seconds >= startOf(0) && seconds < startOf(dayCount))) return -1;
  let low = 0;
  let high = dayCount;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (seconds >= startOf(middle)) low = middle;
    else high = middle;
  }
  current = low;
  return low;
}

const hourSeconds: f64 = 3600;

/** Hours since a day's first second, for a time on that day. */
export function hourOf(day: i32, seconds: f64): u32 {
  return min(<u32>((seconds - startOf(day)) / hourSeconds), mostHours - 1);
}

/** Counts one row's lag. */
export function addLag(seconds: f64): void {
  const quarters = min(max(floor(seconds / quarterSeconds + 0.5), -maxLagQuarters), maxLagQuarters);
  const place = lags + ((<usize>(quarters + maxLagQuarters)) << 2);
  store<u32>(place, load<u32>(place) + 1);
}
