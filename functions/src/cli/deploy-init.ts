import { readFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs, parseEnv } from "node:util";
import { GoogleAuth } from "google-auth-library";
import { explain } from "./deploy/google-error.js";
import { initialize } from "./deploy/initialize.js";
import type { IndexFile } from "./deploy/stores.js";
import { UsageError } from "./usage-error.js";
import { location } from "../config/config.js";

const usage = `Prepares a Google Cloud project for Plumbline: APIs, database, bucket, queues, accounts, sign-in, secrets, Stripe plan.
It keeps what already exists, so you can run it again at any time.

  npm run deploy:init -- --project ID [--dry-run]

  --project ID       a Google Cloud project with billing
  --dry-run          print each call without changing anything
  --app-url URL      public address of the web app (default https://ID.web.app)
  --location NAME    where to create a new database and bucket (default ${location}, where the functions run)
  --new-price        create another Stripe price if the existing one differs; existing subscriptions keep theirs
  --new-webhook      replace a Stripe webhook that has a different API version; its secret changes
  --stdin            read NAME=value lines for the values below from standard input

Optional, from the environment or --stdin; each value is kept until you set a new one:

  SMTP_URL                 smtp://user:password@host:587; without it, no emails are sent
  STRIPE_SECRET_KEY        sk_…; without it, card payments are off
  STRIPE_PUBLISHABLE_KEY   pk_…
  STORAGE_SIGNING_KEY      JSON {"client_email","private_key"}; without it, the functions' account signs links

Log in first: gcloud auth application-default login
`;

const projectPattern = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const wellFormed: Record<string, (value: string) => boolean> = {
  SMTP_URL: (value) => /^smtps?:\/\//.test(value) && URL.canParse(value),
  STRIPE_SECRET_KEY: (value) => /^(sk|rk)_/.test(value),
  STRIPE_PUBLISHABLE_KEY: (value) => value.startsWith("pk_"),
  STORAGE_SIGNING_KEY: (value) => value.startsWith("{"),
};

const root = path.resolve(import.meta.dirname, "../../..");
let projectId = "";

/** Resolves to the exit code. On an error, which a person has to fix first, the process exits with 2. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      project: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "app-url": { type: "string" },
      location: { type: "string", default: location },
      "new-price": { type: "boolean" },
      "new-webhook": { type: "boolean" },
      stdin: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  projectId = values.project ?? "";
  if (!projectId) throw new UsageError(usage);
  if (!projectPattern.test(projectId)) throw new UsageError(`"${projectId}" is not a valid project ID.`);
  const appUrl = values["app-url"]?.replace(/\/+$/, "");
  if (appUrl !== undefined && !/^https:\/\/[^/]+$/.test(appUrl))
    throw new UsageError("--app-url must be a URL such as https://app.example.com.");
  const given = chosenValues({
    ...process.env,
    ...(values.stdin ? parseEnv(await text(process.stdin)) : {}),
  });

  const auth = new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" });
  const isDryRun = values["dry-run"];
  const changes = await initialize({
    projectId,
    location: values.location,
    appUrl,
    isDryRun,
    newPrice: values["new-price"],
    newWebhook: values["new-webhook"],
    given,
    root,
    indexes: JSON.parse(await readFile(path.join(root, "firestore.indexes.json"), "utf8")) as IndexFile,
    functions: await import("../index.js"),
    accessToken: async () => {
      const token = await auth.getAccessToken().catch(() => null);
      if (!token) throw new UsageError('Log in to Google first: "gcloud auth application-default login".');
      return token;
    },
    fetch,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const count = `${changes} ${changes === 1 ? "change" : "changes"}`;
  process.stdout.write(
    changes === 0
      ? "\nNothing to change. Next: npm run deploy\n"
      : isDryRun
        ? `\n${count} to make. Nothing has been changed.\n`
        : `\n${count} made. Next: npm run deploy\n`,
  );
  return 0;
}

/** @throws UsageError that names a malformed setting without showing its value */
function chosenValues(source: Record<string, string | undefined>): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const [name, isWellFormed] of Object.entries(wellFormed)) {
    const value = source[name];
    if (!value) continue;
    if (value !== "none" && !isWellFormed(value)) throw new UsageError(`${name} is malformed. See --help.`);
    chosen[name] = value;
  }
  return chosen;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${explain(error, projectId)}\n`);
    process.exitCode = 2;
  },
);
