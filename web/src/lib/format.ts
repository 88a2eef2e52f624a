const locale = "en-US";
const minus = "−";
const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", year: "numeric" });
const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const projectDay = new Intl.DateTimeFormat(locale, {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const utcTime = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const monthAndDay = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
const shortProjectDay = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });

/** 'Nov 21, 2026' in the browser's zone. */
export const formatDate = (instant: string): string => plainSpaces(day.format(new Date(instant)));
/** 'Nov 21' in the browser's zone. */
export const formatShortDate = (instant: string): string => monthAndDay.format(new Date(instant));
/** 'today', 'yesterday', else 'Nov 21'. */
export function formatRecentDay(instant: string): string {
  const text = formatDate(instant);
  const before = new Date();
  if (text === formatDate(before.toISOString())) return "today";
  before.setDate(before.getDate() - 1);
  return text === formatDate(before.toISOString()) ? "yesterday" : formatShortDate(instant);
}
/** '09:05 AM' in the browser's zone. */
export const formatTime = (instant: string): string => plainSpaces(time.format(new Date(instant)));
/** 'Nov 21, 2026, 09:05 AM' in the browser's zone. */
export const formatDateTime = (instant: string): string => `${formatDate(instant)}, ${formatTime(instant)}`;
/** 'today at 06:00 AM', 'yesterday at …', 'tomorrow at …', else 'Nov 19 at 06:00 AM', in the browser's zone. */
export function formatMoment(instant: string, now = new Date()): string {
  const then = new Date(instant);
  const noon = (date: Date) => new Date(date).setHours(12, 0, 0, 0);
  const days = Math.round((noon(then) - noon(now)) / 86_400_000);
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" }[days];
  return `${near ?? monthAndDay.format(then)} at ${formatTime(instant)}`;
}

/** 'Nov 1–30, 2026' or 'Nov 21 – Dec 20, 2026' in the browser's zone; `end` is exclusive. */
export function formatPeriod({ start, end }: { start: string; end: string }): string {
  const parts = day.formatRangeToParts(new Date(start), new Date(Date.parse(end) - 1));
  const isOneMonth = parts.filter(({ type }) => type === "month").length === 1;
  return parts
    .map(({ value }) => value)
    .join("")
    .replace(/\s*–\s*/, isOneMonth ? "–" : " – ");
}
/** 'Nov 21, 2026, 09:05 AM' in the given zone. */
export function formatDateTimeIn(timeZone: string, instant: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return plainSpaces(format.format(new Date(instant)));
}
/** '09:05 AM' for the hour and minute of a 24-hour clock. */
export const formatClock = (hour: number, minute: number): string =>
  plainSpaces(utcTime.format(new Date(Date.UTC(2000, 0, 1, hour, minute))));
/** '04:00': what the clock in one zone shows today when it is this hour ('09:00') in another. */
export function clockElsewhere(hour: string, { from, to }: { from: string; to: string }): string {
  const now = new Date();
  const minutesInto = (timeZone: string) => {
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
    return minutesOf(clock.format(now));
  };
  const minutes = (minutesOf(hour) + minutesInto(to) - minutesInto(from) + 2 * 1_440) % 1_440;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The browser's zone, for the tooltip beside a time: 'Europe/Paris'. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** " (Europe/Paris)" for a time in another zone than the browser's; empty in the same. */
export const zoneNote = (timeZone: string): string =>
  timeZone === browserTimeZone() ? "" : ` (${timeZone})`;

/** A project day ('2026-11-21', no zone) as 'Nov 21, 2026'. */
export const formatProjectDay = (isoDay: string): string =>
  projectDay.format(new Date(`${isoDay}T00:00:00Z`));
/** A project day as 'Nov 21'. */
export const formatShortProjectDay = (isoDay: string): string =>
  shortProjectDay.format(new Date(`${isoDay}T00:00:00Z`));

/** '<1s', '45s', '2m 5s', '1h 3m'; null if either end is missing or not a date. */
export function formatDuration(from: string | null, to: string | null): string | null {
  if (!from || !to) return null;
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (!Number.isFinite(seconds)) return null;
  if (seconds === 0) return "<1s";
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** '3,655', with a real minus sign. `digits` is the fixed number of decimals. */
export function formatNumber(value: number, digits = 0): string {
  const text = Math.abs(value).toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return isNegative(value, digits) ? minus + text : text;
}

/** '3,190.5': as many decimals as needed, at most `most`. */
export const formatUpTo = (value: number, most: number): string => {
  const text = Math.abs(value).toLocaleString(locale, { maximumFractionDigits: most });
  return isNegative(value, most) ? minus + text : text;
};

/** '65.9%' from a value in percent. */
export const formatPercent = (percent: number, digits = 0): string => `${formatNumber(percent, digits)}%`;
/** '−65.9%', '+122%' from a value in percent; '0%' has no sign. */
export const formatChange = (percent: number, digits = 0): string => signed(percent, digits) + "%";
/** '+34 pts', with a no-break space, from a value in percentage points. */
export const formatPoints = (points: number, digits = 0): string => `${signed(points, digits)}\u00a0pts`;
/** '2,604–3,676'. */
export const formatRange = (low: number, high: number, digits = 0): string =>
  `${formatNumber(low, digits)}–${formatNumber(high, digits)}`;

/** '4k', '1.2M' for axes. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${formatUpTo(value / 1_000_000, 1)}M`;
  if (size >= 1_000) return `${formatUpTo(value / 1_000, 1)}k`;
  return formatUpTo(value, 1);
}

/**
 * Formats an amount in cents as '$127.41'; `digits` is 4 for an amount per row. For a currency without cents
 * Stripe counts whole units, so two fewer decimals are shown: '¥12,741'.
 */
export function formatMoney(cents: number, currency = "USD", digits = 2): string {
  const style = { style: "currency", currency: currency.toUpperCase() } as const;
  const minor = minorDigitsOf(style);
  const decimals = Math.max(0, digits - 2 + minor);
  return (cents / 10 ** minor)
    .toLocaleString(locale, { ...style, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace("-", minus);
}

/** ISK and UGX have no cents, but Stripe counts them in hundredths anyway. */
const minorDigitsOf = (style: { style: "currency"; currency: string }): number =>
  ["ISK", "UGX"].includes(style.currency)
    ? 2
    : (new Intl.NumberFormat(locale, style).resolvedOptions().maximumFractionDigits ?? 2);

/** '1 alert', '2 alerts', '1,842 rows'. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

function signed(value: number, digits: number): string {
  const text = formatNumber(value, digits);
  return value > 0 && Number(value.toFixed(digits)) !== 0 ? `+${text}` : text;
}

/** Whether a value is still negative after rounding. */
const isNegative = (value: number, digits: number) => value < 0 && Number(value.toFixed(digits)) !== 0;

/** Newer ICU data puts a narrow no-break space before AM and PM. */
const plainSpaces = (text: string) => text.replace(/\u202f/g, " ");

/** The text with its first letter capitalized. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** From Monday on. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** "Mon", from Monday on. */
export const shortWeekdays = weekdays.map((name) => name.slice(0, 3));
