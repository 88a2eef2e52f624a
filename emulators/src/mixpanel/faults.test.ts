import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Client, rowsIn, startClient } from "./testing.js";

let mixpanel: Client;
beforeAll(async () => {
  mixpanel = await startClient();
});
afterAll(() => mixpanel.close());
afterEach(() => mixpanel.clearFaults());

const path =
  "/us/api/2.0/export?project_id=1000001&from_date=2026-11-10&to_date=2026-11-10&event=%5B%22Page%20Viewed%22%5D";
const ask = (): Promise<Response> => mixpanel.ask(path);
const body = async (): Promise<string> => (await ask()).text();
const events = "/us/api/query/events/names?project_id=1000001";

describe("fault switches in the answer", () => {
  it("affect as many requests as requested, then stop", async () => {
    await mixpanel.fault({ projectId: 1000001, endpoint: "export", kind: "server-error", count: 2 });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([503, 503, 200]);
  });

  it("affect only their project and endpoint", async () => {
    await mixpanel.fault({ projectId: 1000006, endpoint: "*", kind: "forbidden", count: null });
    await mixpanel.fault({ projectId: 1000001, endpoint: "export", kind: "payment-required", count: null });
    expect((await ask()).status).toBe(402);
    expect((await mixpanel.ask(events)).status).toBe(200);
    expect((await mixpanel.ask(events.replace("1000001", "1000006"))).status).toBe(403);
  });

  it("answer server errors in HTML", async () => {
    await mixpanel.fault({ kind: "server-error", status: 500 });
    const response = await ask();
    expect([response.status, response.headers.get("content-type")]).toEqual([500, "text/html"]);
    expect(await response.text()).toContain("<h1>500 Server Error</h1>");
  });

  it("revoke the secret until they are deleted", async () => {
    await mixpanel.fault({ kind: "revoked-secret" });
    for (let i = 0; i < 2; i++) expect((await mixpanel.ask("/us/api/app/me")).status).toBe(401);
    await mixpanel.clearFaults();
    expect((await mixpanel.ask("/us/api/app/me")).status).toBe(200);
  });

  it.each([
    ["rate-limit-hourly", /^"project";r=0;t=\d+, "project-concurrency";r=\d+$/, "rate limit (100001/100000"],
    [
      "rate-limit-concurrency",
      /^"project";r=\d+, "project-concurrency";r=0;t=10$/,
      "concurrency limit (101/100",
    ],
  ])("%s says which limit it was", async (kind, header, words) => {
    await mixpanel.fault({ kind });
    const response = await mixpanel.ask(events);
    expect(response.status).toBe(429);
    expect(response.headers.get("ratelimit")).toMatch(header);
    expect(await response.text()).toContain(words);
  });

  it("shed load without rate-limit headers", async () => {
    await mixpanel.fault({ kind: "rate-limit-shedding" });
    const response = await mixpanel.ask(events);
    expect([response.status, response.headers.get("ratelimit")]).toEqual([429, null]);
  });

  it("tell an export to come back in an hour", async () => {
    await mixpanel.fault({ endpoint: "export", kind: "rate-limit-hourly" });
    expect((await ask()).headers.get("retry-after")).toBe("3600");
  });

  it("delay the first byte, or never send one", async () => {
    await mixpanel.fault({ endpoint: "export", kind: "slow-first-byte", delayMs: 60 });
    const began = performance.now();
    expect((await ask()).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(50);
    await mixpanel.fault({ endpoint: "export", kind: "hang" });
    await expect(mixpanel.ask(path, { signal: AbortSignal.timeout(150) })).rejects.toThrow("timeout");
  });
});

describe("fault switches in the lines of an export", () => {
  it("end with 'terminated early' and status 200", async () => {
    await mixpanel.fault({ kind: "terminated-early", afterLines: 12 });
    const response = await ask();
    const lines = (await response.text()).split("\n");
    expect([response.status, lines.length, ...lines.slice(12)]).toEqual([200, 14, "terminated early", ""]);
  });

  it("cut the socket in the middle of a line", async () => {
    await mixpanel.fault({ kind: "cut-mid-line", afterLines: 30 });
    await expect(body()).rejects.toThrow("terminated");
    expect((await ask()).status).toBe(200);
  });

  it("put a line that is not JSON in the middle", async () => {
    await mixpanel.fault({ kind: "invalid-json", afterLines: 5 });
    const lines = (await body()).trimEnd().split("\n");
    expect(() => JSON.parse(lines[5]!) as unknown).toThrow(SyntaxError);
    expect(rowsIn([...lines.slice(0, 5), ...lines.slice(6)].join("\n"))).toHaveLength(lines.length - 1);
  });

  it("empty the export", async () => {
    await mixpanel.fault({ kind: "empty-export" });
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("withhold late rows until the fault is cleared", async () => {
    const whole = await body();
    await mixpanel.fault({ kind: "late-events", share: 0.4, days: 1 });
    const early = rowsIn(await body()).length / rowsIn(whole).length;
    expect(early).toBeGreaterThan(0.5);
    expect(early).toBeLessThan(0.7);
    await mixpanel.clearFaults();
    expect(await body()).toBe(whole);
  });

  it("write line separators inside strings", async () => {
    await mixpanel.fault({ kind: "line-separator", every: 2 });
    const text = await body();
    expect(text).toContain("before\u2028after\u2029end");
    expect(rowsIn(text)[0]!.properties["separator"]).toBe("before\u2028after\u2029end");
  });

  it.each([
    ["explicit-null", { every: 1, property: "language" }, { language: null }],
    ["cut-255", { every: 1 }, { $current_url: expect.stringMatching(/^.{255}$/) }],
  ])("%s", async (kind, details, expected) => {
    await mixpanel.fault({ kind, ...details });
    expect(rowsIn(await body())[3]!.properties).toMatchObject(expected);
  });

  it("leave out distinct_id on some rows", async () => {
    await mixpanel.fault({ kind: "missing-distinct-id", every: 3 });
    const rows = rowsIn(await body());
    expect(rows.filter(({ properties }) => !("distinct_id" in properties))).toHaveLength(
      Math.ceil(rows.length / 3),
    );
  });

  it("mix the types of a property", async () => {
    await mixpanel.fault({ kind: "mixed-types", property: "$screen_width", every: 1 });
    const types = new Set(rowsIn(await body()).map(({ properties }) => typeof properties["$screen_width"]));
    expect([...types].sort()).toEqual(["boolean", "number", "object", "string"]);
  });

  it("rename events of a hot shard and remove their user", async () => {
    await mixpanel.fault({ kind: "hot-shard", event: "Page Viewed", share: 0.5 });
    const renamed = rowsIn(await body()).filter(({ event }) => event === "$hotshard_events");
    expect(renamed.length).toBeGreaterThan(100);
    expect(renamed[0]!.properties).toMatchObject({
      distinct_id: "",
      mp_original_event_name: "Page Viewed",
      mp_original_distinct_id: expect.any(String),
    });
  });

  it("write times with fractions, and ids as numbers", async () => {
    await mixpanel.fault({ kind: "fractional-time", every: 1 });
    await mixpanel.fault({ kind: "numeric-distinct-id", every: 1 });
    const [row] = rowsIn(await body());
    expect(row!.properties.time % 1).toBe(0.25);
    expect(row!.properties["distinct_id"]).toEqual(expect.any(Number));
  });

  it("give an event the name of a property of every object", async () => {
    await mixpanel.fault({ kind: "proto-event", every: 2 });
    const rows = rowsIn(await body());
    expect(rows.slice(0, 3).map(({ event }) => event)).toEqual(["__proto__", "Page Viewed", "__proto__"]);
  });

  it("shorten a page of profiles without changing its total, and give profiles numeric ids", async () => {
    const path = "/us/api/query/engage?project_id=1000001";
    await mixpanel.fault({ kind: "short-page", share: 0.5 });
    await mixpanel.fault({ kind: "numeric-distinct-id", endpoint: "engage", every: 1 });
    const page = (await mixpanel.post(path, {})) as { total: number; results: { $distinct_id: unknown }[] };
    expect([page.total > 1000, page.results.length]).toEqual([true, 500]);
    expect(page.results[0]).toMatchObject({ $distinct_id: expect.any(Number) });
  });

  it("block an event in the export and in the counts", async () => {
    await mixpanel.fault({ kind: "blocked-event", event: "Page Viewed" });
    expect(await body()).toBe("");
    expect(await mixpanel.json(events)).not.toContain("Page Viewed");
  });
});

describe("the control paths", () => {
  it("refuse an invalid fault, and say why", async () => {
    for (const fault of [{ kind: "earthquake" }, { kind: "hang", count: "two" }, {}]) {
      const response = await mixpanel.fault(fault);
      expect([response.status, await response.json()]).toEqual([400, { error: expect.any(String) }]);
    }
  });

  it("record requests per project and endpoint with their statuses", async () => {
    await mixpanel.ask("/_requests", { method: "DELETE" });
    await mixpanel.fault({ kind: "server-error", endpoint: "export" });
    await body();
    await body();
    await mixpanel.json("/us/api/app/me");
    expect(await mixpanel.json("/_requests")).toEqual({
      1000001: { export: { total: 2, statuses: { 200: 1, 503: 1 } } },
      none: { me: { total: 1, statuses: { 200: 1 } } },
    });
  });

  it("show the state: now, anchor, faults and each project's budget usage", async () => {
    await mixpanel.fault({ kind: "hang", endpoint: "engage" });
    expect(await mixpanel.json("/_state")).toMatchObject({
      now: "2026-11-21T17:00:00.000Z",
      anchor: "2026-11-20",
      faults: [{ kind: "hang", endpoint: "engage", count: 1 }],
      projects: expect.arrayContaining([
        expect.objectContaining({ id: 1000001, usage: expect.objectContaining({ runningExports: 0 }) }),
      ]),
    });
  });
});
