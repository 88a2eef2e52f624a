import { minuteMs, sleep } from "../src/common/time.js";

/** How long nothing may change. After this, a test gives up waiting. */
export const patienceMs = 3 * minuteMs;

/**
 * Repeats a check until it passes.
 * @throws its error once the check has failed with the same one for too long
 */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  let until = Date.now() + patienceMs;
  let seen: string | undefined;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const current = String(error);
      if (current !== seen) until = Date.now() + patienceMs;
      seen = current;
      if (Date.now() > until) throw error;
    }
    await sleep(50);
  }
}
