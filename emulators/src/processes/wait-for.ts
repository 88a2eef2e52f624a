import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `ask` until it returns a value.
 * @throws Error that names `what` after the timeout or when `abort` resolves
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  timeoutMs: number,
  abort?: Promise<unknown>,
  everyMs = 100,
): Promise<T> {
  let ended = false;
  void abort?.then(() => (ended = true));
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (ended) throw new Error(`${what} ended before it was ready.`);
    await sleep(everyMs);
  }
  throw new Error(`${what} was not ready within ${timeoutMs / 1000} s.`);
}

/** True if the address responds with a status below 500. */
export async function answers(url: string): Promise<true | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  await response.arrayBuffer();
  return response.status < 500 ? true : undefined;
}
