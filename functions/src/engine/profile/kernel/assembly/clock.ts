import { take } from "./memory";

/** First second of each day, and of the day after the last. */
let starts: usize = 0;
let dayCount: i32 = 0;
let current: i32 = 0;

/** Rows by processing time − `time`, in quarters of an hour from −5 days to 5 days; what is beyond counts as 5 days. */
const farthestQuarters: f64 = 480;
const quarterSeconds: f64 = 900;
export let lags: usize = 0;

/** @returns where the host writes the first second of each day and of the day after the last */
export function prepareClock(days: i32): usize {
  dayCount = days;
  starts = take((days + 1) << 3);
  lags = take((2 * <usize>farthestQuarters + 1) << 2);
  return starts;
}

/** `time` in seconds; exports asked for with `time_in_ms` are told by their size (10¹¹ s is the year 5138). */
export function secondsOf(time: f64): f64 {
  return abs(time) >= 1e11 ? time / 1000 : time;
}

function startOf(day: i32): f64 {
  return load<f64>(starts + (day << 3));
}

/** Index of the day, −1 when it is none of those asked for. */
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

export function addLag(seconds: f64): void {
  const quarters = min(max(floor(seconds / quarterSeconds + 0.5), -farthestQuarters), farthestQuarters);
  const place = lags + ((<usize>(quarters + farthestQuarters)) << 2);
  store<u32>(place, load<u32>(place) + 1);
}
