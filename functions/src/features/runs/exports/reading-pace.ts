/** Share of the allowed time after which an export's pace tells whether it will end in time. */
const minShareRead = 0.05;
/** Share of the allowed time that an export may take when nothing tells how long it will take in total. */
const unknownPaceShare = 0.5;

/** Thrown to stop an export that would not end in the task's time. */
export class ReadingTooLongError extends Error {
  override readonly name = "ReadingTooLongError";

  constructor(
    /** How long it would take in total; null when the order of its rows doesn't tell. */
    readonly expectedMs: number | null,
    /** How long it has taken so far. */
    readonly elapsedMs: number,
    /** Rows read so far of each event. */
    readonly rowsByEvent: ReadonlyMap<string, number>,
  ) {
    super("the export would not end in the task's time");
  }
}

/**
 * Judges whether an export will end in the allowed time.
 * @param waitedMs time until the first byte came
 * @param readingMs time since then
 * @param allowedMs limit for both together
 * @param fraction how far it has come; null when the order of its rows doesn't tell
 * @param isLikely whether there is reason to believe that the time is enough
 * @returns "fits", or how long it would take in total: null when that is unknown
 */
export function estimatePace({
  waitedMs,
  readingMs,
  allowedMs,
  fraction,
  isLikely,
}: {
  waitedMs: number;
  readingMs: number;
  allowedMs: number;
  fraction: number | null;
  isLikely: boolean;
}): "fits" | { expectedMs: number | null } {
  const expectedMs = fraction ? waitedMs + readingMs / fraction : null;
  if (waitedMs + readingMs >= allowedMs) return { expectedMs };
  const isTooEarly =
    expectedMs === null
      ? isLikely || waitedMs + readingMs < unknownPaceShare * allowedMs
      : readingMs < minShareRead * allowedMs;
  return isTooEarly || (expectedMs !== null && expectedMs <= allowedMs) ? "fits" : { expectedMs };
}
