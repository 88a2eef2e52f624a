import { localPlan, stripeKeys } from "../../stripe/keys.js";
import type { DevelopmentKeys } from "./development-keys.js";
import type { Ports } from "./ports.js";

const region = "us-central1";

/** The product's configuration, split into parameters and secrets as in production. */
export interface ProductEnvironment {
  readonly parameters: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables of Google's client libraries. Firebase doesn't allow some of these names in `.env` files. */
  readonly clients: Readonly<Record<string, string>>;
}

/**
 * The product's whole configuration on the local stack, under the names that `functions/src/config/config.ts`
 * reads. In production every `…_BASE_URL`, `…_API_BASE` and `…_EMULATOR…` is empty.
 */
export function productEnvironment(
  projectId: string,
  ports: Ports,
  keys: DevelopmentKeys,
  appUrl: string,
): ProductEnvironment {
  const at = (port: number) => `http://127.0.0.1:${port}`;
  return {
    parameters: {
      APP_URL: appUrl,
      FUNCTIONS_BASE_URL: `${at(ports.functions)}/${projectId}/${region}`,
      MIXPANEL_BASE_URL: at(ports.mixpanel),
      CHANNELS_BASE_URL: at(ports.channels),
      STRIPE_API_BASE: at(ports.stripe),
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
      STRIPE_PRICE_ID: localPlan.priceId,
      STRIPE_METER_EVENT: localPlan.meterEvent,
      FREE_RUNS_PER_PROJECT: "unlimited",
      OPERATOR_NAME: "Local development",
      OPERATOR_ADDRESS: "127.0.0.1",
      OPERATOR_EMAIL: "operator@plumbline.test",
      MAIL_FROM: "Plumbline <reports@plumbline.dev>",
      STORAGE_BUCKET: `${projectId}.appspot.com`,
      TASKS_EMULATOR: `127.0.0.1:${ports.tasks}`,
    },
    secrets: {
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_METER_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STORAGE_SIGNING_KEY: JSON.stringify(keys.storageSigner),
      ENCRYPTION_KEYS: JSON.stringify({ current: "local", keys: { local: keys.encryptionKey } }),
      HASH_KEY: keys.hashKey,
      UNSUBSCRIBE_KEY: keys.unsubscribeKey,
    },
    clients: {
      GCLOUD_PROJECT: projectId,
      GOOGLE_CLOUD_PROJECT: projectId,
      FIRESTORE_EMULATOR_HOST: `127.0.0.1:${ports.firestore}`,
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.auth}`,
      STORAGE_EMULATOR_HOST: at(ports.storage),
      FIREBASE_STORAGE_EMULATOR_HOST: `127.0.0.1:${ports.storage}`,
      // Otherwise clients would look for a metadata server on the network on their first call.
      METADATA_SERVER_DETECTION: "none",
    },
  };
}

/** The whole configuration as environment variables, for a process that is not a function. */
export const flatten = ({ parameters, secrets, clients }: ProductEnvironment) => ({
  ...parameters,
  ...secrets,
  ...clients,
});

/** A `.env` file in the format that firebase-tools reads: single-quoted text has no escapes. */
export const dotenv = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join("");
