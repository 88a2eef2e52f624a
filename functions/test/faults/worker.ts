import { mixpanelClient } from "../../src/adapters/mixpanel/mixpanel-client.js";
import { loadConfig } from "../../src/config/config.js";
import { dayMs, sleep } from "../../src/common/time.js";
import { startWorker, type Worker } from "../worker.js";

/** Until an export's first byte, in these tests. */
const exportTimeoutMs = 3_000;

/** `rewind` sets clock and patience back to where they began. `aheadMs`: of the real clock. */
export type FaultWorker = Worker & { rewind(): void; aheadMs(): number; waitFor(exportMs: number): void };

/**
 * Worker whose Mixpanel client has less patience. Its clock begins in the first minute of today (UTC), so that hours of
 * waiting do not change which days a run judges.
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
