import { randomUUID } from "node:crypto";

/*
 * A stateful in-memory version of Google's REST APIs, as far as `deploy:init` uses them. Shapes follow each API's
 * reference (cloud.google.com/…/reference/rest, firebase.google.com/docs/reference/…/rest).
 */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of a dozen APIs, whose fields are tested from outside
type Json = Record<string, any>;
type Policy = {
  etag: string;
  version?: number;
  bindings?: { role: string; members: string[]; condition?: Json }[];
};
type Answer = (world: FakeGoogle, match: string[], body: Json, query: URLSearchParams) => Json;
type Endpoint = { method: string; host: string; path: RegExp; answer: Answer };

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}
const missing = (what: string) => new Refusal(404, `${what} was not found.`);

export class FakeGoogle {
  hasProject = true;
  hasBilling = true;
  isServiceUsageOn = true;
  readonly permissionsMissing = new Set<string>();
  readonly enabled = new Set<string>();
  /** This many requests after APIs are enabled are answered as if they still weren't. */
  lag = 0;
  hasFirebase = false;
  sites: Json[] = [];
  webApps: Json[] = [];
  database: Json | null = null;
  readonly expiring: Record<string, Json> = {};
  bucket: Json | null = null;
  readonly accounts = new Set<string>();
  /** This many requests about a new account still don't find it. */
  accountLag = 0;
  readonly queues: Record<string, Json> = {};
  readonly policies: Record<string, Policy> = {};
  readonly secrets: Record<string, { state: string; value: string }[]> = {};
  auth: Json | null = null;
  /** Every request that changes something, as "METHOD url", even if it failed. */
  readonly writes: string[] = [];
  /** Called before a write. If it throws, the caller sees a broken connection. */
  beforeWrite: (nth: number) => void = () => undefined;
  afterWrite: (nth: number) => void = () => undefined;
  readonly #operations = new Map<string, number>();

  constructor(readonly projectId: string) {}

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? "GET";
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Json) : {};
    const isWrite = method !== "GET" && !url.pathname.endsWith(":getIamPolicy");
    if (isWrite) {
      this.writes.push(`${method} ${url.href}`);
      this.beforeWrite(this.writes.length);
    }
    try {
      const answer = this.#answer(method, url, body, new Headers(init?.headers));
      if (isWrite) this.afterWrite(this.writes.length);
      return Response.json(answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const details = error.reason
        ? [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: error.reason }]
        : [];
      return Response.json(
        { error: { code: error.status, message: error.message, details } },
        { status: error.status },
      );
    }
  };

  #answer(method: string, url: URL, body: Json, headers: Headers): Json {
    if (headers.get("authorization") !== "Bearer token") throw new Refusal(401, "Invalid credentials.");
    if (!this.hasProject || headers.get("x-goog-user-project") !== this.projectId)
      throw new Refusal(403, "Caller does not have required permission.", "USER_PROJECT_DENIED");
    const isOn = url.host === "serviceusage.googleapis.com" ? this.isServiceUsageOn : this.#isOn(url.host);
    if (!isOn) throw new Refusal(403, `${url.host} has not been used in the project.`, "SERVICE_DISABLED");
    if (this.permissionsMissing.has(url.host)) throw new Refusal(403, "The caller does not have permission.");
    const path = decodeURIComponent(url.pathname);
    const operation =
      /^\/v1(?:beta1)?\/(operations\/.+|projects\/[^/]+\/databases\/\(default\)\/operations\/.+)$/.exec(path);
    if (method === "GET" && operation) return this.#poll(operation[1]!);
    for (const endpoint of endpoints) {
      const match = endpoint.path.exec(path);
      if (endpoint.method !== method || endpoint.host !== url.host || !match) continue;
      return endpoint.answer(this, match.slice(1), body, url.searchParams);
    }
    throw new Refusal(404, `The fake has no ${method} ${url.host}${path}.`);
  }

  #isOn(host: string): boolean {
    if (!this.enabled.has(host)) return false;
    return this.lag-- <= 0;
  }

  /** A long-running operation that takes two polls. */
  operation(prefix: string): Json {
    const name = `${prefix}${randomUUID()}`;
    this.#operations.set(name, 2);
    return { name };
  }

  #poll(name: string): Json {
    const left = this.#operations.get(name);
    if (left === undefined) throw missing(name);
    this.#operations.set(name, left - 1);
    return left > 1 ? { name } : { name, done: true, response: {} };
  }

  /** @throws Refusal 409 or 412 for a policy that changed since it was read, 400 for an account that doesn't exist */
  setPolicy(name: string, policy: Policy, conflict: number): Policy {
    // Without an etag, Google overwrites whatever is there.
    if (policy.etag !== undefined && policy.etag !== this.policy(name).etag)
      throw new Refusal(conflict, "There were concurrent policy changes.");
    for (const { members } of policy.bindings ?? [])
      for (const member of members) {
        const email = member.replace("serviceAccount:", "");
        if (email.startsWith("plumbline-") && (!this.accounts.has(email) || this.accountLag-- > 0))
          throw new Refusal(400, `Service account ${email} does not exist.`);
      }
    return (this.policies[name] = { ...policy, etag: randomUUID() });
  }

  policy(name: string): Policy {
    return (this.policies[name] ??= { etag: randomUUID(), version: 1 });
  }
}

const endpoint = (method: string, host: string, path: string, answer: Answer): Endpoint => ({
  method,
  host: `${host}.googleapis.com`,
  path: new RegExp(`^${path}$`),
  answer,
});
const project = "/projects/[^/:]+";
const masked = (query: URLSearchParams) => (query.get("updateMask") ?? "").split(",");

const endpoints: Endpoint[] = [
  endpoint("GET", "serviceusage", `/v1${project}/services:batchGet`, ({ enabled }, _match, _body, query) => ({
    services: query.getAll("names").map((name) => ({
      name,
      state: enabled.has(name.split("/").at(-1)!) ? "ENABLED" : "DISABLED",
    })),
  })),
  endpoint("POST", "serviceusage", `/v1${project}/services:batchEnable`, (world, _match, { serviceIds }) => {
    if (serviceIds.length > 20) throw new Refusal(400, "At most 20 services.");
    if (!world.hasBilling && serviceIds.includes("run.googleapis.com"))
      throw new Refusal(400, "Billing must be enabled for activation of service run.googleapis.com.");
    for (const id of serviceIds) world.enabled.add(id);
    return world.operation("operations/acf.");
  }),
  endpoint("GET", "cloudbilling", `/v1${project}/billingInfo`, ({ hasBilling }) => ({
    billingEnabled: hasBilling,
  })),

  endpoint("GET", "firebase", `/v1beta1${project}`, ({ hasFirebase, projectId }) => {
    if (!hasFirebase) throw missing("Project");
    return { projectId, state: "ACTIVE" };
  }),
  endpoint("POST", "firebase", `/v1beta1${project}:addFirebase`, (world) => {
    if (world.hasFirebase) throw new Refusal(409, "Firebase is there already.");
    world.hasFirebase = true;
    return world.operation("operations/workflows/");
  }),
  endpoint("GET", "firebase", `/v1beta1${project}/webApps`, ({ webApps: apps }) =>
    apps.length > 0 ? { apps } : {},
  ),
  endpoint("POST", "firebase", `/v1beta1${project}/webApps`, (world, _match, { displayName }) => {
    world.webApps.push({ appId: `1:23:web:${world.webApps.length}`, displayName, state: "ACTIVE" });
    return world.operation("operations/workflows/");
  }),
  endpoint("GET", "firebase", "/v1beta1/projects/-/webApps/(.+)/config", ({ projectId }, [appId]) => ({
    projectId,
    appId,
    apiKey: "AIza-key",
    authDomain: `${projectId}.firebaseapp.com`,
  })),
  endpoint("GET", "firebasehosting", `/v1beta1${project}/sites`, ({ sites }) => ({ sites })),
  endpoint("POST", "firebasehosting", `/v1beta1${project}/sites`, ({ sites }, _match, _body, query) => {
    const siteId = query.get("siteId");
    if (sites.some(({ name }) => name === siteId)) throw new Refusal(409, "The site is there already.");
    const site = { name: siteId, type: sites.length === 0 ? "DEFAULT_SITE" : "USER_SITE" };
    sites.push(site);
    return site;
  }),

  endpoint("GET", "firestore", `/v1${project}/databases/\\(default\\)`, ({ database }) => {
    if (!database) throw missing("Database (default)");
    return database;
  }),
  endpoint("POST", "firestore", `/v1${project}/databases`, (world, _match, body, query) => {
    if (query.get("databaseId") !== "(default)") throw new Refusal(400, "Another database.");
    if (world.database) throw new Refusal(409, "Database already exists.");
    world.database = body;
    return world.operation(`projects/${world.projectId}/databases/(default)/operations/`);
  }),
  endpoint(
    "GET",
    "firestore",
    `/v1${project}/databases/\\(default\\)/collectionGroups/(.+)/fields/(.+)`,
    ({ database, expiring }, match) => {
      if (!database) throw missing("Database (default)");
      return { name: match.join("."), indexConfig: {}, ...expiring[match.join(".")] };
    },
  ),
  endpoint(
    "PATCH",
    "firestore",
    `/v1${project}/databases/\\(default\\)/collectionGroups/(.+)/fields/(.+)`,
    (world, match, body, query) => {
      if (query.has("updateMask") || !body.ttlConfig || body.indexConfig?.indexes.length !== 0)
        throw new Refusal(400, "Expiry without an index.");
      world.expiring[match.join(".")] = { ttlConfig: { state: "CREATING" } };
      return world.operation(`projects/${world.projectId}/databases/(default)/operations/`);
    },
  ),

  endpoint("GET", "firebasestorage", `/v1alpha${project}/defaultBucket`, ({ bucket }) => {
    if (!bucket) throw missing("Default bucket");
    return { location: bucket.location, bucket: { name: `projects/1/buckets/${bucket.name}` } };
  }),
  endpoint("POST", "firebasestorage", `/v1alpha${project}/defaultBucket`, (world, _match, { location }) => {
    world.bucket = { name: `${world.projectId}.firebasestorage.app`, location };
    return world.bucket;
  }),
  endpoint("GET", "storage", "/storage/v1/b/([^/]+)", ({ bucket }, [name]) => {
    if (bucket?.name !== name) throw missing("Bucket");
    return bucket!;
  }),
  endpoint("PATCH", "storage", "/storage/v1/b/([^/]+)", ({ bucket }, _match, body) =>
    Object.assign(bucket!, body),
  ),
  endpoint("GET", "storage", "/storage/v1/b/([^/]+)/iam", (world, [name]) => {
    if (world.bucket?.name !== name) throw missing("Bucket");
    return { kind: "storage#policy", ...world.policy(name!) };
  }),
  endpoint("PUT", "storage", "/storage/v1/b/([^/]+)/iam", (world, [name], body) =>
    world.setPolicy(name!, body as Policy, 412),
  ),

  endpoint("GET", "iam", `/v1${project}/serviceAccounts/([^/:]+)`, ({ accounts }, [email]) => {
    if (!accounts.has(email!)) throw missing("Service account");
    return { email };
  }),
  endpoint(
    "POST",
    "iam",
    `/v1${project}/serviceAccounts`,
    ({ accounts, projectId }, _match, { accountId }) => {
      const email = `${accountId}@${projectId}.iam.gserviceaccount.com`;
      if (accounts.has(email)) throw new Refusal(409, "Service account already exists.");
      accounts.add(email);
      return { email };
    },
  ),
  endpoint("POST", "iam", `/v1${project}/serviceAccounts/([^/:]+):getIamPolicy`, (world, [email]) => {
    if (!world.accounts.has(email!) || world.accountLag-- > 0) throw missing("Service account");
    return world.policy(email!);
  }),
  endpoint(
    "POST",
    "iam",
    `/v1${project}/serviceAccounts/([^/:]+):setIamPolicy`,
    (world, [email], { policy }) => world.setPolicy(email!, policy, 409),
  ),
  endpoint("POST", "cloudresourcemanager", `/v3${project}:getIamPolicy`, (world) => world.policy("project")),
  endpoint("POST", "cloudresourcemanager", `/v3${project}:setIamPolicy`, (world, _match, { policy }) =>
    world.setPolicy("project", policy, 409),
  ),

  endpoint("GET", "cloudtasks", `/v2${project}/locations/us-central1/queues/(.+)`, ({ queues }, [name]) => {
    if (!queues[name!]) throw missing("Queue");
    return queues[name!]!;
  }),
  endpoint("POST", "cloudtasks", `/v2${project}/locations/us-central1/queues`, ({ queues }, _match, body) => {
    const name = (body.name as string).split("/").at(-1)!;
    if (queues[name]) throw new Refusal(409, "Queue already exists.");
    return (queues[name] = {
      ...body,
      state: "RUNNING",
      rateLimits: { maxDispatchesPerSecond: 500, maxBurstSize: 100, ...body.rateLimits },
      retryConfig: { maxDoublings: 16, minBackoff: "0.100s", maxBackoff: "3600s", ...body.retryConfig },
    });
  }),
  endpoint(
    "PATCH",
    "cloudtasks",
    `/v2${project}/locations/us-central1/queues/(.+)`,
    ({ queues }, [name], body, query) => {
      for (const field of masked(query)) {
        const [group, setting] = field.split(".") as [string, string];
        queues[name!]![group][setting] = body[group][setting];
      }
      return queues[name!]!;
    },
  ),

  endpoint("GET", "secretmanager", `/v1${project}/secrets/([^/:]+)`, ({ secrets }, [name]) => {
    if (!secrets[name!]) throw missing("Secret");
    return { name };
  }),
  endpoint("POST", "secretmanager", `/v1${project}/secrets`, ({ secrets }, _match, body, query) => {
    const name = query.get("secretId")!;
    if (secrets[name]) throw new Refusal(409, "Secret already exists.");
    if (!body.replication?.automatic) throw new Refusal(400, "No replication.");
    secrets[name] = [];
    return { name };
  }),
  endpoint(
    "POST",
    "secretmanager",
    `/v1${project}/secrets/([^/:]+):addVersion`,
    ({ secrets }, [name], body) => {
      const value = Buffer.from(body.payload.data, "base64").toString("utf8");
      secrets[name!]!.push({ state: "ENABLED", value });
      return {};
    },
  ),
  endpoint(
    "GET",
    "secretmanager",
    `/v1${project}/secrets/([^/:]+)/versions/latest`,
    ({ secrets }, [name]) => {
      const latest = secrets[name!]?.at(-1);
      if (!latest) throw missing("Secret version");
      return { state: latest.state };
    },
  ),
  endpoint(
    "GET",
    "secretmanager",
    `/v1${project}/secrets/([^/:]+)/versions/latest:access`,
    ({ secrets }, [name]) => {
      const latest = secrets[name!]?.at(-1);
      if (!latest) throw missing("Secret version");
      return { payload: { data: Buffer.from(latest.value).toString("base64") } };
    },
  ),

  endpoint("GET", "identitytoolkit", `/admin/v2${project}/config`, ({ auth }) => {
    if (!auth) throw new Refusal(404, "CONFIGURATION_NOT_FOUND");
    return auth;
  }),
  endpoint("POST", "identitytoolkit", `/v2${project}/identityPlatform:initializeAuth`, (world) => {
    if (world.auth) throw new Refusal(409, "It is on already.");
    const domains = ["localhost", `${world.projectId}.firebaseapp.com`, `${world.projectId}.web.app`];
    world.auth = { signIn: { email: {} }, authorizedDomains: domains };
    return {};
  }),
  endpoint("PATCH", "identitytoolkit", `/admin/v2${project}/config`, ({ auth }, _match, body, query) => {
    for (const path of masked(query)) {
      const [outer, ...inner] = path.split(".") as [string, ...string[]];
      auth![outer] = inner.length === 0 ? body[outer] : { ...auth![outer], ...body[outer] };
    }
    return auth!;
  }),
];
