import { describe, expect, it } from "vitest";
import { dayMs, minuteMs } from "../../common/time.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import { isWellFormed, newToken, tokenHash } from "./token-format.js";

const path = "/api/v1/tokens";
const body = { name: "CI", scope: "read", expiresInDays: 30 };

const create = async (app: TestApp, change: object = {}) =>
  (
    await app
      .as("ada")
      .post(path)
      .send({ ...body, ...change })
      .expect(201)
  ).body as { id: string; token: string };
const list = async (app: TestApp) => (await app.as("ada").get(path).expect(200)).body as object[];

describe("an API token", () => {
  it("is shown once, and stored as its hash only", async () => {
    const app = testApp();
    const { token, ...created } = await create(app);
    expect(token).toMatch(/^plb_[0-9A-Za-z]{36}$/);
    expect(created).toMatchObject({ prefix: token.slice(0, 8), name: "CI", scope: "read", lastUsedAt: null });
    expect(await list(app)).toEqual([created]);
    const [stored] = app.db.all("ada", "tokens");
    expect(stored).toMatchObject({ hash: tokenHash(token) });
    expect(JSON.stringify([stored, app.db.all("ada", "audit")])).not.toContain(token);
  });

  it("gives access to its own workspace without a header, and says which one", async () => {
    const app = testApp();
    const { token } = await create(app);
    const { body: workspace } = await app.withToken(token).get("/api/v1/workspace").expect(200);
    expect(workspace).toMatchObject({ id: "ada", name: "ada", token: { name: "CI", scope: "read" } });
    await app.withToken(token, "ada").get("/api/v1/runs").expect(200);
    await app.withToken(token, "bob").get("/api/v1/runs").expect(403);
    const { body: own } = await app.as("ada").get("/api/v1/workspace").expect(200);
    expect(own).toMatchObject({ id: "ada", role: "owner", token: null });
  });

  it("is refused immediately after it was revoked, and after it expired", async () => {
    const app = testApp();
    const { id, token } = await create(app);
    await app.withToken(token).get("/api/v1/runs").expect(200);
    await app.as("ada").delete(`${path}/${id}`).expect(204);
    const { body: refusal } = await app.withToken(token).get("/api/v1/runs").expect(401);
    expect(refusal).toMatchObject({
      code: "unauthenticated",
      userMessage: expect.stringContaining("revoked"),
    });
    await app.as("ada").delete(`${path}/${id}`).expect(404);

    const { token: late } = await create(app);
    app.clock.advance(30 * dayMs - 1);
    await app.withToken(late).get("/api/v1/runs").expect(200);
    app.clock.advance(1);
    await app.withToken(late).get("/api/v1/runs").expect(401);
    expect(await list(app)).toMatchObject([{ status: "expired" }]);
  });

  it("can do no more than its creator can do now, and nothing once they have left", async () => {
    const app = testApp();
    app.addMember("ada", "bob", "admin");
    const { body: created } = await app
      .as("bob", "ada")
      .post(path)
      .send({ ...body, scope: "write" })
      .expect(201);
    const remove = () => app.withToken(created.token).delete("/api/v1/setups/none");
    await remove().expect(404);
    await app.as("ada").patch("/api/v1/members/bob").send({ role: "viewer" }).expect(204);
    await remove().expect(403);
    await app.withToken(created.token).get("/api/v1/runs").expect(200);
    await app.as("ada").delete("/api/v1/members/bob").expect(204);
    await app.withToken(created.token).get("/api/v1/runs").expect(401);
    expect(await list(app)).toMatchObject([{ createdBy: "bob@example.com", status: "creator-left" }]);
    app.clock.advance(minuteMs);
    app.addMember("ada", "bob", "admin");
    await app.withToken(created.token).get("/api/v1/runs").expect(401);
    expect(await list(app)).toMatchObject([{ status: "creator-left" }]);
  });

  it("stops working within minutes when its creator's account is disabled", async () => {
    const app = testApp();
    const { token } = await create(app);
    await app.withToken(token).get("/api/v1/runs").expect(200);
    app.identityProvider.disabled.add("ada");
    app.clock.advance(5 * minuteMs);
    const { body } = await app.withToken(token).get("/api/v1/runs").expect(401);
    expect(body.userMessage).toContain("disabled");
    app.identityProvider.activeOf = () => Promise.reject(new Error("away"));
    await app.withToken(token).get("/api/v1/runs").expect(503);
  });

  it("ends at once for changes, and within minutes for reads, when its creator takes their account back", async () => {
    for (const takeBack of [
      (app: TestApp) => app.as("ada").post("/api/v1/users/sign-out-everywhere").expect(204),
      async (app: TestApp) => app.identityProvider.changeCredentials("ada"),
      async (app: TestApp) => void app.identityProvider.unverified.add("ada"),
    ]) {
      const app = testApp();
      const { token } = await create(app, { scope: "write" });
      const change = () => app.withToken(token).delete("/api/v1/setups/none");
      await app.withToken(token).get("/api/v1/runs").expect(200);
      await change().expect(404);
      app.clock.advance(minuteMs);
      await takeBack(app);
      const { body: refusal } = await change().expect(401);
      expect(refusal.userMessage).toContain("logged out everywhere");
      expect(await list(app)).toMatchObject([{ status: "creator-signed-out" }]);
      app.clock.advance(5 * minuteMs);
      await app.withToken(token).get("/api/v1/runs").expect(401);

      app.identityProvider.unverified.clear();
      const { token: later } = await create(app, { scope: "write" });
      await app.withToken(later).delete("/api/v1/setups/none").expect(404);
    }
  });

  it("of a disabled account starts nothing that costs money, however recently it was used", async () => {
    const app = testApp();
    const { token } = await create(app, { scope: "write" });
    await app.withToken(token).get("/api/v1/runs").expect(200);
    app.identityProvider.disabled.add("ada");
    await app.withToken(token).post("/api/v1/setups/none/run").expect(401);
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    await app.withToken(token).post("/api/mcp").send(message).expect(401);
  });

  it("shows when it was last used, written at most every few minutes", async () => {
    const app = testApp();
    const { token } = await create(app);
    const first = app.clock.now().toISOString();
    await app.withToken(token).get("/api/v1/runs").expect(200);
    app.clock.advance(minuteMs);
    await app.withToken(token).get("/api/v1/runs").expect(200);
    expect(await list(app)).toMatchObject([{ lastUsedAt: first }]);
    app.clock.advance(5 * minuteMs);
    await app.withToken(token).get("/api/v1/runs").expect(200);
    expect(await list(app)).toMatchObject([{ lastUsedAt: app.clock.now().toISOString() }]);
  });

  it("works even if its use can't be recorded", async () => {
    const app = testApp();
    const { token } = await create(app);
    app.tokens.markUsed = async () => {
      throw new Error("busy");
    };
    await app.withToken(token).get("/api/v1/runs").expect(200);
  });

  it("is limited to 600 requests in 5 minutes together with the workspace's other tokens; people are not", async () => {
    const app = testApp();
    const tokens = [await create(app), await create(app)];
    for (let i = 0; i < 600; i++)
      await app
        .withToken(tokens[i % 2]!.token)
        .get("/api/v1/runs/active")
        .expect(200);
    const { headers, body: refusal } = await app.withToken(tokens[0]!.token).get("/api/v1/runs").expect(429);
    expect(refusal.code).toBe("rate-limited");
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    await app.as("ada").get("/api/v1/runs").expect(200);
    app.clock.advance(5 * minuteMs);
    await app.withToken(tokens[0]!.token).get("/api/v1/runs").expect(200);
  });

  it("is recorded in the audit log: created, used for a change, revoked", async () => {
    const app = testApp();
    const { id, token } = await create(app, { scope: "write" });
    await app
      .withToken(token)
      .post("/api/v1/mixpanel/connections")
      .send({ projectId: "1000001", serviceUsername: "robot", secretRef: "secret" })
      .expect(201);
    await app.as("ada").delete(`${path}/${id}`).expect(204);
    const { body: audit } = await app.as("ada").get("/api/v1/audit").expect(200);
    expect(audit).toHaveLength(4);
    expect(audit).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "token.created", target: "CI: write" }),
        expect.objectContaining({
          action: "connection.created",
          actor: { uid: "ada", email: "ada@example.com", token: "CI" },
        }),
        expect.objectContaining({ action: "token.revoked", target: "CI" }),
      ]),
    );
  });

  it("has a name, a scope and at most a year; a workspace has at most 20", async () => {
    const app = testApp();
    for (const change of [{ name: " " }, { scope: "admin" }, { expiresInDays: 366 }, { expiresInDays: 0 }])
      await app
        .as("ada")
        .post(path)
        .send({ ...body, ...change })
        .expect(400);
    for (let i = 0; i < 20; i++) await create(app);
    const { body: refusal } = await app.as("ada").post(path).send(body).expect(409);
    expect(refusal).toMatchObject({ code: "limit-reached", details: { resource: "tokens", limit: 20 } });
  });
});

describe("a token's text", () => {
  it("is different every time, and any single changed character is detected", () => {
    const made = Array.from({ length: 200 }, newToken);
    expect(new Set(made)).toHaveProperty("size", 200);
    for (const token of made) {
      expect(isWellFormed(token)).toBe(true);
      const at = 4 + (token.charCodeAt(10) % 36);
      const other = token[at] === "x" ? "y" : "x";
      expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
  });
});
