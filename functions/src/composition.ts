import type { Express } from "express";
import type { Dependencies } from "./features/dependencies.js";
import { once } from "./shared/once.js";

/*
 * Where interfaces meet what fulfils them. Everything is imported at its first use, and adapters load their SDK at
 * their own first use: a request for a health check or a list pays for neither Storage nor the engine.
 */

/** How long a dependency counts as asked for its health. */
const probeMs = 5_000;

/** The process's dependencies, built once. */
export const dependencies = once(async (): Promise<Dependencies> => {
  const [
    { loadConfig },
    { firestore },
    { firestoreUsers },
    { firestoreConnections },
    { firestoreSetups },
    { firestoreSchema },
    { firestoreRuns },
    { firestoreBilling },
    { firestoreRateLimiter },
    { firestoreRetentionCursor },
    { cloudObjects },
    { cloudTasks },
    { smtpMailer },
    { mixpanelClient },
    { stripePayments },
    { meterEvents },
    { aesSecretBox },
    { runTiming },
    { systemClock },
    { randomIds },
    { jsonLogger },
    { remembered },
  ] = await Promise.all([
    import("./config/config.js"),
    import("./adapters/firestore/client.js"),
    import("./adapters/firestore/user-repository.js"),
    import("./adapters/firestore/connection-repository.js"),
    import("./adapters/firestore/setup-repository.js"),
    import("./adapters/firestore/schema-repository.js"),
    import("./adapters/firestore/run-repository.js"),
    import("./adapters/firestore/billing-repository.js"),
    import("./adapters/firestore/rate-limiter.js"),
    import("./adapters/firestore/retention-cursor.js"),
    import("./adapters/storage/cloud-objects.js"),
    import("./adapters/tasks/cloud-tasks.js"),
    import("./adapters/mail/smtp-mailer.js"),
    import("./adapters/mixpanel/mixpanel-client.js"),
    import("./adapters/stripe/stripe-payments.js"),
    import("./features/billing/report-usage.js"),
    import("./features/connections/aes-secret-box.js"),
    import("./features/runs/run-timing.js"),
    import("./shared/clock.js"),
    import("./shared/ids.js"),
    import("./shared/logger.js"),
    import("./features/health/check-health.js"),
  ]);
  const config = loadConfig();
  const { projectId, location, functionsBaseUrl, tasks, storage, mail } = config;
  const db = firestore();
  const logger = jsonLogger();
  const objects = cloudObjects({ projectId, ...storage });
  const billing = firestoreBilling(db, logger);
  const payments = stripePayments(config.stripe);
  return {
    clock: systemClock,
    ids: randomIds,
    logger,
    users: firestoreUsers(db),
    connections: firestoreConnections(db, logger),
    setups: firestoreSetups(db, logger),
    schema: firestoreSchema(db),
    runs: firestoreRuns(db, logger),
    rateLimiter: firestoreRateLimiter(db, systemClock),
    retentionCursor: firestoreRetentionCursor(db),
    objects,
    queue: cloudTasks({ projectId, location, functionsBaseUrl, ...tasks }),
    mailer: smtpMailer(mail),
    mixpanel: mixpanelClient({ baseUrl: config.mixpanelBaseUrl }),
    secrets: aesSecretBox(config.encryption),
    billing,
    payments,
    meterEvents: meterEvents({ billing, payments, clock: systemClock, logger }),
    timing: runTiming,
    settings: {
      appUrl: config.appUrl,
      hashKey: config.hashKey,
      unsubscribeKey: config.unsubscribeKey,
    },
    probes: {
      firestore: remembered(() => db.doc("health/probe").get(), probeMs),
      storage: remembered(() => objects.read("health/probe"), probeMs),
    },
  };
});

/** The API over those dependencies. */
export async function composeApp(): Promise<Express> {
  const [deps, { createApp }, { createHandlers }, { billingWebhook }, { firebaseApp }, { getAuth }] =
    await Promise.all([
      dependencies(),
      import("./http/app.js"),
      import("./http/handlers.js"),
      import("./http/billing-webhook.js"),
      import("./adapters/firestore/client.js"),
      import("firebase-admin/auth"),
    ]);
  const auth = getAuth(firebaseApp());
  return createApp({
    handlers: createHandlers(deps),
    verifyIdToken: (token) => auth.verifyIdToken(token, true),
    logger: deps.logger,
    webhook: billingWebhook(deps),
  });
}
