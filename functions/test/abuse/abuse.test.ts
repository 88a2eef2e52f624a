import supertest from "supertest";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { composeApp } from "../../src/composition/compose-app.js";
import { dependencies } from "../../src/composition/compose.js";
import { api, type EndpointName } from "../../src/contract/api.js";
import type { Endpoint } from "../../src/contract/endpoints/endpoint.js";
import { errorBodySchema } from "../../src/contract/errors.js";
import { hosts } from "../../src/adapters/mixpanel/hosts.js";
import { silentLogger } from "../../src/common/logger.js";
import { signUp, type Person } from "./world.js";

/* Requests that no screen sends, to the API as deployed. The API must handle all of them itself. */

let http: ReturnType<typeof supertest>;
let person: Person;
const called = new Set<string>();
const realFetch = globalThis.fetch;

beforeAll(async () => {
  (await dependencies()).logger = silentLogger;
  http = supertest(await composeApp());
  person = await signUp();
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    called.add(new URL(input instanceof Request ? input.url : input).host);
    return realFetch(input, init);
  });
});
afterAll(() => vi.unstubAllGlobals());

const valid = {
  createUser: { email: "a@example.com", displayName: "A", firebaseUid: "u" },
  updatePreferences: { emailNotifications: true },
  createConnection: {
    projectId: "1000006",
    projectName: "P",
    serviceUsername: "robot",
    secretRef: "secret",
    region: "us",
  },
  updateConnection: { projectId: "1000006", serviceUsername: "robot", secretRef: "", region: "eu" },
  createSetup: {
    name: "Daily",
    description: "",
    connectionId: "c",
    scheduleCron: "0 9 * * *",
    scheduleTimezone: "UTC",
    includeWeekends: true,
    selectedDetectors: [{ key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
    useCases: { event_stopped: { checkBackDays: 7 } },
  },
  updateSetup: { status: "paused" },
  updateDataSettings: {
    events: [{ id: "e", isExcluded: true }],
    eventProperties: [{ id: "p", isExcluded: true }],
    userProperties: [{ id: "u", isExcluded: false }],
  },
} satisfies Partial<Record<EndpointName, object>>;

const nasty: unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  "",
  " ",
  "\u0000",
  "\ud800",
  "__proto__",
  "__reserved__",
  ".",
  "../../other",
  "a/b",
  "=HYPERLINK(1)",
  "<script>alert(1)</script>",
  "\u202Egnp",
  "x".repeat(5_000),
  "99999999999999999999",
  "http://169.254.169.254/latest",
  "us@169.254.169.254",
  "* * * * * *",
  "*/0 99 * * *",
  "0 0 30 2 *",
  [],
  [null],
  [[[[]]]],
  {},
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  { $where: "1" },
];

/** Yields variants of a body: at any depth, a value is replaced by an unexpected one or left out, or keys are added. */
function* distorted(body: unknown): Generator<unknown> {
  yield* nasty;
  if (typeof body !== "object" || body === null) return;
  for (const key of Object.keys(body)) {
    const value = (body as Record<string, unknown>)[key];
    const withValue = (other: unknown): unknown =>
      Array.isArray(body)
        ? body.map((entry, index) => (index === Number(key) ? other : entry))
        : { ...body, [key]: other };
    for (const other of distorted(value)) yield withValue(other);
    yield withValue(undefined);
  }
  if (!Array.isArray(body)) yield { ...body, "a.b": 1, toString: 2, extra: nasty };
}

const ids = ["__x__", "__", ".", "..", "%00", "%2e%2e%2f", "a%2Fb", "x".repeat(129), "%F0%9F%92%A9", "'--"];
const queries = [
  "limit=0",
  "limit=1e9",
  "limit=abc",
  "limit=1&limit=2",
  "limit[a]=1",
  "cursor=%00",
  `cursor=${"x".repeat(600)}`,
  ...[
    "0000-01-01T00:00:00Z|a",
    "9999-12-31T23:59:59Z|a",
    "2026-01-01T00:00:00Z|__x__",
    "2026-13-01T0:0:0Z|a",
  ].map((text) => `cursor=${Buffer.from(text).toString("base64url")}`),
  "connectionId=__x__",
  "connectionId=a/b",
  "detectors=,,,",
  "connectionId=x&detectors=__proto__",
  "token=",
  "token=a.b.c",
  `token=${"A".repeat(2_048)}`,
  "__proto__[x]=1",
];

/** Returns all queries if the endpoint reads its query; otherwise one query that combines them. */
const queriesFor = (name: EndpointName): readonly string[] =>
  (api[name] as Endpoint).query ? queries : [queries.join("&")];

const send = (
  name: EndpointName,
  { path, query = "" }: { path?: string; query?: string },
  body?: unknown,
) => {
  const endpoint: Endpoint = api[name];
  const verb = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const at = path ?? endpoint.path.replace(":detectorId", "event_stopped").replace(/:\w+/g, "unknown");
  const request = http[verb](`${at}${query && `?${query}`}`).set("Authorization", `Bearer ${person.token}`);
  return body === undefined
    ? request
    : request.set("Content-Type", "application/json").send(JSON.stringify(body));
};

/** Expects a response from the API itself that isn't a server error. */
function expectOwnAnswer(response: supertest.Response, sent: string): void {
  expect(response.status, `${sent} → ${response.text.slice(0, 300)}`).toBeLessThan(500);
  if (response.status < 400) return;
  expect(errorBodySchema.safeParse(response.body).success, `${sent} → ${response.text}`).toBe(true);
  expect(response.text).not.toMatch(/node_modules|\.ts:\d|at async|firestore\.googleapis/);
}

/** All endpoints except the one that ends this person's sessions, after which every response would be 401. */
const all = (Object.keys(api) as EndpointName[]).filter((name) => name !== "signOutEverywhere");
const inBatches = async <T>(items: readonly T[], work: (item: T) => Promise<void>, size = 16) => {
  for (let from = 0; from < items.length; from += size)
    await Promise.all(items.slice(from, from + size).map(work));
};

describe("the API never fails with a server error", () => {
  it.each(Object.keys(valid) as (keyof typeof valid)[])("for any body of %s", async (name) => {
    await inBatches([...distorted(valid[name])], async (body) => {
      if (body === undefined) return;
      const sent = `${name} ${JSON.stringify(body).slice(0, 300)}`;
      expectOwnAnswer(await send(name, {}, body), sent);
    });
  });

  it("for any path", async () => {
    const withIds = all.filter((name) => api[name].path.includes("/:"));
    await inBatches(
      withIds.flatMap((name) => ids.map((id) => [name, id] as const)),
      async ([name, id]) => {
        const path = api[name].path.replace(/:\w+/g, id);
        const body = (valid as Partial<Record<EndpointName, object>>)[name];
        expectOwnAnswer(await send(name, { path }, body), `${name} ${path}`);
      },
    );
  });

  it("for any query", async () => {
    await inBatches(
      all.flatMap((name) => queriesFor(name).map((query) => [name, query] as const)),
      async ([name, query]) => {
        const body = (valid as Partial<Record<EndpointName, object>>)[name];
        expectOwnAnswer(await send(name, { query }, body), `${name}?${query}`);
      },
    );
  });

  it("for anything sent as a body", async () => {
    const raw = [
      "{",
      "[",
      "nul",
      '"',
      "\u0000",
      "{}{}",
      "[".repeat(20_000),
      `${'{"name":'.repeat(20_000)}1${"}".repeat(20_000)}`,
      `"${"x".repeat(300_000)}"`,
      "\ufeff{}",
    ];
    for (const name of Object.keys(valid) as EndpointName[])
      for (const text of raw) {
        const response = await send(name, {}).set("Content-Type", "application/json").send(text);
        expectOwnAnswer(response, `${name} ${text.slice(0, 20)}`);
        expect(response.status).toBeGreaterThanOrEqual(400);
      }
  });

  it("and no body has polluted the object prototype", () => {
    expect({}).not.toHaveProperty("polluted");
  });

  it("for anything sent as a token", async () => {
    for (const value of ["", "Bearer", "Bearer ", "Basic x", "Bearer a.b", `Bearer ${"x".repeat(5_000)}`]) {
      const response = await http.get("/api/v1/setups").set("Authorization", value);
      expect(response.status, value.slice(0, 20)).toBe(401);
      expectOwnAnswer(response, value.slice(0, 20));
    }
  });
});

describe("no request can choose the hosts that the server calls", () => {
  it("a region must be one of three, and a project must be a number", async () => {
    for (const [field, value] of [
      ["region", "us.evil.example"],
      ["region", "//evil.example"],
      ["projectId", "1@evil.example"],
      ["projectId", "1/../../x"],
      ["projectId", "1?x=1"],
    ] as const) {
      const { status } = await send("createConnection", {}, { ...valid.createConnection, [field]: value });
      expect(status, `${field} ${value}`).toBe(400);
    }
  });

  it("every configured host is Mixpanel's", () => {
    for (const url of Object.values(hosts(null)).flatMap((byRegion) => Object.values(byRegion)))
      expect(new URL(url).hostname).toMatch(/(^|\.)mixpanel\.com$|^data(-eu|-in)?\.mixpanel\.com$/);
  });

  it("the requests above called nothing but the stack", () => {
    for (const host of called) expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
  });
});
