import fc from "fast-check";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { AppError } from "../common/errors.js";
import { errorBodySchema } from "../contract/errors.js";
import { workspaceHeader } from "../contract/workspaces.js";
import type { Payments } from "../features/billing/payments.js";
import { signedInCalls } from "../testing/foreign-calls.js";
import { setupBody as dailySetup, testApp, type TestApp, verifiedConnection } from "../testing/test-app.js";
import { casesOf } from "../testing/thorough.js";

/* The server must not fail, whatever is sent to it: thousands of requests to the real routes, in memory. */

const requests = casesOf(10_000);
const concurrency = 20;

/** Stripe as it answers in order; nothing that is sent here is signed by it. */
const payments: Partial<Payments> = {
  publishableKey: "pk_test",
  createCustomer: async () => "cus_1",
  openCheckout: async () => "https://checkout.example.com",
  planPrice: async () => ({ productName: "Plan", currency: "usd", tiers: [] }),
  readEvent: async () => {
    throw new AppError("invalid-signature", "Not signed.");
  },
};

let server: Server;
let base: string;
let app: TestApp;
let connection: string;
let token: string;
beforeAll(async () => {
  app = testApp({}, undefined, { payments: payments as Payments });
  connection = await verifiedConnection(app, "ada");
  await app
    .as("ada")
    .post("/api/v1/setups")
    .send({ ...dailySetup(connection), id: "known" })
    .expect(201);
  ({ token } = await app.addToken("ada", "ada", "write"));
  server = createServer(app.app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Field names from the contract, with almost valid values. */
const names = fc.constantFrom(
  ...["name", "description", "connectionId", "scheduleCron", "scheduleTimezone", "includeWeekends", "status"],
  ...["selectedDetectors", "key", "settings", "checkBackDays", "thresholdPercent", "useCases", "projectId"],
  ...["projectName", "serviceUsername", "region", "secretRef", "events", "eventProperties", "userProperties"],
  ...["id", "isExcluded", "email", "displayName", "firebaseUid", "emailNotifications", "length", "__proto__"],
  ...["constructor", "toString", "then", "toJSON", "role"],
);
const leaf = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.constantFrom(
    null,
    true,
    false,
    -1,
    0,
    7,
    1e308,
    "",
    "UTC",
    "0 9 * * *",
    "* * 30 2 *",
    "event_stopped",
    "\ud800",
  ),
  fc.string({ minLength: 200, maxLength: 3_000 }),
);
const { tree: body } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(names, tie("tree"), { maxKeys: 6 }),
    // An object that looks like a string to a check of its length.
    fc.record({ length: tie("tree") }),
  ),
}));
const setupBody = fc.record(
  {
    name: fc.oneof(fc.constant("Daily"), body),
    connectionId: fc.oneof(fc.constant("c1"), body),
    scheduleCron: body,
    scheduleTimezone: fc.oneof(fc.constant("UTC"), body),
    selectedDetectors: fc.oneof(fc.constant(["event_stopped"]), body),
    useCases: body,
  },
  { requiredKeys: [] },
);
const part = fc.oneof(
  fc.constantFrom("r1", "..", "%00", "%E0%A4%A", "__x__", "event_stopped", "a".repeat(200)),
  fc.string({ minLength: 1 }).map(encodeURIComponent),
);
const query = fc.oneof(
  fc.constantFrom(
    "",
    "?limit=1",
    "?limit=1e9",
    "?cursor=%00",
    "?limit=1&limit=2",
    "?connectionId[]=x&detectors=,",
  ),
  fc.webQueryParameters().map((text) => `?${text}`),
);
const header = fc.oneof(
  fc.constantFrom("", "*", "ada", "bob", "../ada", "W/", "1e309", "-1", "bytes=0-", "a".repeat(4_000)),
  fc.string({ unit: "binary" }).map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").trim()),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...[workspaceHeader, "if-none-match", "if-match", "x-forwarded-for", "x-request-id", "traceparent"],
    ...["user-agent", "origin", "accept", "range", "stripe-signature", "x-cloud-trace-context", "cookie"],
  ),
  header,
  { maxKeys: 3 },
);
const valid = new Map<string, object>(signedInCalls().map(([name, { body: sent }]) => [name, sent ?? {}]));
/** What endpoints expect, with one field replaced. */
const almostValid = fc.record({ place: fc.nat(20), value: body });
const request = fc.record({
  name: fc.constantFrom<EndpointName | "webhook" | "mcp">(
    ...(Object.keys(api) as EndpointName[]),
    "webhook",
    "mcp",
  ),
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD") },
  ),
  parts: fc.array(part, { minLength: 3, maxLength: 3 }),
  query,
  body: fc.oneof(
    { weight: 3, arbitrary: fc.oneof(body, setupBody).map((value) => JSON.stringify(value) ?? "") },
    { weight: 3, arbitrary: almostValid },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  ),
  type: fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", ""),
  headers,
  caller: fc.constantFrom("token-ada", "token-ada", "token-bob", "API", "token-x", "plb_x", "\u00ff", null),
});

const endpoints: Record<string, Pick<Endpoint, "path" | "method">> = {
  ...api,
  webhook: { path: "/api/v1/billing/webhook", method: "POST" },
  mcp: { path: "/api/mcp", method: "POST" },
};

const bodyText = (
  name: string,
  given: (typeof request extends fc.Arbitrary<infer R> ? R : never)["body"],
): string => {
  if (typeof given === "string") return given;
  const fields = Object.entries(valid.get(name) ?? {});
  const changed = fields.map(([key, value], index) => [
    key,
    index === given.place % fields.length ? given.value : value,
  ]);
  return JSON.stringify(fields.length === 0 ? given.value : Object.fromEntries(changed)) ?? "";
};

it("answers random requests without failing, with every error in the standard form", async () => {
  const all = fc.sample(request, { numRuns: requests, seed: 20_261_118 });
  const statuses = new Map<number, number>();
  for (let from = 0; from < all.length; from += concurrency) {
    // The budget of API tokens is renewed with time.
    app.clock.advance(10_000);
    await Promise.all(
      all
        .slice(from, from + concurrency)
        .map(async ({ name, parts, query, type, headers, caller, ...sent }) => {
          const endpoint = endpoints[name]!;
          const method = sent.method ?? endpoint.method;
          let next = 0;
          const path = endpoint.path.replace(/:\w+/g, () => parts[next++]!) + query;
          const text = bodyText(name, sent.body).replaceAll('"c1"', JSON.stringify(connection));
          const response = await fetch(base + path.replace("r1", "known"), {
            method,
            headers: {
              ...headers,
              ...(caller === null ? {} : { authorization: `Bearer ${caller === "API" ? token : caller}` }),
              ...(type ? { "content-type": type } : {}),
            },
            ...(method === "GET" || method === "HEAD" ? {} : { body: text }),
          });
          const answer = await response.text();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          if (response.status >= 400 && method !== "HEAD" && name !== "mcp")
            errorBodySchema.parse(JSON.parse(answer));
          expect(
            response.status,
            `${method} ${path} ${JSON.stringify(headers)} ${text}: ${answer}`,
          ).toBeLessThan(500);
        }),
    );
  }
  console.log(
    `${requests} requests: ${[...statuses]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ")}`,
  );
  // Enough of them get past the first checks.
  expect(statuses.get(200)).toBeGreaterThan(requests / 50);
});
