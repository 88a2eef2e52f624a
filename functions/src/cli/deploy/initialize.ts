import path from "node:path";
import { accounts, grants } from "./accounts.js";
import { apply, type Resource, type Run } from "./apply.js";
import { googleApis } from "./google.js";
import {
  firebaseProject,
  firstServices,
  hostingSite,
  otherServices,
  requireBilling,
  webApp,
  webConfig,
} from "./project.js";
import { secrets, storedValue } from "./secrets.js";
import { readSettings, settingsFile } from "./settings-file.js";
import { authentication, signIn } from "./sign-in.js";
import {
  closedBucket,
  database,
  defaultBucket,
  defaultBucketName,
  expiringFields,
  type IndexFile,
} from "./stores.js";
import { UsageError } from "../usage-error.js";
import { defaultMeterEvent, location as functionsLocation } from "../../config/config.js";
import { Stripe } from "stripe";
import { createPlan, type CreatedPlan, type PlanOptions } from "../stripe-plan.js";

export type InitializeOptions = {
  projectId: string;
  /** Where to create a new database and bucket. */
  location: string;
  /** Public URL of the web app. Defaults to the one in the settings file, then to Hosting's own. */
  appUrl?: string | undefined;
  isDryRun: boolean;
  newPrice?: boolean | undefined;
  newWebhook?: boolean | undefined;
  /** Secrets that a person provides, and STRIPE_PUBLISHABLE_KEY, by name. */
  given: Record<string, string | undefined>;
  /** Root folder of the repository. */
  root: string;
  indexes: IndexFile;
  /** The exports of `functions/src/index.ts`. */
  functions: Record<string, unknown>;
  accessToken: () => Promise<string>;
  fetch: typeof fetch;
  print: (line: string) => void;
  pause?: (ms: number) => Promise<unknown>;
};

/** Settings files of a project: one for the functions, which Firebase reads, and one for the web app. */
export const settingsFiles = (root: string, projectId: string) => ({
  functions: path.join(root, "functions", `.env.${projectId}`),
  web: path.join(root, "web", `.env.${projectId}`),
});

/**
 * Prepares a Google Cloud project for deployment. It keeps what exists and creates what is missing.
 * @returns the number of changes made, or that would be made in a dry run
 * @throws GoogleError, UsageError
 */
export async function initialize(options: InitializeOptions): Promise<number> {
  const { projectId, location, given } = options;
  const google = googleApis(options);
  const run: Run = { google, isDryRun: options.isDryRun, print: options.print, changes: 0 };
  const applyAll = async (resources: Resource[]) => {
    for (const resource of resources) await apply(run, resource);
  };
  const files = settingsFiles(options.root, projectId);
  const settings = await readSettings(files.functions);
  const appUrl = options.appUrl ?? settings.APP_URL ?? `https://${projectId}.web.app`;

  await apply(run, firstServices(projectId));
  await requireBilling(google, projectId);
  await applyAll([
    otherServices(projectId),
    firebaseProject(projectId),
    hostingSite(projectId),
    webApp(projectId),
  ]);
  await applyAll([database(projectId, location), ...expiringFields(projectId, options.indexes)]);

  if (!settings.STORAGE_BUCKET) await apply(run, defaultBucket(projectId, location));
  const bucket = settings.STORAGE_BUCKET || (await defaultBucketName(google, projectId));
  await applyAll([closedBucket(bucket), ...accounts(projectId)]);
  await applyAll(queues(projectId, functionsLocation, options.functions));
  await applyAll([...grants(projectId, bucket), authentication(projectId), signIn(projectId, appUrl)]);

  const plan = await stripePlan();
  await applyAll(
    secrets(projectId, {
      ...given,
      STRIPE_WEBHOOK_SECRET: plan?.webhookSecret ?? undefined,
      STRIPE_METER_WEBHOOK_SECRET: plan?.meterWebhookSecret ?? undefined,
    }),
  );

  const web = await webConfig(google, projectId);
  if (!web && !options.isDryRun)
    throw new UsageError(
      "The web app is registered, but Firebase doesn't list it yet. Run the command again.",
    );
  await applyAll([
    settingsFile(files.functions, "settings of the functions", {
      APP_URL: appUrl,
      STORAGE_BUCKET: bucket === `${projectId}.firebasestorage.app` ? undefined : bucket,
      // A price that is already set is kept, because a person may have chosen it, unless a new one was asked for.
      STRIPE_PRICE_ID: options.newPrice && plan ? plan.priceId : settings.STRIPE_PRICE_ID || plan?.priceId,
      STRIPE_PUBLISHABLE_KEY: given.STRIPE_PUBLISHABLE_KEY,
    }),
    settingsFile(files.web, "settings of the web app", {
      VITE_FIREBASE_API_KEY: web?.apiKey ?? "",
      VITE_FIREBASE_AUTH_DOMAIN: web?.authDomain ?? "",
      VITE_FIREBASE_PROJECT_ID: projectId,
      VITE_FIREBASE_APP_ID: web?.appId ?? "",
      VITE_AUTH_EMULATOR_URL: "",
    }),
  ]);
  return run.changes;

  async function stripePlan() {
    const secretKey = given.STRIPE_SECRET_KEY;
    if (!secretKey || secretKey === "none") return null;
    const isLost = async (name: string) => (await storedValue(google, projectId, name)) === null;
    return applyPlan(
      run,
      { secretKey, fetch: options.fetch },
      {
        appUrl,
        meterEvent: settings.STRIPE_METER_EVENT || defaultMeterEvent,
        newPrice: options.newPrice,
        newWebhook: options.newWebhook,
        lostSecrets: {
          webhook: await isLost("STRIPE_WEBHOOK_SECRET"),
          meterWebhook: await isLost("STRIPE_METER_WEBHOOK_SECRET"),
        },
      },
    );
  }
}

/** Creates or fixes the plan in Stripe. A dry run only reads, and pretends that it created what is missing. */
async function applyPlan(
  run: Run,
  settings: { secretKey: string; fetch: typeof fetch },
  options: PlanOptions,
): Promise<CreatedPlan> {
  const before = run.changes;
  const observed: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? "GET";
    if (method === "GET") {
      if (run.isDryRun) run.print(`    GET ${url}`);
      return settings.fetch(input, init);
    }
    const body =
      typeof init?.body === "string" && init.body !== "" ? ` ${decodeURIComponent(init.body)}` : "";
    run.print(`${run.isDryRun ? "-->" : "+  "} Stripe plan\n    ${method} ${url}${body}`);
    run.changes++;
    return run.isDryRun ? Response.json(newObject) : settings.fetch(input, init);
  };
  const stripe = new Stripe(settings.secretKey, { httpClient: Stripe.createFetchHttpClient(observed) });
  const plan = await createPlan(stripe, options);
  for (const sentence of plan.mended) run.print(`    ${sentence}`);
  if (run.changes === before) run.print("ok  Stripe plan");
  return plan;
}

/** Stands in for Stripe's responses in a dry run, with the fields that the plan reads. */
const newObject = { id: "new", secret: "new", webhook_endpoint: { signing_secret: "new" } };

type Numbers = Record<string, unknown>;
type QueueEndpoint = { taskQueueTrigger?: { rateLimits?: Numbers; retryConfig?: Numbers } };

const queueFields = { rateLimits: ["maxConcurrentDispatches"], retryConfig: ["maxAttempts"] };
const durations = { minBackoffSeconds: "minBackoff", maxBackoffSeconds: "maxBackoff" };

/** The queue of each task function, with the settings from `functions/src/index.ts`. A deployment sets the same ones. */
function queues(projectId: string, location: string, deployed: Record<string, unknown>): Resource[] {
  const parent = `projects/${projectId}/locations/${location}/queues`;
  const base = "https://cloudtasks.googleapis.com/v2";
  return Object.entries(deployed).flatMap(([name, made]) => {
    const trigger = (made as { __endpoint: QueueEndpoint }).__endpoint.taskQueueTrigger;
    if (!trigger) return [];
    const wanted = settingsOf(trigger);
    return [
      {
        name: `queue ${name}`,
        async compare(google) {
          const found = await google.read<Record<string, Numbers>>(`${base}/${parent}/${name}`);
          const queue = { name: `${parent}/${name}`, ...nested(wanted) };
          if (!found)
            return [{ what: "create", by: { method: "POST", url: `${base}/${parent}`, body: queue } }];
          const differing = wanted.filter(([group, field, value]) => found[group]?.[field] !== value);
          if (differing.length === 0) return [];
          const mask = differing.map(([group, field]) => `${group}.${field}`).join(",");
          const url = `${base}/${parent}/${name}?updateMask=${mask}`;
          const body = { name: queue.name, ...nested(differing) };
          return [{ what: `set ${mask}`, by: { method: "PATCH", url, body } }];
        },
      } satisfies Resource,
    ];
  });
}

type Setting = [group: string, field: string, value: number | string];

/** An option that index.ts omits is a placeholder instead of a number, and keeps Google's default. */
function settingsOf(trigger: NonNullable<QueueEndpoint["taskQueueTrigger"]>): Setting[] {
  const settings: Setting[] = [];
  for (const group of ["rateLimits", "retryConfig"] as const) {
    const numbers = trigger[group] ?? {};
    for (const field of queueFields[group])
      if (typeof numbers[field] === "number") settings.push([group, field, numbers[field]]);
    for (const [seconds, field] of Object.entries(durations))
      if (typeof numbers[seconds] === "number") settings.push([group, field, `${numbers[seconds]}s`]);
  }
  return settings;
}

function nested(settings: readonly Setting[]): Record<string, Numbers> {
  const groups: Record<string, Numbers> = {};
  for (const [group, field, value] of settings) (groups[group] ??= {})[field] = value;
  return groups;
}
