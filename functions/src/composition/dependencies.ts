import type { Operator } from "../contract/common.js";
import type { Clock } from "../common/clock.js";
import type { Ids } from "../common/ids.js";
import type { Logger } from "../common/logger.js";
import type { BillingRepository } from "../features/billing/billing-repository.js";
import type { MeterEvents } from "../features/billing/usage/usage-record.js";
import type { Payments } from "../features/billing/payments.js";
import type { ChannelRepository } from "../features/channels/channel-repository.js";
import type { OutboundHttp } from "../ports/outbound-http.js";
import type { ConnectionRepository } from "../features/connections/connection-repository.js";
import type { SecretBox } from "../features/connections/secret-box.js";
import type { SchemaRepository } from "../features/data-settings/schema-repository.js";
import type { DeletionRepository } from "../features/deletion/deletion-repository.js";
import type { UnsubscribedAddresses } from "../features/mails/unsubscribe-token.js";
import type { Probe } from "../features/health/check-health.js";
import type { Mixpanel } from "../ports/mixpanel.js";
import type { IdentityProvider } from "../ports/identity-provider.js";
import type { Mailer } from "../ports/mailer.js";
import type { ObjectStore } from "../ports/object-store.js";
import type { RateLimiter } from "../ports/rate-limiter.js";
import type { RetentionCursor } from "../ports/retention-cursor.js";
import type { IncidentRepository } from "../features/incidents/incident-repository.js";
import type { ReleaseRepository } from "../features/releases/release-repository.js";
import type { RunRepository } from "../features/runs/run-repository.js";
import type { RunTiming } from "../features/runs/lifecycle/run-timing.js";
import type { SetupRepository } from "../features/setups/setup-repository.js";
import type { TaskQueue } from "../ports/task-queue.js";
import type { TokenRepository } from "../features/tokens/token-repository.js";
import type { UserRepository } from "../features/users/user-repository.js";
import type { WorkspaceManagers } from "../features/workspaces/managers.js";
import type { WorkspaceRepository } from "../features/workspaces/workspace-repository.js";

/** Everything that operations need from outside. Built once per process by `compose.ts`; tests build it in memory. */
export type Dependencies = {
  clock: Clock;
  ids: Ids;
  logger: Logger;
  users: UserRepository;
  workspaces: WorkspaceRepository;
  tokens: TokenRepository;
  connections: ConnectionRepository;
  setups: SetupRepository;
  schema: SchemaRepository;
  runs: RunRepository;
  deletions: DeletionRepository;
  incidents: IncidentRepository;
  releases: ReleaseRepository;
  channels: ChannelRepository;
  outbound: OutboundHttp;
  mixpanel: Mixpanel;
  secrets: SecretBox;
  objects: ObjectStore;
  queue: TaskQueue;
  rateLimiter: RateLimiter;
  billing: BillingRepository;
  /** Null if card payments aren't configured. */
  payments: Payments | null;
  meterEvents: MeterEvents;
  mailer: Mailer;
  identityProvider: IdentityProvider;
  unsubscribed: UnsubscribedAddresses;
  managers: WorkspaceManagers;
  /** Called right before a person's record says that their address is verified. May be called again. */
  onVerified: (uid: string) => Promise<void>;
  retentionCursor: RetentionCursor;
  timing: RunTiming;
  settings: Settings;
  /** Checks that `GET /health` runs. */
  probes: Record<string, Probe>;
};

/** The part of the configuration that operations use. */
type Settings = {
  /** Public URL of the web app, without a trailing slash. */
  appUrl: string;
  /** Who runs this installation. */
  operator: Operator;
  /** Base URLs of the services that messages go through. */
  channelServices: {
    slack: string;
    jira: (site: string) => string;
    github: string;
    linear: string;
    pagerduty: string;
  };
  /** Number of workspaces that may use their free run on the same Mixpanel project; null for no limit. */
  freeRunsPerProject: number | null;
  /** Key for hashing property values. */
  hashKey: string;
  /** Key for signing unsubscribe links. */
  unsubscribeKey: string;
};
