import { setTimeout as sleep } from "node:timers/promises";
import { printable, type Io } from "../io.js";
import { UsageError } from "../usage-error.js";

const pollMs = 2_000;

/**
 * Polls until the run or replay has ended, which is when `progressOf` returns null.
 * @throws UsageError when it takes longer than `minutes`; it continues on the server
 */
export async function waitFor<T>(
  io: Io,
  { what, minutes }: { what: string; minutes: number },
  ask: () => Promise<T>,
  progressOf: (answer: T) => string | null,
): Promise<T> {
  const until = Date.now() + minutes * 60_000;
  for (;;) {
    const answer = await ask();
    const progress = progressOf(answer);
    showProgress(io, progress ?? "");
    if (progress === null) return answer;
    if (Date.now() > until) {
      showProgress(io, "");
      throw new UsageError(`${what} has not ended after ${minutes} minutes; it is still running`);
    }
    await sleep(pollMs);
  }
}

/** Rewrites one line on a terminal. Prints nothing if the output isn't a terminal. */
function showProgress(io: Io, text: string): void {
  if (io.isTerminal) io.note(`\r\u001b[K${printable(text)}`);
}
