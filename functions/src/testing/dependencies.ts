import { aesSecretBox } from "../features/connections/aes-secret-box.js";
import type { Dependencies } from "../composition/dependencies.js";
import { silentLogger } from "../common/logger.js";
import { mailMissed } from "../features/channels/members/mail-missed.js";
import { workspaceManagers } from "../features/workspaces/managers.js";
import { FakeMixpanel } from "./fake-mixpanel.js";
import { countingIds, FixedClock } from "./fixed-clock.js";
import { memoryBilling } from "./memory/memory-billing.js";
import { memoryChannels } from "./memory/channels/memory-channels.js";
import { memoryConnections } from "./memory/memory-connections.js";
import { MemoryDatabase } from "./memory/memory-database.js";
import { memoryDeletions } from "./memory/memory-deletions.js";
import { MemoryIdentityProvider } from "./memory/memory-identity-provider.js";
import { MemoryMailer } from "./memory/memory-mailer.js";
import { MemoryOutbound } from "./memory/channels/memory-outbound.js";
import { MemoryObjects } from "./memory/memory-objects.js";
import { MemoryQueue } from "./memory/memory-queue.js";
import { memoryRateLimiter } from "./memory/memory-rate-limiter.js";
import { memoryRetentionCursor } from "./memory/memory-retention-cursor.js";
import { memoryIncidents } from "./memory/memory-incidents.js";
import { memoryReleases } from "./memory/memory-releases.js";
import { memoryRuns } from "./memory/memory-runs.js";
import { memorySchema } from "./memory/memory-schema.js";
import { memorySetups } from "./memory/memory-setups.js";
import { memoryTokens } from "./memory/memory-tokens.js";
import { memoryUnsubscribed } from "./memory/memory-unsubscribed.js";
import { memoryUsers } from "./memory/memory-users.js";
import { memoryWorkspaces } from "./memory/memory-workspaces.js";

/** Creates in-memory dependencies, at noon on a Wednesday. `db` is shared by the repositories. */
export function testDependencies() {
  const db = new MemoryDatabase();
  const clock = new FixedClock("2026-11-18T12:00:00.000Z");
  const workspaces = memoryWorkspaces(db);
  const identityProvider = new MemoryIdentityProvider(clock);
  const deps = {
    clock,
    ids: countingIds(),
    logger: silentLogger,
    users: memoryUsers(db),
    workspaces,
    tokens: memoryTokens(db),
    connections: memoryConnections(db),
    setups: memorySetups(db),
    schema: memorySchema(db),
    runs: memoryRuns(db),
    deletions: memoryDeletions(db),
    incidents: memoryIncidents(db),
    releases: memoryReleases(db),
    channels: memoryChannels(db),
    outbound: new MemoryOutbound(),
    mixpanel: new FakeMixpanel(),
    secrets: aesSecretBox({ current: "test", keys: { test: Buffer.alloc(32, 7).toString("base64") } }),
    objects: new MemoryObjects(() => clock.now()),
    queue: new MemoryQueue(),
    rateLimiter: memoryRateLimiter(db, clock),
    billing: memoryBilling(db),
    payments: null,
    meterEvents: { report: async () => undefined },
    mailer: new MemoryMailer(),
    identityProvider,
    unsubscribed: memoryUnsubscribed(db),
    managers: workspaceManagers({ workspaces, identityProvider, clock }),
    retentionCursor: memoryRetentionCursor(),
    timing: { leaseMs: 1_000, renewMs: 200, pollMs: 20, readingMs: 60_000 },
    settings: {
      appUrl: "http://app.test",
      operator: { name: "Test Ltd", address: "1 Test Street", email: "security@app.test" },
      channelServices: {
        slack: "https://slack.test/api",
        jira: (site) => `https://${site}`,
        github: "https://github.test",
        linear: "https://linear.test/graphql",
        pagerduty: "https://pagerduty.test/v2/enqueue",
      },
      freeRunsPerProject: 2,
      hashKey: "h".repeat(32),
      unsubscribeKey: "u".repeat(32),
    },
    probes: {},
  } satisfies Omit<Dependencies, "onVerified">;
  return { ...deps, onVerified: (uid: string) => mailMissed(deps, uid), db };
}

export type TestDependencies = ReturnType<typeof testDependencies>;
