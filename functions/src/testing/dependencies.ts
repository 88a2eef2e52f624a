import { aesSecretBox } from "../features/connections/aes-secret-box.js";
import type { Dependencies } from "../features/dependencies.js";
import { silentLogger } from "../shared/logger.js";
import { FakeMixpanel } from "./fake-mixpanel.js";
import { countingIds, FixedClock } from "./fixed-clock.js";
import { memoryBilling } from "./memory-billing.js";
import { memoryConnections } from "./memory-connections.js";
import { MemoryDatabase } from "./memory-database.js";
import { MemoryMailer } from "./memory-mailer.js";
import { MemoryObjects } from "./memory-objects.js";
import { MemoryQueue } from "./memory-queue.js";
import { memoryRateLimiter } from "./memory-rate-limiter.js";
import { memoryRetentionCursor } from "./memory-retention-cursor.js";
import { memoryRuns } from "./memory-runs.js";
import { memorySchema } from "./memory-schema.js";
import { memorySetups } from "./memory-setups.js";
import { memoryUsers } from "./memory-users.js";

/** Everything in memory, at a Wednesday noon; `db` is what the repositories share. */
export function testDependencies() {
  const db = new MemoryDatabase();
  const clock = new FixedClock("2026-11-18T12:00:00.000Z");
  const deps = {
    clock,
    ids: countingIds(),
    logger: silentLogger,
    users: memoryUsers(db),
    connections: memoryConnections(db),
    setups: memorySetups(db),
    schema: memorySchema(db),
    runs: memoryRuns(db),
    mixpanel: new FakeMixpanel(),
    secrets: aesSecretBox({ current: "test", keys: { test: Buffer.alloc(32, 7).toString("base64") } }),
    objects: new MemoryObjects(() => clock.now()),
    queue: new MemoryQueue(),
    rateLimiter: memoryRateLimiter(db, clock),
    billing: memoryBilling(db),
    payments: null,
    meterEvents: { report: async () => undefined },
    mailer: new MemoryMailer(),
    retentionCursor: memoryRetentionCursor(),
    timing: { leaseMs: 1_000, renewMs: 200, pollMs: 20 },
    settings: {
      appUrl: "http://app.test",
      hashKey: "h".repeat(32),
      unsubscribeKey: "u".repeat(32),
    },
    probes: {},
  } satisfies Dependencies;
  return { ...deps, db };
}

export type TestDependencies = ReturnType<typeof testDependencies>;
