import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Client, NOW, startClient } from "./testing.js";

let mixpanel: Client;
let nowMs: number;
beforeEach(async () => {
  nowMs = NOW.getTime();
  mixpanel = await startClient({ now: () => new Date(nowMs) });
});
afterEach(() => mixpanel.close());

async function running(): Promise<number> {
  const { projects } = (await mixpanel.json("/_state")) as {
    projects: { usage: { runningQueries: number; runningExports: number } }[];
  };
  return projects.reduce((sum, { usage }) => sum + usage.runningQueries + usage.runningExports, 0);
}

const query = (id: number): Promise<Response> =>
  mixpanel.ask(`/us/api/query/events/names?project_id=${id}`).then(read);
const exported = (id: number): Promise<Response> =>
  mixpanel
    .ask(`/us/api/2.0/export?project_id=${id}&from_date=2026-11-10&to_date=2026-11-10&limit=1`)
    .then(read);

/**
 * An unread answer counts as running, so this resolves once the server has seen that this and all other
 * answers have been read.
 */
async function read(response: Response): Promise<Response> {
  const body = await response.text();
  await vi.waitFor(async () => expect(await running()).toBe(0), { interval: 1, timeout: 60_000 });
  return new Response(body, { status: response.status, headers: response.headers });
}

describe("the Query API's budget", () => {
  it("is 60 queries in any hour, as stated in headers and body", async () => {
    for (let i = 0; i < 60; i++) expect((await query(1000006)).status).toBe(200);
    nowMs += 600_000;
    const refused = await query(1000006);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("3000");
    expect(refused.headers.get("ratelimit-policy")).toBe(
      '"project";q=60;w=3600, "project-concurrency";q=5;qu="concurrent-requests"',
    );
    expect(refused.headers.get("ratelimit")).toBe('"project";r=0;t=3000, "project-concurrency";r=5');
    expect(await refused.json()).toEqual({
      request: "/api/query/events/names?project_id=1000006",
      error: expect.stringContaining(
        "Query rate limit exceeded for project_id: 1000006. This request exceeded the rate limit (61/60 queries running in the last hour).",
      ),
    });
    nowMs += 3_000_001;
    expect((await query(1000006)).status).toBe(200);
  });

  it("is smaller in the small-budget project, and never counts refused queries", async () => {
    expect((await mixpanel.ask("/us/api/query/nothing?project_id=1000007")).status).toBe(404);
    for (let i = 0; i < 3; i++) expect((await query(1000007)).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await query(1000007)).status).toBe(429);
    nowMs += 3_600_001;
    expect((await query(1000007)).status).toBe(200);
  });

  it("does not count pages of a profile session except the first", async () => {
    const first = (await mixpanel.post("/us/api/query/engage?project_id=1000007", {})) as {
      session_id: string;
    };
    for (let page = 1; page < 8; page++) {
      const form = { session_id: first.session_id, page: String(page) };
      expect(await mixpanel.post("/us/api/query/engage?project_id=1000007", form)).toMatchObject({ page });
    }
    expect((await query(1000007)).status).toBe(200);
    expect((await query(1000007)).status).toBe(200);
    expect((await query(1000007)).status).toBe(429);
  });

  it("is five at a time; a slow answer counts as running", async () => {
    await mixpanel.fault({ projectId: 1000006, kind: "slow-first-byte", delayMs: 1_500, count: 6 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => query(1000006)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]!.headers.get("retry-after")).toBe("10");
    expect(refused[0]!.headers.get("ratelimit")).toBe('"project";r=55, "project-concurrency";r=0;t=10');
    expect(await refused[0]!.text()).toContain(
      "This request exceeded the concurrency limit (6/5 queries running concurrently).",
    );
    expect((await query(1000006)).status).toBe(200);
  });

  it("does not apply to the App API", async () => {
    for (let i = 0; i < 70; i++) expect((await mixpanel.ask("/us/api/app/me")).status).toBe(200);
  });

  it("does not stop the demo project", async () => {
    for (let i = 0; i < 70; i++) expect((await query(1000001)).status).toBe(200);
  });
});

describe("the export's budget", () => {
  it("is three a second", async () => {
    for (let i = 0; i < 3; i++) expect((await exported(1000006)).status).toBe(200);
    const refused = await exported(1000006);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toEqual({ error: "too many export requests in progress for this project" });
    nowMs += 1001;
    expect((await exported(1000006)).status).toBe(200);
  });

  it("is 60 an hour, separate from queries", async () => {
    for (let i = 0; i < 60; i++, nowMs += 1000) expect((await exported(1000006)).status).toBe(200);
    const refused = await exported(1000006);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3540"]);
    expect((await query(1000006)).status).toBe(200);
  });
});
