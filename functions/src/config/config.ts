import { defineSecret, defineString } from "firebase-functions/params";
import { z } from "zod";

/*
 * Every setting of the product, and the only file that reads the environment.
 * Settings come from functions/.env.<project> (or the environment), secrets from Secret Manager
 * (functions/.secret.local under the emulator). A setting whose default is empty is optional.
 */

/** A deployment stores the default if no value was chosen. The default also applies where nothing was deployed. */
function setting(name: string, fallback = ""): () => string {
  const param = defineString(name, { default: fallback });
  return () => param.value() || fallback;
}

/** Region of all functions and task queues. */
export const location = "us-central1";
/** Service accounts created by `npm run deploy:init`: functions run as the first; tasks carry an OIDC token of the second. */
export const functionsAccount = "plumbline-functions";
export const tasksAccount = "plumbline-tasks";
export const defaultMeterEvent = "plumbline_rows";

/** Public URL of the web app, for links in emails and the return from checkout. No default: a deployment asks for it. */
const appUrlParam = defineString("APP_URL");
/** Base URL of this project's functions; tasks are sent to `<base>/<functionName>`. Empty = the deployed URL. */
const functionsBaseUrl = setting("FUNCTIONS_BASE_URL");
/** Empty in production. When set, role hosts are `<base>/<us|eu|in>` + path. */
const mixpanelBaseUrl = setting("MIXPANEL_BASE_URL");
/** Empty in production. When set, Slack and PagerDuty stand-ins run there, and webhooks may go to this origin. */
const channelsBaseUrl = setting("CHANNELS_BASE_URL");
/** Empty = api.stripe.com. */
const stripeApiBase = setting("STRIPE_API_BASE");
const stripePublishableKey = setting("STRIPE_PUBLISHABLE_KEY");
const stripePriceId = setting("STRIPE_PRICE_ID");
/** Event name of the billing meter for analysed rows. */
const stripeMeterEvent = setting("STRIPE_METER_EVENT", defaultMeterEvent);
const mailFrom = setting("MAIL_FROM", "Plumbline <no-reply@plumbline.dev>");
/** `host:port` of a local task queue; empty = Cloud Tasks. */
const tasksEmulator = setting("TASKS_EMULATOR");
/** Empty = the project's default bucket. */
const storageBucket = setting("STORAGE_BUCKET");

/** Who runs this installation, for the privacy and terms pages and security.txt. Empty = not specified. */
const operatorName = setting("OPERATOR_NAME");
const operatorAddress = setting("OPERATOR_ADDRESS");
const operatorEmail = setting("OPERATOR_EMAIL");

/** Number of workspaces that get a free run on the same Mixpanel project, or "unlimited". */
const freeRunsPerProject = setting("FREE_RUNS_PER_PROJECT", "2");

/** Empty or "none" = no card payments: the app works, and `stripeAvailable` is false. */
const stripeSecretKey = defineSecret("STRIPE_SECRET_KEY");
const stripeWebhookSecret = defineSecret("STRIPE_WEBHOOK_SECRET");
/** Secret of the event destination that reports rejected usage. Empty or "none" = rejections are not reported. */
const stripeMeterWebhookSecret = defineSecret("STRIPE_METER_WEBHOOK_SECRET");
/** `smtp://user:password@host:port`. Empty or "none" = no emails are sent. */
const smtpUrl = defineSecret("SMTP_URL");
/** JSON `{"client_email","private_key"}`. Empty or "none" = sign with the runtime's own identity. */
const storageSigningKey = defineSecret("STORAGE_SIGNING_KEY");
/** JSON `{"current":"k1","keys":{"k1":"<32 bytes in base64>"}}`. Encrypts service account secrets; old keys still decrypt. */
const encryptionKeys = defineSecret("ENCRYPTION_KEYS");
/** At least 32 characters. Key for hashing property values; changing it makes earlier aggregates incomparable. */
const hashKey = defineSecret("HASH_KEY");
/** At least 32 characters. Signs unsubscribe links. */
const unsubscribeKey = defineSecret("UNSUBSCRIBE_KEY");

const stripe = [stripeSecretKey];
const webhooks = [stripeWebhookSecret, stripeMeterWebhookSecret];

/** The secrets that each deployed function gets. Reading any other is a bug and fails. */
export const secretsOf = {
  api: [...stripe, ...webhooks, smtpUrl, storageSigningKey, encryptionKeys, hashKey, unsubscribeKey],
  everyMinute: [...stripe, encryptionKeys, hashKey],
  executeRun: [...stripe, encryptionKeys, hashKey],
  aggregateDays: [encryptionKeys, hashKey],
  executeFreeRun: [...stripe, encryptionKeys, hashKey],
  planHourlyRun: [...stripe, encryptionKeys, hashKey],
  aggregateFreeDays: [encryptionKeys, hashKey],
  recordRun: [],
  runReplay: [],
  syncSchema: [encryptionKeys],
  readProjectContext: [encryptionKeys],
  sendSpendingWarning: [smtpUrl],
  sendDelivery: [smtpUrl, encryptionKeys, unsubscribeKey],
  deleteData: [...stripe, smtpUrl],
  exportData: [smtpUrl],
};
export type FunctionName = keyof typeof secretsOf;

const optional = z.string().transform((text) => (text === "" || text === "none" ? null : text));
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue("Not JSON.");
        return z.NEVER;
      }
    })
    .pipe(schema);
/** Undefined if the function doesn't get this secret. */
const ifAssigned = <T extends z.ZodType>(schema: T) => schema.optional();
const key32 = z.base64().refine((text) => Buffer.from(text, "base64").length === 32, "Not 32 bytes.");
const origin = z.url().transform((url) => url.replace(/\/+$/, ""));

const configSchema = z.object({
  projectId: z.string().min(1),
  location: z.string(),
  appUrl: origin,
  /** No trailing slash. */
  functionsBaseUrl: origin,
  mixpanelBaseUrl: optional.pipe(origin.nullable()),
  channelsBaseUrl: optional.pipe(origin.nullable()),
  stripe: z.object({
    apiBase: optional.pipe(origin.nullable()),
    secretKey: ifAssigned(optional),
    publishableKey: optional,
    webhookSecret: ifAssigned(optional),
    meterWebhookSecret: ifAssigned(optional),
    priceId: optional,
    meterEvent: z.string().min(1),
  }),
  operator: z.object({ name: optional, address: optional, email: optional.pipe(z.email().nullable()) }),
  mail: z.object({ smtpUrl: ifAssigned(optional), from: z.string().min(1) }),
  tasks: z.object({ emulatorHost: optional, serviceAccount: z.string() }),
  storage: z.object({
    bucket: z.string().min(1),
    signingKey: ifAssigned(
      optional.pipe(json(z.object({ client_email: z.string(), private_key: z.string() })).nullable()),
    ),
  }),
  encryption: ifAssigned(
    json(
      z
        .object({ current: z.string().min(1), keys: z.record(z.string(), key32) })
        .refine(({ current, keys }) => current in keys, "The current key is not among the keys."),
    ),
  ),
  freeRunsPerProject: z
    .literal("unlimited")
    .transform(() => null)
    .or(z.coerce.number().int().min(0)),
  hashKey: ifAssigned(z.string().min(32)),
  unsubscribeKey: ifAssigned(z.string().min(32)),
});
export type Config = z.infer<typeof configSchema>;

/**
 * @param name the function that runs, whose secrets are read
 * @throws Error that names every missing or malformed setting, without its value
 */
export function loadConfig(name: FunctionName): Config {
  const ownSecrets = new Set<unknown>(secretsOf[name]);
  const valueOf = (secret: typeof hashKey) => (ownSecrets.has(secret) ? secret.value() : undefined);
  const projectId = projectIdOf(process.env);
  const parsed = configSchema.safeParse({
    projectId,
    location,
    appUrl: appUrlParam.value(),
    functionsBaseUrl: functionsBaseUrl() || `https://${location}-${projectId}.cloudfunctions.net`,
    mixpanelBaseUrl: mixpanelBaseUrl(),
    channelsBaseUrl: channelsBaseUrl(),
    stripe: {
      apiBase: stripeApiBase(),
      secretKey: valueOf(stripeSecretKey),
      publishableKey: stripePublishableKey(),
      webhookSecret: valueOf(stripeWebhookSecret),
      meterWebhookSecret: valueOf(stripeMeterWebhookSecret),
      priceId: stripePriceId(),
      meterEvent: stripeMeterEvent(),
    },
    freeRunsPerProject: freeRunsPerProject(),
    operator: { name: operatorName(), address: operatorAddress(), email: operatorEmail() },
    mail: { smtpUrl: valueOf(smtpUrl), from: mailFrom() },
    tasks: {
      emulatorHost: tasksEmulator(),
      serviceAccount: `${tasksAccount}@${projectId}.iam.gserviceaccount.com`,
    },
    storage: {
      bucket: storageBucket() || `${projectId}.firebasestorage.app`,
      signingKey: valueOf(storageSigningKey),
    },
    encryption: valueOf(encryptionKeys),
    hashKey: valueOf(hashKey),
    unsubscribeKey: valueOf(unsubscribeKey),
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Configuration is incomplete. ${problems.join("; ")}`);
}

function projectIdOf(env: NodeJS.ProcessEnv): string {
  const fromFirebase = /"projectId":"([^"]+)"/.exec(env.FIREBASE_CONFIG ?? "")?.[1];
  return env.GCLOUD_PROJECT ?? env.GOOGLE_CLOUD_PROJECT ?? fromFirebase ?? "";
}
