/** Share of a reading's time after which its pace says whether it will end in time. */
const firstJudgement = 0.05;
/** Share of its time that a reading may take of which nothing says how long it will take. */
const blindShare = 0.5;

/** Thrown to stop a reading that would not end in the task's time. */
export class ReadingTooLongError extends Error {
  override readonly name = "ReadingTooLongError";

  constructor(
    /** How long it would take; null when its order doesn't tell. */
    readonly expectedMs: number | null,
    /** How long it has taken, and the rows seen of each event. */
    readonly elapsedMs: number,
    readonly rowsByEvent: ReadonlyMap<string, number>,
  ) {
    super("the export would not end in the task's time");
  }
}

/**
 * How long a reading will take in all, if that is too long.
 * @param waitedMs until the first byte came
 * @param readingMs since then
 * @param allowedMs for both
 * @param fraction how far it has come; null when its order doesn't tell
 * @param isLikely whether there is reason to think that the time will do
 * @returns "fits", or how long it would take: null when that is unknown
 */
export function judgePace({
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
      ? isLikely || waitedMs + readingMs < blindShare * allowedMs
      : readingMs < firstJudgement * allowedMs;
  return isTooEarly || (expectedMs !== null && expectedMs <= allowedMs) ? "fits" : { expectedMs };
}
