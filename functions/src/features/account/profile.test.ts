import { beforeEach, describe, expect, it } from "vitest";
import { hourMs, minuteMs } from "../../common/time.js";
import { deliver } from "../../testing/run-world.js";
import { setupBody, testApp, verifiedConnection, type TestApp } from "../../testing/test-app.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { everyMinute } from "../../entry/every-minute.js";

let app: TestApp;
/** Sets when the token's owner signed in. */
let signedInAt: Date;
beforeEach(() => {
  app = testApp({}, async (token) => {
    const uid = token.replace("token-", "");
    return {
      uid,
      email: `${uid}@example.com`,
      email_verified: uid !== "unverified",
      auth_time: signedInAt.getTime() / 1_000,
    };
  });
  signedInAt = app.clock.now();
});

describe("the name", () => {
  it("changes in the record, in later tokens and for the other members", async () => {
    app.addMember("ada", "bob", "viewer");
    const { body } = await app
      .as("ada")
      .patch("/api/v1/users/profile")
      .send({ displayName: " Ada Byron " })
      .expect(200);
    expect(body.displayName).toBe("Ada Byron");
    expect(app.identityProvider.names.get("ada")).toBe("Ada Byron");
    const { body: members } = await app.as("bob", "ada").get("/api/v1/members").expect(200);
    expect(members[0].displayName).toBe("Ada Byron");
    await app.as("ada").patch("/api/v1/users/profile").send({ displayName: " " }).expect(400);
  });
});

describe("the address", () => {
  const change = (email: string, uid = "ada") =>
    app.as(uid).post("/api/v1/users/email-change").send({ email });

  it("changes through a link sent to the new address, and the old one is notified", async () => {
    await change("New@example.com").expect(204);
    expect(app.mailer.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ["new@example.com", "Confirm your new email address"],
      ["ada@example.com", "Your email address is about to change"],
    ]);
    expect(app.mailer.sent[0]!.text).toContain("/auth/action?mode=verifyAndChangeEmail&oobCode=");
    expect(app.mailer.sent[1]!.text).not.toContain("oobCode");
    // Nothing has changed yet.
    expect((await app.as("ada").get("/api/auth/user")).body.email).toBe("ada@example.com");
  });

  it("is announced to the old one, and names it, only if that one is verified", async () => {
    await change("new@example.com", "unverified").expect(204);
    expect(app.mailer.sent.map(({ to }) => to)).toEqual(["new@example.com"]);
    expect(app.mailer.sent[0]!.text).not.toContain("unverified");
  });

  it("does not reveal whether someone else has the new one", async () => {
    app.identityProvider.known.add("bob@example.com");
    await change("bob@example.com").expect(204);
    expect(app.mailer.sent).toEqual([]);
  });

  it("needs a sign-in within the last ten minutes", async () => {
    app.clock.advance(11 * minuteMs);
    const { body } = await change("new@example.com").expect(403);
    expect(body.code).toBe("sign-in-again");
  });

  it("can be changed at most five times an hour, whatever the new addresses", async () => {
    for (let i = 0; i < 5; i++) await change(`new${i}@example.com`).expect(204);
    await change("another@example.com").expect(429);
  });
});

it("signing out everywhere ends all sessions of this person", async () => {
  await app.as("ada").post("/api/v1/users/sign-out-everywhere").expect(204);
  expect(app.identityProvider.revoked).toEqual(["ada"]);
});

describe("a data download", () => {
  const linkIn = (text: string) => /\/settings\/profile\?download=(\S+)/.exec(text)![1]!;
  const fileOf = async (id: string) => {
    const path = app.objects.paths("").find((each) => each.endsWith(`exports/ada/${id}.json`));
    return JSON.parse((await app.objects.read(path!))!.toString("utf8")) as Record<string, unknown>;
  };

  it("contains what is stored about a person", async () => {
    await app
      .as("ada")
      .post("/api/v1/invitations")
      .send({ email: "cleo@example.com", role: "viewer" })
      .expect(201);
    await app.as("ada").post("/api/v1/users/data-export").expect(204);
    await deliver(app);
    const mail = app.mailer.sent.at(-1)!;
    expect(mail).toMatchObject({ to: "ada@example.com", subject: "Your data is ready to download" });
    expect(await fileOf(linkIn(mail.text))).toMatchObject({
      person: { email: "ada@example.com" },
      memberships: [{ name: "ada", role: "owner" }],
      actions: expect.arrayContaining([
        expect.objectContaining({ workspace: "ada", action: "member.invited" }),
        expect.objectContaining({ workspace: "ada", action: "member.data-requested" }),
      ]),
    });
  });

  it("contains what a workspace stores, without secrets, for owners only", async () => {
    const connection = await verifiedConnection(app, "ada");
    const { body: setup } = await app
      .as("ada")
      .post("/api/v1/setups")
      .send(setupBody(connection))
      .expect(201);
    await app.as("ada").post(`/api/v1/setups/${setup.id}/run`).expect(202);
    await app
      .as("ada")
      .post("/api/v1/invitations")
      .send({ email: "cleo@example.com", role: "viewer" })
      .expect(201);
    await app
      .as("ada")
      .put("/api/v1/data-settings")
      .send({ segmentBy: ["tier"] })
      .expect(204);
    await app
      .as("ada")
      .post("/api/v1/names/decisions")
      .send({ pattern: "quiz_*", state: "approved" })
      .expect(204);
    const { id: ada } = (await app.workspaces.membershipsOf("ada"))[0]!;
    for (const [id, isClosed] of [
      ["open", false],
      ["closed", true],
    ] as const) {
      const incident = incidentRecord(id, connection, { isClosed });
      await app.incidents.change(ada, id, () => ({ incident, entries: [] }));
      const action = { kind: "comment", text: `why ${id}` };
      await app
        .as("ada")
        .post("/api/v1/incidents/actions")
        .send({ ids: [id], action })
        .expect(200);
    }
    app.addMember("ada", "bob", "admin");
    await app.as("bob", "ada").post("/api/v1/workspace/data-export").expect(403);
    await app.as("ada").post("/api/v1/workspace/data-export").expect(204);
    await deliver(app);
    const mail = app.mailer.sent.at(-1)!;
    const data = await fileOf(linkIn(mail.text));
    expect(data).toMatchObject({
      name: "ada",
      members: [{ uid: "ada" }, { uid: "bob" }],
      invitations: [{ email: "cleo@example.com" }],
      connections: [{ id: connection, projectId: "1000001" }],
      dataSettings: { [connection]: { segmentBy: ["tier"], names: { patterns: [{ pattern: "quiz_*" }] } } },
      incidents: [
        { id: "open", timeline: [{ text: "why open" }] },
        { id: "closed", timeline: [{ text: "why closed" }] },
      ],
      setups: [{ name: "Daily checks" }],
      runs: [{ setupId: setup.id }],
    });
    expect(JSON.stringify(data)).not.toMatch(/secret|tokenHash|cipher|\blease/i);
  });

  it("is neither written nor announced once the person can't log in anymore", async () => {
    await app.as("ada").post("/api/v1/users/data-export").expect(204);
    app.identityProvider.disabled.add("ada");
    await deliver(app);
    expect([app.mailer.sent, app.objects.paths("exports/")]).toEqual([[], []]);
  });

  it("is available only to the person who requested it, for a day", async () => {
    await app.as("ada").post("/api/v1/users/data-export").expect(204);
    await deliver(app);
    const path = `/api/v1/data-exports/${linkIn(app.mailer.sent.at(-1)!.text)}`;
    const { body } = await app.as("ada").get(path).expect(200);
    expect(body).toMatchObject({ fileName: "plumbline-data-2026-11-18.json" });
    await app.as("bob").get(path).expect(404);
    app.clock.advance(24 * hourMs);
    await app.as("ada").get(path).expect(404);
    await everyMinute(app);
    expect(app.objects.paths("exports/")).toEqual([]);
  });

  it.each([
    [
      "is no longer an owner",
      (app: TestApp) => app.as("ada").patch("/api/v1/members/bob").send({ role: "admin" }),
    ],
    ["was removed", (app: TestApp) => app.as("ada").delete("/api/v1/members/bob")],
    [
      "has deleted the workspace",
      (app: TestApp) => app.as("bob", "ada").post("/api/v1/workspace/deletion").send({ name: "ada" }),
    ],
  ])("of a workspace is closed to a person who %s", async (_how, end) => {
    app.addMember("ada", "bob", "owner");
    await app.as("bob", "ada").post("/api/v1/workspace/data-export").expect(204);
    await deliver(app);
    const path = `/api/v1/data-exports/${linkIn(app.mailer.sent.at(-1)!.text)}`;
    await app.as("bob").get(path).expect(200);
    await app.as("ada").get(path).expect(404);
    await end(app);
    await app.as("bob").get(path).expect(404);
    await deliver(app);
    await everyMinute(app);
    app.clock.advance(24 * hourMs);
    await everyMinute(app);
    expect(app.objects.paths("").filter((each) => each.includes("exports/"))).toEqual([]);
  });

  it("is not emailed to an unverified address, and at most five times an hour", async () => {
    await app.as("unverified").post("/api/v1/users/data-export").expect(403);
    for (let i = 0; i < 5; i++) await app.as("ada").post("/api/v1/users/data-export").expect(204);
    await app.as("ada").post("/api/v1/users/data-export").expect(429);
  });
});
