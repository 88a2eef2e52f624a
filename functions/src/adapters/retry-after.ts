const longestSeconds = 7 * 24 * 3_600;

/** Parses `Retry-After`, a number of seconds or a date, as seconds from now: at most a week, null if it is neither. */
export function secondsUntil(header: string | null): number | null {
  if (header === null) return null;
  const isNumber = /^\d+(?:\.\d+)?$/.test(header);
  const isDate = /^[A-Z][a-z]{2}, /.test(header);
  const seconds = isNumber ? Number(header) : isDate ? (Date.parse(header) - Date.now()) / 1_000 : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.ceil(Math.min(Math.max(seconds, 0), longestSeconds));
}
