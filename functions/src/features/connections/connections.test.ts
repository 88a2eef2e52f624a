import type { Response } from "supertest";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { ada, bob } from "../../testing/tenants.js";
import { describe, expect, it } from "vitest";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { objectPaths } from "../../common/object-paths.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { connectionBody, setupBody, testApp, verifiedConnection } from "../../testing/test-app.js";

const connections = "/api/v1/mixpanel/connections";

describe("a connection", () => {
  it("is stored as pending, and never reveals its secret", async () => {
    const { as, db } = testApp();
    const created = await as("ada").post(connections).send(connectionBody).expect(201);
    expect(created.body).toMatchObject({ status: "pending", projectName: null, lastVerifiedAt: null });
    const list = await as("ada").get(connections).expect(200);
    expect(list.body).toEqual([created.body]);
    expect(JSON.stringify([created.body, list.body])).not.toMatch(/secret/i);
    expect(JSON.stringify(db.all(ada, "connections"))).not.toContain("right-secret");
  });

  it.each([
    ["a project token instead of an id", { projectId: "abc" }],
    ["another spelling of a project id", { projectId: "01000001" }],
    ["no username", { serviceUsername: " " }],
    ["no secret", { secretRef: "" }],
    ["an unknown region", { region: "mars" }],
  ])("%s is invalid", async (_name, differing) => {
    await testApp()
      .as("ada")
      .post(connections)
      .send({ ...connectionBody, ...differing })
      .expect(400);
  });

  it("lists newest first, page by page", async () => {
    const { as, clock } = testApp();
    for (let i = 0; i < 5; i++) {
      await as("ada")
        .post(connections)
        .send({ ...connectionBody, projectName: `p${i}` })
        .expect(201);
      if (i % 2) clock.advance(1_000);
    }
    const names: string[] = [];
    let path: string | null = `${connections}?limit=2`;
    while (path) {
      const { body, headers }: Response = await as("ada").get(path).expect(200);
      names.push(...body.map(({ projectName }: { projectName: string }) => projectName));
      path = headers["x-next-cursor"] ? `${connections}?limit=2&cursor=${headers["x-next-cursor"]}` : null;
    }
    expect(names).toEqual(["p4", "p3", "p2", "p1", "p0"]);
  });

  it("keeps its secret if an edit has none, and must be verified again", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    const { secretRef: _secret, ...rest } = connectionBody;
    for (const body of [rest, { ...rest, secretRef: "" }]) {
      const { body: changed } = await app.as("ada").put(`${connections}/${id}`).send(body).expect(200);
      const lastVerifiedAt = "2026-11-18T12:00:00.000Z";
      expect(changed).toMatchObject({ status: "pending", capabilities: null, lastVerifiedAt });
      await app.as("ada").post(`${connections}/${id}/verify`).expect(200);
    }
    await app
      .as("ada")
      .put(`${connections}/${id}`)
      .send({ ...rest, secretRef: "wrong" })
      .expect(200);
    await app.as("ada").post(`${connections}/${id}/verify`).expect(422);
  });

  it("loses its data when it is pointed to another project, and only then", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    const day = objectPaths.day(ada, { id, region: "us", projectId: "1000001" }, "2026-11-01");
    await app.objects.write(day, "counts", { contentType: "text/plain" });
    await app.as("ada").put(`${connections}/${id}`).send(connectionBody).expect(200);
    expect(await app.objects.read(day)).not.toBeNull();
    await app
      .as("ada")
      .put(`${connections}/${id}`)
      .send({ ...connectionBody, projectId: "2" })
      .expect(200);
    expect(await app.objects.read(day)).toBeNull();
  });

  it("is deleted with all data read through it, but not while a setup uses it", async () => {
    const app = testApp();
    const { as, objects } = app;
    const id = await verifiedConnection(app, ada);
    await objects.write(
      objectPaths.day(ada, { id, region: "us", projectId: "1000001" }, "2026-11-01"),
      "counts",
      { contentType: "text/plain" },
    );
    const setup = await as("ada").post("/api/v1/setups").send(setupBody(id)).expect(201);
    const refused = await as("ada").delete(`${connections}/${id}`).expect(409);
    expect(refused.body.code).toBe("connection-in-use");
    await as("ada").delete(`/api/v1/setups/${setup.body.id}`).expect(204);
    await as("ada").delete(`${connections}/${id}`).expect(204);
    await as("ada").delete(`${connections}/${id}`).expect(404);
    expect(objects.paths()).toEqual([]);
  });

  it("can be deleted again if its deletion failed halfway", async () => {
    const app = testApp();
    const { objects } = app;
    const id = await verifiedConnection(app, ada);
    const day = objectPaths.day(ada, { id, region: "us", projectId: "1000001" }, "2026-11-01");
    await objects.write(day, "counts", { contentType: "text/plain" });
    const { deletePrefix } = objects;
    objects.deletePrefix = () => Promise.reject(new Error("Storage does not answer"));
    await app.as("ada").delete(`${connections}/${id}`).expect(500);
    objects.deletePrefix = deletePrefix;
    await app.as("ada").delete(`${connections}/${id}`).expect(204);
    expect(objects.paths()).toEqual([]);
  });

  it("leaves no incidents behind, wherever its deletion failed", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    await app.incidents.change(ada, "i1", () => ({ incident: incidentRecord("i1", id), entries: [] }));
    app.schema.deleteAll = () => Promise.reject(new Error("Firestore does not answer"));
    await app.as("ada").delete(`${connections}/${id}`).expect(500);
    expect(app.db.all(ada, "incidents")).toEqual([]);
  });

  it("that was pointed to another project shows nothing of the previous one, wherever the change failed", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    await app.schema.changeExclusions(ada, id, [{ kind: "event", event: "Signup", isExcluded: true }]);
    app.schema.deleteAll = () => Promise.reject(new Error("Firestore does not answer"));
    const elsewhere = { ...connectionBody, projectId: "2" };
    await app.as("ada").put(`${connections}/${id}`).send(elsewhere).expect(500);
    expect((await app.as("ada").get(`${connections}/${id}`)).body.projectId).toBe("2");
    expect((await app.schema.exclusions(ada, id)).events.size).toBe(0);
  });
});

describe("verification", () => {
  it("stores what it found and names the project", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    const { body } = await app.as("ada").get(`${connections}/${id}`).expect(200);
    expect(body).toMatchObject({
      status: "verified",
      projectName: "Demo Shop",
      lastVerifiedAt: "2026-11-18T12:00:00.000Z",
      capabilities: { timeZone: "America/New_York", queryApi: true, profiles: true },
    });
  });

  it("how far back the plan reaches is a capability, found with event names or, without the Query API, with an export", async () => {
    const app = testApp();
    const history = (call: string) =>
      new MixpanelError("history", call, `${call}: 403 Date range exceeds 60 days into the past`, {
        status: 403,
      });
    app.mixpanel.failures.set("eventNames", history("Query API"));
    const id = await verifiedConnection(app, "ada");
    const connection = () => app.as("ada").get(`/api/v1/mixpanel/connections/${id}`);
    expect((await connection()).body.capabilities).toMatchObject({ queryApi: true, historyDays: 60 });
    expect(app.mixpanel.namesAsked).toEqual([{ limit: 1, from: "2026-08-24", to: "2026-11-17" }]);
    app.mixpanel.failures.set("eventNames", new MixpanelError("plan", "Query API", "402", { status: 402 }));
    await app.as("ada").post(`/api/v1/mixpanel/connections/${id}/verify`).expect(200);
    expect((await connection()).body.capabilities).toMatchObject({ queryApi: false, historyDays: null });
  });

  it("a plan without the Query API is a capability, not a failure", async () => {
    const app = testApp();
    app.mixpanel.failures.set("eventNames", new MixpanelError("plan", "Query API", "402", { status: 402 }));
    const id = await verifiedConnection(app, ada);
    const { body } = await app.as("ada").get(`${connections}/${id}`);
    expect(body.capabilities.queryApi).toBe(false);
  });

  it.each([
    ["a wrong secret", { secretRef: "wrong" }, 401, "wrong-credentials", /username, secret and region/],
    ["a wrong region", { region: "eu" }, 401, "wrong-credentials", /username, secret and region/],
    ["a project it cannot see", { projectId: "7" }, 404, "no-project-access", /project 7/],
  ])("%s", async (_name, differing, mixpanelStatus, reason, sentence) => {
    const { as } = testApp();
    const { body: created } = await as("ada")
      .post(connections)
      .send({ ...connectionBody, ...differing });
    const { body } = await as("ada").post(`${connections}/${created.id}/verify`).expect(422);
    expect(body).toMatchObject({ code: "verification-failed", details: { mixpanelStatus, reason } });
    expect(body.userMessage).toMatch(sentence);
    const { body: stored } = await as("ada").get(`${connections}/${created.id}`);
    expect(stored).toMatchObject({
      status: "failed",
      verificationError: { code: reason, message: body.userMessage },
    });
  });

  it("sends the secret only to the chosen region, unless its owner asks to try the others", async () => {
    const { as, mixpanel } = testApp();
    const asked: string[] = [];
    mixpanel.before = async (call, { region }) => void (call === "projects" && asked.push(region));
    const { body: created } = await as("ada")
      .post(connections)
      .send({ ...connectionBody, region: "eu" });
    const verify = (body: object) => as("ada").post(`${connections}/${created.id}/verify`).send(body);
    await verify({}).expect(422);
    expect(asked).toEqual(["eu"]);
    const { body } = await verify({ tryOtherRegions: true }).expect(422);
    expect(body.details.reason).toBe("wrong-region");
    expect(body.userMessage).toContain("United States");
    const { body: failed } = await as("ada").get(`${connections}/${created.id}`);
    expect(failed.verificationError.region).toBe("us");
    await as("ada").put(`${connections}/${created.id}`).send({ region: "us" }).expect(200);
    expect((await verify({}).expect(200)).body.status).toBe("verified");
  });

  it("is no oracle: wrong secrets of a service account are limited across all workspaces and people", async () => {
    const app = testApp();
    const guess = async (uid: string, secretRef: string) => {
      const { body } = await app
        .as(uid)
        .post(connections)
        .send({ ...connectionBody, secretRef });
      const { status } = await app.as(uid).post(`${connections}/${body.id}/verify`);
      await app.as(uid).delete(`${connections}/${body.id}`);
      return status;
    };
    const people = ["ada", "bob", "eve", "mallory"];
    const statuses: number[] = [];
    // Five a day of each person count for that person only, then ten for all of them.
    for (let tries = 0; tries < 32; tries++)
      statuses.push(await guess(people[tries % people.length]!, `guess-${tries}`));
    expect(statuses).toEqual([...Array<number>(30).fill(422), 429, 429]);
    // Then not even the right secret is tried. Waiting minutes helps until the day's guesses are used up.
    expect(await guess("eve", "right-secret")).toBe(429);
    app.clock.advance(10 * 60_000);
    expect(await guess("eve", "right-secret")).toBe(200);
    for (let tries = 0; tries < 30; tries++) {
      app.clock.advance(10 * 60_000);
      await guess(people[tries % people.length]!, "wrong");
    }
    expect(await guess("ada", "right-secret")).toBe(429);
    // Whoever has guessed nothing today isn't locked out by them.
    expect(await guess("owner", "mistyped")).toBe(422);
    expect(await guess("owner", "right-secret")).toBe(200);
    app.clock.advance(24 * 60 * 60_000);
    expect(await guess("ada", "right-secret")).toBe(200);
  });

  it("addresses of one mailbox have the guesses of one person", async () => {
    const app = testApp();
    const statuses: number[] = [];
    for (let tries = 0; tries < 16; tries++) {
      const eve = app.as(`eve+${tries % 4}`);
      const { body } = await eve.post(connections).send({ ...connectionBody, secretRef: `guess-${tries}` });
      statuses.push((await eve.post(`${connections}/${body.id}/verify`)).status);
      await eve.delete(`${connections}/${body.id}`);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it("a working connection can be verified as often as needed", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    for (let tries = 0; tries < 40; tries++)
      await app.as("ada").post(`${connections}/${id}/verify`).expect(200);
  });

  it.each([
    ["export", "plan", 402, "plan-without-export"],
    ["export", "no-access", 403, "export-forbidden"],
    ["export", "bad-project", 400, "bad-project-id"],
  ] as const)("%s: %s", async (_call, kind, status, reason) => {
    const { as, mixpanel } = testApp();
    mixpanel.failures.set("exportEvents", new MixpanelError(kind, "raw export", "refused", { status }));
    const { body: created } = await as("ada").post(connections).send(connectionBody);
    const { body } = await as("ada").post(`${connections}/${created.id}/verify`).expect(422);
    expect(body.details).toEqual({ mixpanelStatus: status, reason });
  });

  it("an outage fails a pending connection and leaves a verified one alone", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    app.mixpanel.failures.set("projects", new MixpanelError("unavailable", "me", "503", { status: 503 }));
    const { body } = await app.as("ada").post(`${connections}/${id}/verify`).expect(422);
    expect(body.details.mixpanelStatus).toBe(503);
    expect((await app.as("ada").get(`${connections}/${id}`)).body.status).toBe("verified");
    const { body: other } = await app.as("ada").post(connections).send(connectionBody);
    await app.as("ada").post(`${connections}/${other.id}/verify`).expect(422);
    expect((await app.as("ada").get(`${connections}/${other.id}`)).body.status).toBe("failed");
  });

  it("an outage leaves the result of a concurrent verification alone", async () => {
    const { as, mixpanel } = testApp();
    const { body: created } = await as("ada").post(connections).send(connectionBody);
    const verify = () => as("ada").post(`${connections}/${created.id}/verify`);
    mixpanel.before = async (call) => {
      if (call !== "exportEvents") return;
      mixpanel.before = async () => undefined;
      await verify().expect(200);
      throw new MixpanelError("busy", "raw export", "too many at once", { status: 429 });
    };
    expect((await verify().expect(200)).body.status).toBe("verified");
    expect((await as("ada").get(`${connections}/${created.id}`)).body.status).toBe("verified");
  });

  it("works with a secret that was right, whatever strangers try, until it is changed", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    const { body: strange } = await app.as("bob").post(connections).send(connectionBody).expect(201);
    await app
      .as("bob")
      .put(`${connections}/${strange.id}`)
      .send({ ...connectionBody, secretRef: "wrong" });
    for (let tries = 0; tries < 10; tries++)
      await app.as("bob").post(`${connections}/${strange.id}/verify`).expect(422);
    await app.as("bob").post(`${connections}/${strange.id}/verify`).expect(429);
    await app.as("ada").post(`${connections}/${id}/verify`).expect(200);
    const { secretRef: _secret, ...unchanged } = connectionBody;
    await app
      .as("ada")
      .put(`${connections}/${id}`)
      .send({ ...unchanged, projectName: "Shop" })
      .expect(200);
    await app.as("ada").post(`${connections}/${id}/verify`).expect(200);
    const { body: moved } = await app
      .as("ada")
      .put(`${connections}/${id}`)
      .send({ ...unchanged, serviceUsername: "another" });
    expect(moved.lastVerifiedAt).toBeNull();
    await app
      .as("ada")
      .put(`${connections}/${id}`)
      .send({ ...connectionBody, secretRef: "another" });
    for (let tries = 0; tries < 5; tries++)
      await app.as("ada").post(`${connections}/${id}/verify`).expect(422);
    await app.as("bob").post(`${connections}/${strange.id}/verify`).expect(429);
  });

  it("a Mixpanel response that takes too long is an outage", async () => {
    const { as, mixpanel } = testApp();
    const { body: created } = await as("ada").post(connections).send(connectionBody);
    mixpanel.before = async (call) => {
      if (call === "exportEvents") throw new DOMException("too long", "TimeoutError");
    };
    const { body } = await as("ada").post(`${connections}/${created.id}/verify`).expect(422);
    expect(body.details).toEqual({ mixpanelStatus: 503, reason: "mixpanel-unavailable" });
  });

  it("a result is dropped if the connection was updated meanwhile", async () => {
    const { as, mixpanel } = testApp();
    const { body: created } = await as("ada").post(connections).send(connectionBody);
    mixpanel.before = async (call) => {
      if (call !== "exportEvents") return;
      mixpanel.before = async () => undefined;
      await as("ada")
        .put(`${connections}/${created.id}`)
        .send({ ...connectionBody, serviceUsername: "other" });
    };
    const { body } = await as("ada").post(`${connections}/${created.id}/verify`).expect(200);
    expect(body).toMatchObject({ status: "pending", serviceUsername: "other" });
  });

  it("a connection that was deleted meanwhile is not found", async () => {
    const { as, mixpanel } = testApp();
    const { body: created } = await as("ada").post(connections).send(connectionBody);
    mixpanel.before = async (call) => {
      if (call === "exportEvents") await as("ada").delete(`${connections}/${created.id}`);
    };
    await as("ada").post(`${connections}/${created.id}/verify`).expect(404);
  });

  it("is limited to 60 in 10 minutes, per account", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, ada);
    const verify = (workspaceId: WorkspaceId, connectionId: string) =>
      app.as(workspaceId).post(`${connections}/${connectionId}/verify`);
    for (let i = 1; i < 60; i++) await verify(ada, id).expect(200);
    const { body } = await verify(ada, id).expect(429).expect("Retry-After", "600");
    expect(body.code).toBe("rate-limited");
    await verifiedConnection(app, bob);
    app.clock.advance(10 * 60 * 1_000);
    await verify(ada, id).expect(200);
  });
});
