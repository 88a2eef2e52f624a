/** What a person or a system does to stop a program: Ctrl-C, `kill`, a closed terminal. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type StopSignal = (typeof stopSignals)[number];

/** In a terminal one Ctrl-C arrives several times: from the terminal, and from each npm that started this process. */
const onePressMs = 1000;

/**
 * Resolves when the program is first asked to stop. Being asked again, more than a second later, calls `exitNow`; a closed
 * terminal is no such request, since nobody may be waiting.
 * @param now a monotonic clock in milliseconds
 */
export function stopRequested(
  source: { on(signal: StopSignal, listener: () => void): unknown },
  exitNow: () => void,
  now: () => number = () => performance.now(),
): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of stopSignals)
      source.on(signal, () => {
        if (firstAt === undefined) {
          firstAt = now();
          resolve();
        } else if (signal !== "SIGHUP" && now() - firstAt > onePressMs) exitNow();
      });
  });
}
