import type { Dependencies } from "./dependencies.js";
import { raise } from "../common/errors.js";
import { once } from "../common/once.js";
import { loadConfig, type FunctionName } from "../config/config.js";
import { firebaseApp, firestore } from "../adapters/firestore/client.js";
import { firestoreUsers } from "../adapters/firestore/user-repository.js";
import { firestoreWorkspaces } from "../adapters/firestore/workspace-repository.js";
import { firestoreTokens } from "../adapters/firestore/token-repository.js";
import { firestoreUnsubscribed } from "../adapters/firestore/unsubscribed-addresses.js";
import { firestoreConnections } from "../adapters/firestore/connection-repository.js";
import { firestoreSetups } from "../adapters/firestore/setup-repository.js";
import { firestoreSchema } from "../adapters/firestore/schema-repository.js";
import { firestoreRuns } from "../adapters/firestore/run-repository.js";
import { firestoreDeletions } from "../adapters/firestore/deletion-repository.js";
import { firestoreIncidents } from "../adapters/firestore/incident-repository.js";
import { firestoreReleases } from "../adapters/firestore/release-repository.js";
import { firestoreChannels } from "../adapters/firestore/channels/channel-repository.js";
import { outboundHttp } from "../adapters/outbound/outbound-http.js";
import { firestoreBilling } from "../adapters/firestore/billing-repository.js";
import { firestoreRateLimiter } from "../adapters/firestore/rate-limiter.js";
import { firestoreRetentionCursor } from "../adapters/firestore/retention-cursor.js";
import { cloudObjects } from "../adapters/storage/cloud-objects.js";
import { cloudTasks } from "../adapters/tasks/cloud-tasks.js";
import { smtpMailer } from "../adapters/mail/smtp-mailer.js";
import { firebaseIdentity } from "../adapters/auth/firebase-identity.js";
import { mixpanelClient } from "../adapters/mixpanel/mixpanel-client.js";
import { stripePayments } from "../adapters/stripe/stripe-payments.js";
import { meterEvents } from "../features/billing/usage/report-usage.js";
import { workspaceManagers } from "../features/workspaces/managers.js";
import { aesSecretBox } from "../features/connections/aes-secret-box.js";
import { runTiming } from "../features/runs/lifecycle/run-timing.js";
import { systemClock } from "../common/clock.js";
import { randomIds } from "../common/ids.js";
import { jsonLogger } from "../common/logger.js";
import { cachedProbe } from "../features/health/check-health.js";

/*
 * Connects the ports to their adapters. Adapters load their SDK on first use, so a health check or a list request loads
 * neither Storage nor the engine.
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
export const firebaseAuth = once(async () => (await import("firebase-admin/auth")).getAuth(firebaseApp()));
