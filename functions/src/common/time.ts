export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Instants are ISO 8601 UTC everywhere outside storage. */
export const toInstant = (date: Date): string => date.toISOString();

/** The date shifted by `ms`, which may be negative. */
export const addMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

/** Resolves after `ms`, or rejects with the signal's reason if it is aborted first. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Returns the day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, date: Date): string {
  if (lastFormat?.timeZone !== timeZone) {
    const style = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
    lastFormat = { timeZone, format: new Intl.DateTimeFormat("en-CA", style) };
  }
  return lastFormat.format.format(date);
}
/** Cached because creating a format takes a hundred times as long as using it, and most calls repeat the last zone. */
let lastFormat: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

/** Returns a zone's offset from UTC at an instant, positive east of Greenwich. */
export function offsetSeconds(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(offset);
  if (!match) return 0;
  const seconds = Number(match[2]) * 3_600 + Number(match[3]) * 60;
  return match[1] === "-" ? -seconds : seconds;
}
