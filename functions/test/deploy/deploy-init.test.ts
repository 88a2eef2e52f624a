import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import indexes from "../../../firestore.indexes.json" with { type: "json" };
import { library, secretKey } from "../../../emulators/src/stripe/testing.js";
import { startStripe } from "../../../emulators/src/stripe/server.js";
import * as functions from "../../src/index.js";
import { deploySteps, projectToDeploy } from "../../src/cli/deploy/deploy-steps.js";
import { explain } from "../../src/cli/deploy/google-error.js";
import { initialize, type InitializeOptions } from "../../src/cli/deploy/initialize.js";
import { FakeGoogle } from "./fake-google.js";

const projectId = "acme-plumbline";
const functionsMember = `serviceAccount:plumbline-functions@${projectId}.iam.gserviceaccount.com`;
let root: string;
let google: FakeGoogle;
let printed: string[];

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "plumbline-deploy-"));
  for (const folder of ["functions", "web"]) mkdirSync(path.join(root, folder));
  google = new FakeGoogle(projectId);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const init = (changed: Partial<InitializeOptions> = {}): Promise<number> => {
  printed = [];
  return initialize({
    projectId,
    location: "us-central1",
    isDryRun: false,
    given: {},
    root,
    indexes,
    functions,
    accessToken: async () => "token",
    fetch: google.fetch,
    print: (line) => printed.push(line),
    pause: async () => undefined,
    ...changed,
  });
};
const dryRun = (changed: Partial<InitializeOptions> = {}) => init({ isDryRun: true, ...changed });
/** The calls of the printed changes, as "METHOD url", without files. */
const announced = (): string[] =>
  printed.flatMap((line, at) => {
    const call = /^ {4}((?:POST|PATCH|PUT) \S+)/.exec(line)?.[1];
    return call && /^(-->|\+ )/.test(printed[at - 1]!) ? [call] : [];
  });
const file = (name: string) => readFileSync(path.join(root, name), "utf8");
const sentence = async (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => "it succeeded",
    (error: unknown) => explain(error, projectId),
  );
const rolesOf = (member: string, policy: string): string[] =>
  (google.policy(policy).bindings ?? [])
    .filter(({ members }) => members.includes(member))
    .map(({ role }) => role);

describe("a new project", () => {
  it("gets everything a deployment needs, and a second run changes nothing", async () => {
    expect(await init()).toBe(google.writes.length + 2);
    expect(google.database).toMatchObject({ type: "FIRESTORE_NATIVE", locationId: "us-central1" });
    expect(Object.keys(google.expiring).sort()).toEqual(
      indexes.fieldOverrides
        .flatMap(
          ({
            collectionGroup,
            fieldPath,
            ttl,
          }: {
            collectionGroup: string;
            fieldPath: string;
            ttl?: boolean;
          }) => (ttl ? [`${collectionGroup}.${fieldPath}`] : []),
        )
        .sort(),
    );
    expect(google.bucket).toMatchObject({
      iamConfiguration: { publicAccessPrevention: "enforced", uniformBucketLevelAccess: { enabled: true } },
    });
    expect(google.queues.executeRun).toMatchObject({
      rateLimits: { maxConcurrentDispatches: 50 },
      retryConfig: { maxAttempts: 3, minBackoff: "10s", maxBackoff: "300s" },
    });
    expect(Object.keys(google.queues)).toHaveLength(Object.keys(functions).length - 2);
    expect(google.auth).toMatchObject({
      signIn: { email: { enabled: true } },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      passwordPolicyConfig: { passwordPolicyEnforcementState: "ENFORCE" },
      authorizedDomains: ["localhost", `${projectId}.firebaseapp.com`, `${projectId}.web.app`],
    });
    expect(rolesOf(functionsMember, "project")).toEqual([
      "roles/cloudtasks.enqueuer",
      "roles/datastore.user",
      "roles/firebaseauth.admin",
      "roles/logging.logWriter",
    ]);
    expect(rolesOf(functionsMember, google.bucket!.name)).toEqual(["roles/storage.objectAdmin"]);
    expect(file(`functions/.env.${projectId}`)).toBe(`APP_URL="https://${projectId}.web.app"\n`);
    expect(file(`web/.env.${projectId}`)).toContain('VITE_FIREBASE_API_KEY="AIza-key"');

    google.writes.length = 0;
    expect(await init()).toBe(0);
    expect(google.writes).toEqual([]);
    expect(printed.every((line) => line.startsWith("ok "))).toBe(true);
  });

  it("is only read in a dry run, which lists every call that the real run makes", async () => {
    await dryRun();
    expect(google.writes).toEqual([]);
    expect(() => file(`functions/.env.${projectId}`)).toThrow("ENOENT");
    const listed = announced();
    await init();
    expect(google.writes).toEqual(listed);
    expect(announced()).toEqual(listed);
  });

  it("gets the app's URL as an allowed domain, even if Authentication is new", async () => {
    await init({ appUrl: "https://app.example.com" });
    expect(google.auth!.authorizedDomains).toContain("app.example.com");
    expect(await init()).toBe(0);
  });

  it("is set up even if Google takes a while to find new accounts, and nobody loses a role", async () => {
    await init();
    google.policies[`plumbline-tasks@${projectId}.iam.gserviceaccount.com`]!.bindings = [
      { role: "roles/owner", members: ["user:ada@example.com"] },
    ];
    google.accountLag = 6;
    expect(await init()).toBe(1);
    expect(google.policy(`plumbline-tasks@${projectId}.iam.gserviceaccount.com`).bindings).toHaveLength(2);
  });

  it("is set up even if new APIs take a while to respond and a gateway fails now and then", async () => {
    google.lag = 7;
    let isDown = true;
    const flaky: typeof fetch = async (input, init) => {
      isDown = !isDown;
      return isDown ? new Response("<html>", { status: 503 }) : google.fetch(input, init);
    };
    await init({ fetch: flaky });
    expect(await init()).toBe(0);
  });
});

describe("an interrupted run", () => {
  /** The resulting state, without random values. */
  const outcome = () => {
    const { database, expiring, bucket, queues, sites, webApps, auth, accounts } = google;
    const secrets = Object.entries(google.secrets).map(([name, versions]) => [name, versions.length]);
    const roles = Object.entries(google.policies).map(([name, { bindings }]) => [name, bindings]);
    return structuredClone({
      database,
      expiring,
      bucket,
      queues,
      sites,
      webApps,
      auth,
      accounts,
      secrets,
      roles,
    });
  };

  it.each(["beforeWrite", "afterWrite"] as const)("is finished by the next one (%s)", async (moment) => {
    await init();
    const whole = outcome();
    const writes = google.writes.length;
    expect(writes).toBeGreaterThan(40);
    for (let stopAt = 1; stopAt <= writes; stopAt++) {
      google = new FakeGoogle(projectId);
      google[moment] = (nth) => {
        if (nth === stopAt) throw new RangeError("The process was killed.");
      };
      await expect(init()).rejects.toThrow("killed");
      google[moment] = () => undefined;
      await init();
      expect(outcome()).toEqual(whole);
    }
  });
});

describe("a setting that somebody else made", () => {
  it("is kept: other members, stricter passwords, more domains, another app URL", async () => {
    await init();
    google.policies.project!.bindings!.push({ role: "roles/owner", members: ["user:ada@example.com"] });
    google.auth!.passwordPolicyConfig.passwordPolicyVersions = [
      { customStrengthOptions: { minPasswordLength: 12, containsNumericCharacter: true } },
    ];
    google.auth!.authorizedDomains.push("old.example.com");
    writeFileSync(
      path.join(root, `functions/.env.${projectId}`),
      'APP_URL=https://app.example.com\nMAIL_FROM="A <a@b.c>"',
    );
    google.auth!.authorizedDomains.push("app.example.com");
    expect(await init()).toBe(0);
  });

  it("survives a policy change between reading and writing", async () => {
    google.beforeWrite = (nth) => {
      if (!google.writes[nth - 1]!.endsWith(`${projectId}:setIamPolicy`)) return;
      google.beforeWrite = () => undefined;
      const policy = google.policy("project");
      policy.etag = "changed meanwhile";
      policy.bindings = [
        {
          role: "roles/datastore.user",
          members: ["user:eve@example.com"],
          condition: { title: "until Friday" },
        },
        { role: "roles/logging.logWriter", members: ["user:ada@example.com"] },
      ];
    };
    await init();
    const bindings = google.policy("project").bindings!;
    expect(bindings).toContainEqual({
      role: "roles/datastore.user",
      members: ["user:eve@example.com"],
      condition: { title: "until Friday" },
    });
    expect(bindings).toContainEqual({
      role: "roles/logging.logWriter",
      members: ["user:ada@example.com", functionsMember],
    });
    expect(rolesOf(functionsMember, "project")).toHaveLength(4);
  });

  it("is corrected if the code differs: a queue's limits, public access", async () => {
    await init();
    google.queues.executeRun!.rateLimits.maxConcurrentDispatches = 1_000;
    google.bucket!.iamConfiguration.publicAccessPrevention = "inherited";
    expect(await init()).toBe(2);
    expect(google.queues.executeRun!.rateLimits.maxConcurrentDispatches).toBe(50);
  });

  it("is used: a custom bucket", async () => {
    writeFileSync(path.join(root, `functions/.env.${projectId}`), "STORAGE_BUCKET=my-reports\n");
    google.bucket = { name: "my-reports" };
    await init();
    expect(rolesOf(functionsMember, "my-reports")).toEqual(["roles/storage.objectAdmin"]);
    expect(google.writes.filter((write) => write.includes("defaultBucket"))).toEqual([]);
    expect(file(`functions/.env.${projectId}`)).toContain("STORAGE_BUCKET=my-reports\n");
  });
});

describe("secrets", () => {
  it("are created once, never replaced and never printed", async () => {
    await init();
    const made = structuredClone(google.secrets);
    const { current, keys } = JSON.parse(made.ENCRYPTION_KEYS![0]!.value) as {
      current: string;
      keys: Record<string, string>;
    };
    expect(Buffer.from(keys[current]!, "base64")).toHaveLength(32);
    expect(made.HASH_KEY![0]!.value.length).toBeGreaterThan(32);
    expect(made.SMTP_URL![0]!.value).toBe("none");
    const lines = printed.join("\n");
    for (const value of Object.values(made).map(([version]) => version!.value))
      if (value !== "none")
        for (const form of [value, Buffer.from(value).toString("base64")]) expect(lines).not.toContain(form);

    await init({ given: { HASH_KEY: "another" } });
    expect(google.secrets).toEqual(made);
  });

  it("that a person chooses are stored if new, and kept if not given", async () => {
    const given = { SMTP_URL: "smtp://u:hunter22@mail.example.com:587" };
    await init({ given });
    expect(await init({ given })).toBe(0);
    expect(await init()).toBe(0);
    expect(await init({ given: { SMTP_URL: "smtp://u:other@mail.example.com:587" } })).toBe(1);
    expect(google.secrets.SMTP_URL!.map(({ value }) => new URL(value).password)).toEqual([
      "hunter22",
      "other",
    ]);
    expect(printed.join("\n")).not.toContain("other");
  });

  it("stop the run if the stored value is disabled", async () => {
    await init();
    google.secrets.HASH_KEY![0]!.state = "DISABLED";
    expect(await sentence(init())).toMatch(/HASH_KEY is disabled/);
  });
});

describe("the error says what a person has to do first", () => {
  it.each<[string, () => void, RegExp]>([
    ["no such project", () => (google.hasProject = false), /There is no project "acme-plumbline"/],
    [
      "no billing",
      () => (google.hasBilling = false),
      /no active billing account.*billing\/linkedaccount\?project=acme/,
    ],
    ["Service Usage is off", () => (google.isServiceUsageOn = false), /Enable it at .*serviceusage/],
    ["no permission", () => google.permissionsMissing.add("iam.googleapis.com"), /lacks a permission.*Owner/],
    [
      "Firebase's terms",
      () => google.permissionsMissing.add("firebase.googleapis.com"),
      /accept Firebase's terms/,
    ],
    ["Datastore mode", () => (google.database = { type: "DATASTORE_MODE" }), /Datastore mode/],
  ])("%s", async (_case, prepare, expected) => {
    prepare();
    expect(await sentence(init())).toMatch(expected);
  });

  it("not logged in", async () => {
    expect(await sentence(init({ accessToken: async () => "expired" }))).toMatch(/application-default login/);
  });

  it("somebody keeps changing the same policy", async () => {
    google.beforeWrite = () => {
      google.policy("project").etag = "changed again";
      google.policy("project").etag += google.writes.length;
    };
    expect(await sentence(init())).toMatch(/Somebody else keeps changing/);
  });
});

describe("with a Stripe key", () => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  beforeEach(async () => {
    stripe = await startStripe({ port: 0, secretKey });
  });
  afterEach(() => stripe.close());

  const options = (): Partial<InitializeOptions> => ({
    given: { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.startsWith("https://api.stripe.com")
        ? fetch(url.replace("https://api.stripe.com", stripe.url), init)
        : google.fetch(input, init);
    },
  });

  it("the plan is created once, its secrets are stored and its price is in the settings", async () => {
    await dryRun(options());
    expect((await library(stripe).webhookEndpoints.list()).data).toEqual([]);
    expect(printed.join("\n")).toContain("POST https://api.stripe.com/v1/prices");
    await init(options());
    expect(google.secrets.STRIPE_SECRET_KEY!.at(-1)!.value).toBe(secretKey);
    expect(google.secrets.STRIPE_WEBHOOK_SECRET!.at(-1)!.value).toMatch(/^whsec_/);
    expect(file(`functions/.env.${projectId}`)).toMatch(
      /STRIPE_PRICE_ID="price_.+"\nSTRIPE_PUBLISHABLE_KEY="pk_test_1"/,
    );
    const lines = printed.join("\n");
    expect(lines).not.toContain(secretKey);
    expect(lines).not.toContain("whsec_");
    expect(await init(options())).toBe(0);
    expect(await init()).toBe(0);
    expect(await init({ ...options(), given: { STRIPE_SECRET_KEY: "none" } })).toBe(1);
    expect(google.secrets.STRIPE_SECRET_KEY!.at(-1)!.value).toBe("none");
  });

  it("a new price that was asked for replaces the one in the settings; otherwise that one is kept", async () => {
    await init(options());
    const price = () => /STRIPE_PRICE_ID="(price_\w+)"/.exec(file(`functions/.env.${projectId}`))![1]!;
    const first = price();
    // Another meter: usage would never be billed by the first price.
    const settings = path.join(root, `functions/.env.${projectId}`);
    const event = 'STRIPE_METER_EVENT="rows_two"\n';
    writeFileSync(settings, readFileSync(settings, "utf8").replace(/STRIPE_METER_EVENT=.*\n|$/, event));
    await expect(init(options())).rejects.toThrow("Run again with --new-price.");
    expect(price()).toBe(first);
    await init({ ...options(), newPrice: true });
    const second = price();
    expect(second).not.toBe(first);
    await init(options());
    expect(price()).toBe(second);
  });

  it("webhooks whose secrets an interrupted run didn't store are replaced", async () => {
    const { fetch: real } = options();
    const killed: typeof fetch = (input, init) => {
      if (typeof input === "string" && input.includes("STRIPE_WEBHOOK_SECRET:addVersion"))
        throw new RangeError("killed");
      return real!(input, init);
    };
    await expect(init({ ...options(), fetch: killed })).rejects.toThrow("killed");
    await init(options());
    const endpoints = (await library(stripe).webhookEndpoints.list()).data;
    expect(endpoints).toHaveLength(1);
    expect(google.secrets.STRIPE_WEBHOOK_SECRET!.at(-1)!.value).toMatch(/^whsec_/);
    expect(google.secrets.STRIPE_METER_WEBHOOK_SECRET!.at(-1)!.value).toMatch(/^whsec_/);
    expect(await init(options())).toBe(0);
  });
});

describe("npm run deploy", () => {
  it("builds the web app for the project, then deploys indexes before functions", async () => {
    await expect(projectToDeploy(root, undefined)).rejects.toThrow("deploy:init");
    await init();
    writeFileSync(path.join(root, "functions/.env.local"), "");
    expect(await projectToDeploy(root, undefined)).toBe(projectId);
    const [build, stores, code] = await deploySteps(root, projectId);
    expect(build).toMatchObject({
      args: ["run", "build"],
      env: { VITE_FIREBASE_PROJECT_ID: projectId, VITE_AUTH_EMULATOR_URL: "" },
    });
    expect(stores!.args.join(" ")).toContain(
      `--project ${projectId} --non-interactive --only firestore,storage`,
    );
    expect(code!.args.join(" ")).toContain("--only functions,hosting");
  });

  it("gives the public pages the app's URL, or another one that was chosen", async () => {
    await init({ appUrl: "https://app.example.com" });
    const siteUrl = async () => (await deploySteps(root, projectId))[0]!.env.VITE_SITE_URL;
    expect(await siteUrl()).toBe("https://app.example.com");
    const settings = path.join(root, `web/.env.${projectId}`);
    writeFileSync(settings, `${readFileSync(settings, "utf8")}VITE_SITE_URL=https://example.com\n`);
    expect(await siteUrl()).toBe("https://example.com");
    expect(await init()).toBe(0);
    expect(await siteUrl()).toBe("https://example.com");
  });

  it("asks which project to use if there are several", async () => {
    for (const id of ["acme-staging", "acme-live"])
      writeFileSync(path.join(root, `functions/.env.${id}`), "");
    await expect(projectToDeploy(root, undefined)).rejects.toThrow(/--project: acme-(live|staging), acme-/);
    expect(await projectToDeploy(root, "acme-live")).toBe("acme-live");
    await expect(projectToDeploy(root, "acme-other")).rejects.toThrow("deploy:init -- --project acme-other");
  });
});
