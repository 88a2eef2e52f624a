import type { Express } from "express";
import type { Dependencies } from "./dependencies.js";
import type { FunctionName } from "../config/config.js";
import { raise } from "../common/errors.js";
import { once } from "../common/once.js";

/*
 * Connects the ports to their adapters. Everything is imported on first use, and adapters load their SDK on their own
 * first use, so a health check or a list request loads neither Storage nor the engine.
 */

/** How long a health check's result is reused. */
const probeMs = 5_000;

const built = new Map<FunctionName, () => Promise<Dependencies>>();

/** Builds a function's dependencies once per process. Anything that needs a secret the function doesn't have fails on use. */
export function dependencies(name: FunctionName = "api"): Promise<Dependencies> {
  let make = built.get(name);
  if (!make) built.set(name, (make = once(() => compose(name))));
  return make();
}

async function compose(name: FunctionName): Promise<Dependencies> {
  const [
    { loadConfig },
    { firestore },
    { firestoreUsers },
    { firestoreWorkspaces },
    { firestoreTokens },
    { firestoreUnsubscribed },
    { firestoreConnections },
    { firestoreSetups },
    { firestoreSchema },
    { firestoreRuns },
    { firestoreDeletions },
    { firestoreIncidents },
    { firestoreReleases },
    { firestoreChannels },
    { outboundHttp },
    { firestoreBilling },
    { firestoreRateLimiter },
    { firestoreRetentionCursor },
    { cloudObjects },
    { cloudTasks },
    { smtpMailer },
    { firebaseIdentity },
    { mixpanelClient },
    { stripePayments },
    { meterEvents },
    { workspaceManagers },
    { aesSecretBox },
    { runTiming },
    { systemClock },
    { randomIds },
    { jsonLogger },
    { cachedProbe },
  ] = await Promise.all([
    import("../config/config.js"),
    import("../adapters/firestore/client.js"),
    import("../adapters/firestore/user-repository.js"),
    import("../adapters/firestore/workspace-repository.js"),
    import("../adapters/firestore/token-repository.js"),
    import("../adapters/firestore/unsubscribed-addresses.js"),
    import("../adapters/firestore/connection-repository.js"),
    import("../adapters/firestore/setup-repository.js"),
    import("../adapters/firestore/schema-repository.js"),
    import("../adapters/firestore/run-repository.js"),
    import("../adapters/firestore/deletion-repository.js"),
    import("../adapters/firestore/incident-repository.js"),
    import("../adapters/firestore/release-repository.js"),
    import("../adapters/firestore/channels/channel-repository.js"),
    import("../adapters/outbound/outbound-http.js"),
    import("../adapters/firestore/billing-repository.js"),
    import("../adapters/firestore/rate-limiter.js"),
    import("../adapters/firestore/retention-cursor.js"),
    import("../adapters/storage/cloud-objects.js"),
    import("../adapters/tasks/cloud-tasks.js"),
    import("../adapters/mail/smtp-mailer.js"),
    import("../adapters/auth/firebase-identity.js"),
    import("../adapters/mixpanel/mixpanel-client.js"),
    import("../adapters/stripe/stripe-payments.js"),
    import("../features/billing/usage/report-usage.js"),
    import("../features/workspaces/managers.js"),
    import("../features/connections/aes-secret-box.js"),
    import("../features/runs/lifecycle/run-timing.js"),
    import("../common/clock.js"),
    import("../common/ids.js"),
    import("../common/logger.js"),
    import("../features/health/check-health.js"),
  ]);
  const config = loadConfig(name);
  const { projectId, location, functionsBaseUrl, tasks, storage, mail } = config;
  const db = firestore();
  const logger = jsonLogger();
  const objects = cloudObjects({ projectId, bucket: storage.bucket, signingKey: storage.signingKey ?? null });
  const billing = firestoreBilling(db, logger);
  const workspaces = firestoreWorkspaces(db, logger);
  const identityProvider = firebaseIdentity(firebaseAuth);
  const payments = stripePayments(config.stripe);
  const secretBox = once(() => aesSecretBox(config.encryption ?? raise(notGiven("ENCRYPTION_KEYS"))));
  return {
    clock: systemClock,
    ids: randomIds,
    logger,
    users: firestoreUsers(db),
    workspaces,
    tokens: firestoreTokens(db, logger),
    connections: firestoreConnections(db, logger),
    setups: firestoreSetups(db, logger),
    schema: firestoreSchema(db),
    runs: firestoreRuns(db, logger),
    deletions: firestoreDeletions(db, logger),
    incidents: firestoreIncidents(db, logger),
    releases: firestoreReleases(db, logger),
    channels: firestoreChannels(db, logger),
    outbound: outboundHttp({ localOrigin: config.channelsBaseUrl }),
    rateLimiter: firestoreRateLimiter(db, systemClock),
    retentionCursor: firestoreRetentionCursor(db),
    objects,
    queue: cloudTasks({ projectId, location, functionsBaseUrl, ...tasks }),
    mailer: smtpMailer({ smtpUrl: mail.smtpUrl ?? null, from: mail.from }),
    identityProvider,
    unsubscribed: firestoreUnsubscribed(db),
    managers: workspaceManagers({ workspaces, identityProvider, clock: systemClock }),
    onVerified: async (uid) => {
      const { mailMissed } = await import("../features/channels/members/mail-missed.js");
      await mailMissed(await dependencies(), uid);
    },
    mixpanel: mixpanelClient({ baseUrl: config.mixpanelBaseUrl }),
    secrets: {
      get keyId() {
        return secretBox().keyId;
      },
      seal: (secret, context) => secretBox().seal(secret, context),
      open: (sealed, context) => secretBox().open(sealed, context),
    },
    billing,
    payments,
    meterEvents: meterEvents({ billing, payments, clock: systemClock, logger }),
    timing: runTiming,
    settings: {
      appUrl: config.appUrl,
      operator: config.operator,
      channelServices: channelServices(config.channelsBaseUrl),
      freeRunsPerProject: config.freeRunsPerProject,
      get hashKey() {
        return config.hashKey ?? raise(notGiven("HASH_KEY"));
      },
      get unsubscribeKey() {
        return config.unsubscribeKey ?? raise(notGiven("UNSUBSCRIBE_KEY"));
      },
    },
    probes: {
      firestore: cachedProbe(() => db.doc("health/probe").get(), probeMs),
      storage: cachedProbe(() => objects.read("health/probe"), probeMs),
    },
  };
}

/** Base URLs of the services: their own, or the stand-ins'. */
const channelServices = (base: string | null): Dependencies["settings"]["channelServices"] => ({
  slack: base === null ? "https://slack.com/api" : `${base}/slack/api`,
  jira: (site) => (base === null ? `https://${site}` : `${base}/jira/${site}`),
  github: base === null ? "https://api.github.com" : `${base}/github`,
  linear: base === null ? "https://api.linear.app/graphql" : `${base}/linear/graphql`,
  pagerduty: base === null ? "https://events.pagerduty.com/v2/enqueue" : `${base}/pagerduty/v2/enqueue`,
});

const notGiven = (secret: string): Error => new Error(`This function is not given ${secret}.`);

/** Loaded on first use because only the API needs it. */
const firebaseAuth = once(async () => {
  const [{ firebaseApp }, { getAuth }] = await Promise.all([
    import("../adapters/firestore/client.js"),
    import("firebase-admin/auth"),
  ]);
  return getAuth(firebaseApp());
});

/** Builds the API on top of the dependencies. */
export async function composeApp(): Promise<Express> {
  const [
    deps,
    { createApp },
    { createHandlers },
    { billingWebhook },
    { slackActions },
    { findAccess },
    { authenticateToken },
    auth,
  ] = await Promise.all([
    dependencies(),
    import("../http/app.js"),
    import("../http/handlers.js"),
    import("../http/billing-webhook.js"),
    import("../http/slack-actions.js"),
    import("../features/workspaces/ensure-user.js"),
    import("../features/tokens/authenticate-token.js"),
    firebaseAuth(),
  ]);
  return createApp({
    handlers: createHandlers(deps),
    verifyIdToken: (token) => auth.verifyIdToken(token, true),
    authenticateToken: (token, request) => authenticateToken(deps, token, request),
    findAccess: (identity, workspaceId) => findAccess(deps, identity, workspaceId),
    rateLimiter: deps.rateLimiter,
    logger: deps.logger,
    webhook: billingWebhook(deps),
    slackActions: slackActions(deps),
  });
}
