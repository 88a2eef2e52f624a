import fc from "fast-check";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, type Endpoint } from "../contract/api.js";
import { errorBodySchema } from "../contract/errors.js";
import { testApp } from "../testing/test-app.js";
import { casesOf } from "../testing/thorough.js";

/* The server must not fail, whatever is sent to it: thousands of requests to the real routes, in memory. */

const requests = casesOf(4_000);
const concurrency = 20;

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer(testApp().app).listen(0, "127.0.0.1");
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
const request = fc.record({
  endpoint: fc.constantFrom<Endpoint>(...Object.values(api)),
  parts: fc.array(part, { minLength: 3, maxLength: 3 }),
  query,
  body: fc.oneof(
    { weight: 6, arbitrary: fc.oneof(body, setupBody).map((value) => JSON.stringify(value) ?? "") },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  ),
  type: fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", ""),
  isSignedIn: fc.constantFrom(true, true, true, true, false),
});

it("answers random requests without failing, with every error in the standard form", async () => {
  const all = fc.sample(request, { numRuns: requests, seed: 20_261_118 });
  for (let from = 0; from < all.length; from += concurrency)
    await Promise.all(
      all.slice(from, from + concurrency).map(async ({ endpoint, parts, query, body, type, isSignedIn }) => {
        let next = 0;
        const path = endpoint.path.replace(/:\w+/g, () => parts[next++]!) + query;
        const response = await fetch(base + path, {
          method: endpoint.method,
          headers: {
            ...(isSignedIn ? { authorization: "Bearer token-ada" } : {}),
            ...(type ? { "content-type": type } : {}),
          },
          ...(endpoint.method === "GET" ? {} : { body }),
        });
        const text = await response.text();
        const sent = `${endpoint.method} ${path} ${body}: ${text}`;
        const code = response.status >= 400 ? errorBodySchema.parse(JSON.parse(text)).code : null;
        // Payments aren't configured here, which is a 503.
        if (code !== "payments-unavailable") expect(response.status, sent).toBeLessThan(500);
      }),
    );
});
