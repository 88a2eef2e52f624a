import { mixpanelClient } from "../../src/adapters/mixpanel/mixpanel-client.js";
import { loadConfig } from "../../src/config/config.js";
import { dayMs, sleep } from "../../src/common/time.js";
import { startWorker, type Worker } from "../worker.js";

/** Timeout for an export's first byte in these tests. */
const exportTimeoutMs = 3_000;

/**
 * `rewind` resets the clock and the export timeout, which `waitFor` sets. `aheadMs` is how far the clock is ahead of
 * the real one.
 */
export type FaultWorker = Worker & { rewind(): void; aheadMs(): number; waitFor(exportMs: number): void };

/**
 * Starts a worker whose Mixpanel client has a shorter timeout. Its clock starts in the first minute of today (UTC), so
 * that hours of waiting don't change which days a run tests.
 */
export async function startFaultWorker(
  aheadMs = Math.floor(Date.now() / dayMs) * dayMs - Date.now(),
): Promise<FaultWorker> {
  const worker = await startWorker();
  worker.advance(aheadMs);
  const { clock } = worker.deps;
  const ahead = () => clock.now().getTime() - Date.now();
  const waitFor = (exportMs: number) => (worker.deps.mixpanel = impatientMixpanel(exportMs));
  waitFor(exportTimeoutMs);
  const rewind = () => {
    worker.advance(aheadMs - ahead());
    waitFor(exportTimeoutMs);
  };
  return Object.assign(worker, { rewind, aheadMs: ahead, waitFor });
}

const impatientMixpanel = (exportTimeoutMs: number) =>
  mixpanelClient({
    baseUrl: loadConfig("executeRun").mixpanelBaseUrl,
    sleep: (ms, signal) => sleep(ms / 100, signal),
    exportTimeoutMs,
  });
