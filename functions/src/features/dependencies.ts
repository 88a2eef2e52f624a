import type { Clock } from "../shared/clock.js";
import type { Ids } from "../shared/ids.js";
import type { Logger } from "../shared/logger.js";
import type { BillingRepository } from "./billing/billing-repository.js";
import type { MeterEvents } from "./billing/meter-events.js";
import type { Payments } from "./billing/payments.js";
import type { ConnectionRepository } from "./connections/connection-repository.js";
import type { SecretBox } from "./connections/secret-box.js";
import type { SchemaRepository } from "./data-settings/schema-repository.js";
import type { Probe } from "./health/check-health.js";
import type { Mixpanel } from "./mixpanel/mixpanel.js";
import type { Mailer } from "./notifications/mailer.js";
import type { ObjectStore } from "./objects/object-store.js";
import type { RateLimiter } from "./rate-limits/rate-limits.js";
import type { RetentionCursor } from "./retention/retention-cursor.js";
import type { RunRepository } from "./runs/run-repository.js";
import type { RunTiming } from "./runs/run-timing.js";
import type { SetupRepository } from "./setups/setup-repository.js";
import type { TaskQueue } from "./tasks/tasks.js";
import type { UserRepository } from "./users/user-repository.js";

/** Everything the operations need from outside. Built once per process by `composition.ts`, in memory by tests. */
export type Dependencies = {
  clock: Clock;
  ids: Ids;
  logger: Logger;
  users: UserRepository;
  connections: ConnectionRepository;
  setups: SetupRepository;
  schema: SchemaRepository;
  runs: RunRepository;
  mixpanel: Mixpanel;
  secrets: SecretBox;
  objects: ObjectStore;
  queue: TaskQueue;
  rateLimiter: RateLimiter;
  billing: BillingRepository;
  /** Null where no card payment is configured. */
  payments: Payments | null;
  meterEvents: MeterEvents;
  mailer: Mailer;
  retentionCursor: RetentionCursor;
  timing: RunTiming;
  settings: Settings;
  /** What `GET /health` asks. */
  probes: Record<string, Probe>;
};

/** The part of the configuration that operations use. */
export type Settings = {
  /** Public address of the web app, no trailing slash. */
  appUrl: string;
  /** Keys the hashes of property values. */
  hashKey: string;
  /** Signs unsubscribe links. */
  unsubscribeKey: string;
};
