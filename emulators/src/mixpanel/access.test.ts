import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoAccount, europeAccount, expiredAccount, indiaAccount, strangerAccount } from "./projects.js";
import { basic, type Client, startClient } from "./testing.js";

let mixpanel: Client;
beforeAll(async () => {
  mixpanel = await startClient();
});
afterAll(() => mixpanel.close());

const names = (projectId: number | string): string => `/api/query/events/names?project_id=${projectId}`;

describe("credentials", () => {
  it.each([
    ["no header", null],
    ["a wrong secret", basic({ ...demoAccount, secret: "wrong" })],
    ["an unknown account", basic({ username: "nobody.mp-service-account", secret: "demo-secret" })],
    ["something that is not Basic", "Bearer demo-secret"],
    ["base64 of something without a colon", `Basic ${Buffer.from("nothing").toString("base64")}`],
    ["an account of another region", basic(europeAccount)],
    ["an account that has expired", basic(expiredAccount)],
  ])("the App API answers 401 to %s", async (_case, authorization) => {
    const response = await mixpanel.ask("/us/api/app/me", { authorization });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ status: "error", error: "Invalid service account credentials" });
  });

  it("accepts the plain pair after Basic as well as base64", async () => {
    const plain = `Basic ${demoAccount.username}:${demoAccount.secret}`;
    expect((await mixpanel.ask("/us/api/app/me", { authorization: plain })).status).toBe(200);
  });

  it("says 'Unable to authenticate request' to an expired account on the other hosts", async () => {
    const authorization = basic(expiredAccount);
    for (const path of [
      `/us${names(1000001)}`,
      "/us/api/2.0/export?project_id=1000001&from_date=2026-11-01&to_date=2026-11-01",
    ]) {
      const response = await mixpanel.ask(path, { authorization });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Unable to authenticate request");
    }
  });
});

describe("regions", () => {
  it.each([
    ["eu", europeAccount, 2000001, "eu.mixpanel.com", "Europe/Berlin"],
    ["in", indiaAccount, 3000001, "in.mixpanel.com", "Asia/Kolkata"],
  ])("%s has its own accounts and projects", async (region, account, id, domain, timezone) => {
    const authorization = basic(account);
    const me = await mixpanel.ask(`/${region}/api/app/me`, { authorization });
    expect(await me.json()).toMatchObject({ results: { projects: { [id]: { domain, timezone } } } });
    expect((await mixpanel.ask(`/us/api/app/me`, { authorization })).status).toBe(401);
    expect((await mixpanel.ask(`/${region}${names(id)}`, { authorization })).status).toBe(200);
  });

  it("can be chosen by header, and defaults to us", async () => {
    const authorization = basic(europeAccount);
    const headers = { "x-mixpanel-region": "eu" };
    expect((await mixpanel.ask("/api/app/me", { authorization, headers })).status).toBe(200);
    expect((await mixpanel.ask("/api/app/me")).status).toBe(200);
  });
});

describe("projects", () => {
  it("lists in /me the projects of the account, with time zone, role and permissions", async () => {
    const { results } = (await mixpanel.json("/us/api/app/me")) as {
      results: { projects: Record<string, unknown>; workspaces: Record<string, unknown> };
    };
    expect(results.projects["1000001"]).toEqual({
      name: "Demo Shop",
      organization_id: 77,
      timezone: "America/New_York",
      domain: "mixpanel.com",
      has_workspaces: true,
      type: "PROJECT",
      role: "analyst",
      permissions: ["view_base_reports", "export_events", "export_users"],
    });
    expect(results.projects).not.toHaveProperty("1000005");
    expect(results.workspaces["10000011"]).toMatchObject({ project_id: 1000001, is_default: true });
  });

  it("lists nothing for an account without a role", async () => {
    const response = await mixpanel.ask("/us/api/app/me", { authorization: basic(strangerAccount) });
    expect(await response.json()).toMatchObject({ status: "ok", results: { projects: {} } });
  });

  it.each([
    ["no id", "", 401, "invalid project secret"],
    ["a token", "abc123def", 400, "Invalid project ID"],
    ["an unknown id", 9999999, 400, "Invalid project ID"],
    ["a project of another region", 2000001, 400, "Invalid project ID"],
    ["a project without a role", 1000005, 403, "not a project member"],
    ["a plan without the Query API", 1000003, 402, "Your plan does not allow API calls"],
  ])("the Query API refuses %s", async (_case, id, status, words) => {
    const response = await mixpanel.ask(`/us${names(id)}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ request: names(id), error: expect.stringContaining(words) });
  });

  it("lets the Free plan export and read profiles", async () => {
    const day = "&from_date=2026-11-10&to_date=2026-11-10&limit=1";
    expect((await mixpanel.ask(`/us/api/2.0/export?project_id=1000003${day}`)).status).toBe(200);
    expect(await mixpanel.post("/us/api/query/engage?project_id=1000003", {})).toMatchObject({
      status: "ok",
    });
  });

  it.each([
    [
      "export by a consumer",
      "/us/api/2.0/export?project_id=1000004&from_date=2026-11-10&to_date=2026-11-10",
      403,
    ],
    ["queries by a consumer", `/us${names(1000004)}`, 200],
    ["profiles by a role for events only", "/us/api/query/engage?project_id=1000008", 403],
    ["queries by a role for events only", `/us${names(1000008)}`, 200],
  ])("role: %s", async (_case, path, status) => {
    expect((await mixpanel.ask(path)).status).toBe(status);
  });

  it("limits how far back a plan may query", async () => {
    const asked = async (call: string, from: string) => {
      const response = await mixpanel.ask(
        `/us/api/${call}?project_id=1000009&from_date=${from}&to_date=2026-11-10`,
      );
      return [response.status, response.status === 200 ? null : await response.json()];
    };
    for (const call of ["2.0/export", "query/events/names"]) {
      expect(await asked(call, "2026-08-23")).toEqual([200, null]);
      expect(await asked(call, "2026-08-22")).toEqual([
        403,
        expect.objectContaining({ error: "Date range exceeds 90 days into the past" }),
      ]);
    }
  });

  it("lists the names of the last 31 days, or of the requested days", async () => {
    const path = `/us${names(1000001)}`;
    const stopped = "Legacy Checkout Step";
    expect(await mixpanel.json(path)).not.toContain(stopped);
    expect(await mixpanel.json(`${path}&from_date=2026-07-01&to_date=2026-07-31`)).toContain(stopped);
  });

  it("answers 200 with empty results for a project without data", async () => {
    const body = await mixpanel.ask(
      "/us/api/2.0/export?project_id=1000006&from_date=2026-11-01&to_date=2026-11-20",
    );
    expect([body.status, await body.text()]).toEqual([200, ""]);
    expect(await mixpanel.json(`/us${names(1000006)}`)).toEqual([]);
    expect(await mixpanel.post("/us/api/query/engage?project_id=1000006", {})).toMatchObject({
      total: 0,
      results: [],
    });
  });

  it("also accepts the project id in a form body", async () => {
    expect(await mixpanel.post("/us/api/query/events/names", { project_id: "1000006" })).toEqual([]);
  });

  it("answers 404 to unknown paths on every host", async () => {
    for (const path of [
      "/us/api/query/nothing?project_id=1000001",
      "/us/api/app/nothing",
      "/us/other",
      "/xx/api/app/me",
    ]) {
      expect((await mixpanel.ask(path)).status).toBe(404);
    }
  });
});
