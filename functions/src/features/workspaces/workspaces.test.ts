import { describe, expect, it, vi } from "vitest";
import type { Role } from "../../contract/workspaces.js";
import { dayMs, toInstant } from "../../common/time.js";
import { everyMinute } from "../../entry/every-minute.js";
import { deliver } from "../../testing/run-world.js";
import { testApp, type TestApp, verifiedConnection } from "../../testing/test-app.js";

const lastToken = ({ mailer }: TestApp): string =>
  new URL(/https?:\S+token=\S+/.exec(mailer.sent.at(-1)!.text)![0]).searchParams.get("token")!;

/** Ada invites an address. @returns the token of the emailed link */
async function invite(app: TestApp, email: string, role: Role = "editor"): Promise<string> {
  await app.as("ada").post("/api/v1/invitations").send({ email, role }).expect(201);
  return lastToken(app);
}

/** Makes a person a member of Ada's workspace. */
async function join(app: TestApp, uid: string, role: Role): Promise<void> {
  const token = await invite(app, `${uid}@example.com`, role);
  await app.as(uid).post("/api/v1/invitations/accept").send({ token }).expect(200);
}

const members = async (app: TestApp) =>
  (await app.as("ada").get("/api/v1/members").expect(200)).body as { uid: string; role: Role }[];

describe("sign-up", () => {
  it("creates one workspace with the person as its owner, however many requests come first", async () => {
    const app = testApp();
    await Promise.all([1, 2, 3].map(() => app.as("new").get("/api/v1/runs").expect(200)));
    const { body } = await app.as("new").get("/api/auth/user").expect(200);
    expect(body.workspaces).toMatchObject([{ name: "new's workspace", role: "owner" }]);
  });
});

describe("workspaces", () => {
  it("are at most 20 a person, however many are created at the same moment", async () => {
    const app = testApp();
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, index) =>
        app
          .as("ada")
          .post("/api/v1/workspaces")
          .send({ name: `Shop ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    const { body } = await app.as("ada").get("/api/auth/user").expect(200);
    expect(body.workspaces).toHaveLength(20);
    const { body: audit } = await app.as("ada", body.workspaces.at(-1).id).get("/api/v1/audit").expect(200);
    expect(audit).toMatchObject([{ action: "workspace.created", actor: { uid: "ada" } }]);
  });
});

describe("an invitation", () => {
  it("makes the recipient a member with the given role, and both see the workspace", async () => {
    const app = testApp();
    const token = await invite(app, "Bob@Example.com", "viewer");
    const { body: preview } = await app.anonymous.post("/api/v1/invitations/preview").send({ token });
    expect(preview).toMatchObject({ email: "bob@example.com", role: "viewer", workspaceName: "ada" });
    await app.as("bob").post("/api/v1/invitations/accept").send({ token }).expect(200);
    await app.as("ada").patch("/api/v1/users/preferences").send({ emailNotifications: false }).expect(200);
    expect(await members(app)).toMatchObject([
      { uid: "ada", role: "owner", emailNotifications: false },
      { uid: "bob", role: "viewer", emailNotifications: true },
    ]);
    const { body: user } = await app.as("bob").get("/api/auth/user").expect(200);
    expect(user.workspaces).toMatchObject([
      { id: "bob", role: "owner" },
      { id: "ada", role: "viewer" },
    ]);
    expect((await app.as("ada").get("/api/v1/invitations").expect(200)).body).toEqual([]);
  });

  it("gives a new user only this workspace, without an empty one of their own", async () => {
    const app = testApp();
    await join(app, "cleo", "editor");
    const { body } = await app.as("cleo").get("/api/auth/user").expect(200);
    expect(body.workspaces).toMatchObject([{ id: "ada", role: "editor" }]);
  });

  it("creates a verified account and joins in one step, once", async () => {
    const app = testApp();
    const token = await invite(app, "cleo@example.com", "viewer");
    const body = { token, displayName: " Cleo ", password: "secret-1" };
    const preview = () => app.anonymous.post("/api/v1/invitations/preview").send({ token });
    const signUp = (sent: object) => app.anonymous.post("/api/v1/invitations/sign-up").send(sent);
    expect((await preview()).body).toMatchObject({
      state: "open",
      hasAccount: false,
      members: 1,
      initials: ["A"],
    });
    await signUp({ ...body, password: "short" }).expect(400);
    const answers = await Promise.all([signUp(body), signUp(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(app.identityProvider.names.get("cleo")).toBe("Cleo");
    expect((await preview()).body).toMatchObject({
      ...{ state: "used", hasAccount: true, workspaceId: "ada" },
      initials: [],
    });
    const { body: user } = await app.as("cleo").get("/api/auth/user").expect(200);
    expect(user).toMatchObject({ displayName: "Cleo", workspaces: [{ id: "ada", role: "viewer" }] });
    expect(app.mailer.sent).toHaveLength(1);
  });

  it("shows whoever holds the link initials of the sender and of others, but no name or address", async () => {
    const app = testApp();
    for (const uid of ["bob", "cleo", "dora"]) await join(app, uid, "admin");
    await app.as("cleo").get("/api/auth/user").expect(200);
    await app
      .as("cleo", "ada")
      .post("/api/v1/invitations")
      .send({ email: "eve@example.com", role: "viewer" })
      .expect(201);
    const answer = await app.anonymous
      .post("/api/v1/invitations/preview")
      .send({ token: lastToken(app) })
      .expect(200);
    expect(answer.body).toMatchObject({
      invitedBy: "cleo@example.com",
      members: 4,
      initials: ["C", "A", "B"],
    });
    expect(answer.text).not.toMatch(/bob|dora|ada@/);
  });

  it("proves the address to no account that exists already", async () => {
    const app = testApp();
    app.identityProvider.known.add("cleo@example.com");
    const token = await invite(app, "cleo@example.com");
    const body = { token, displayName: "Mallory", password: "secret-1" };
    const answer = await app.anonymous.post("/api/v1/invitations/sign-up").send(body).expect(409);
    expect(answer.body.userMessage).toBe("cleo@example.com already has an account. Log in to join.");
    expect(await members(app)).toHaveLength(1);
  });

  it("says who to ask when it has expired, and creates no account then", async () => {
    const app = testApp();
    const token = await invite(app, "cleo@example.com");
    app.clock.advance(8 * dayMs);
    const { body } = await app.anonymous.post("/api/v1/invitations/preview").send({ token }).expect(200);
    expect(body).toMatchObject({ state: "expired", invitedBy: "ada@example.com" });
    await app.anonymous
      .post("/api/v1/invitations/sign-up")
      .send({ token, displayName: "Cleo", password: "secret-1" })
      .expect(409);
    expect(app.identityProvider.known.size).toBe(0);
  });

  it("is refused with a message if it is for someone else, used, expired, revoked, replaced or unknown", async () => {
    const app = testApp();
    const accept = async (uid: string, token: string) => {
      const { body } = await app.as(uid).post("/api/v1/invitations/accept").send({ token }).expect(409);
      return body.userMessage as string;
    };
    const first = await invite(app, "bob@example.com");
    expect(await accept("cleo", first)).toBe(
      "This invitation is for bob@example.com. You are logged in as cleo@example.com.",
    );
    const [{ id }] = (await app.as("ada").get("/api/v1/invitations")).body;
    await app.as("ada").post(`/api/v1/invitations/${id}/resend`).expect(200);
    expect(await accept("bob", first)).toContain("isn't valid");
    const second = lastToken(app);
    await app.as("bob").post("/api/v1/invitations/accept").send({ token: second }).expect(200);
    expect(await accept("bob", second)).toBe("This invitation has already been used.");

    const late = await invite(app, "cleo@example.com");
    app.clock.advance(8 * dayMs);
    expect(await accept("cleo", late)).toContain("expired");
    const revoked = await invite(app, "cleo@example.com");
    const [open] = (await app.as("ada").get("/api/v1/invitations")).body;
    await app.as("ada").delete(`/api/v1/invitations/${open.id}`).expect(204);
    expect(await accept("cleo", revoked)).toContain("isn't valid");
    expect(await accept("cleo", "ada.x.y")).toContain("isn't valid");
  });

  it("is accepted once, however many requests come at the same moment", async () => {
    const app = testApp();
    const token = await invite(app, "bob@example.com");
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.as("bob").post("/api/v1/invitations/accept").send({ token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("needs a verified address on both sides", async () => {
    const app = testApp();
    const { body } = await app
      .as("unverified")
      .post("/api/v1/invitations")
      .send({ email: "bob@example.com", role: "viewer" })
      .expect(403);
    expect(body.code).toBe("email-not-verified");
    expect(app.mailer.sent).toEqual([]);
    const token = await invite(app, "unverified@example.com");
    await app.as("unverified").post("/api/v1/invitations/accept").send({ token }).expect(403);
  });

  it("is not sent to a member, and replaces an open one for the same address", async () => {
    const app = testApp();
    await join(app, "bob", "viewer");
    const again = { email: "bob@example.com", role: "admin" };
    await app.as("ada").post("/api/v1/invitations").send(again).expect(409);
    await invite(app, "cleo@example.com", "viewer");
    await invite(app, "cleo@example.com", "admin");
    const { body } = await app.as("ada").get("/api/v1/invitations").expect(200);
    expect(body).toMatchObject([{ email: "cleo@example.com", role: "admin" }]);
  });

  it("is refused beyond 50 members and open invitations", async () => {
    const app = testApp();
    for (let i = 1; i < 50; i++) {
      await invite(app, `p${i}@example.com`);
      // A person may invite 20 a day.
      if (i % 20 === 0) app.clock.advance(dayMs);
    }
    const { body } = await app
      .as("ada")
      .post("/api/v1/invitations")
      .send({ email: "one-more@example.com", role: "viewer" })
      .expect(409);
    expect(body).toMatchObject({ code: "limit-reached", details: { limit: 50 } });
  });
});

describe("an invitation by somebody who may not invite anymore", () => {
  /** Bob is an admin and has invited an address of his own. */
  async function invitedByBob() {
    const app = testApp();
    await join(app, "bob", "admin");
    app.clock.advance(1_000);
    const sent = { email: "cleo@example.com", role: "admin" };
    await app.as("bob", "ada").post("/api/v1/invitations").send(sent).expect(201);
    const token = decodeURIComponent(/token=(\S+)/.exec(app.mailer.sent.at(-1)!.text)![1]!);
    app.clock.advance(1_000);
    const call = (name: "preview" | "accept") =>
      app.as("cleo").post(`/api/v1/invitations/${name}`).send({ token });
    return { app, call };
  }

  it.each([
    ["was removed", (app: TestApp) => app.as("ada").delete("/api/v1/members/bob")],
    ["left", (app: TestApp) => app.as("bob", "ada").post("/api/v1/workspace/leave")],
    ["was demoted", (app: TestApp) => app.as("ada").patch("/api/v1/members/bob").send({ role: "editor" })],
  ])("who %s opens nothing", async (_how, end) => {
    const { app, call } = await invitedByBob();
    await call("preview").expect(200);
    await end(app).expect(204);
    for (const name of ["preview", "accept"] as const)
      expect((await call(name).expect(409)).body.userMessage).toContain("may not invite people anymore");
    expect((await app.as("ada").get("/api/v1/invitations")).body).toEqual([]);
  });

  it("stays closed when they come back, until somebody sends it again as their own", async () => {
    const { app, call } = await invitedByBob();
    const [{ id }] = (await app.as("ada").get("/api/v1/invitations")).body;
    await app.as("ada").delete("/api/v1/members/bob").expect(204);
    app.clock.advance(1_000);
    await join(app, "bob", "admin");
    await call("accept").expect(409);
    await app.as("ada").post(`/api/v1/invitations/${id}/resend`).expect(200);
    const token = decodeURIComponent(/token=(\S+)/.exec(app.mailer.sent.at(-1)!.text)![1]!);
    await app.as("cleo").post("/api/v1/invitations/accept").send({ token }).expect(200);
  });
});

describe("the address of a member on an email list", () => {
  const addresses = async (app: TestApp) =>
    (await app.as("ada").get("/api/v1/channels")).body[0].addresses as { email: string; leftAt?: string }[];

  it.each([
    ["was removed", (app: TestApp) => app.as("ada").delete("/api/v1/members/bob")],
    ["left", (app: TestApp) => app.as("bob", "ada").post("/api/v1/workspace/leave")],
    [
      "deleted their account",
      (app: TestApp) =>
        app.as("bob", "ada").post("/api/v1/users/deletion").send({ email: "bob@example.com" }),
    ],
  ])("is marked for admins when they %s, until they are back", async (_how, end) => {
    const app = testApp();
    await join(app, "bob", "editor");
    const list = { kind: "email", name: "Team", addresses: ["bob@example.com", "cleo@example.com"] };
    await app.as("ada").post("/api/v1/channels").send(list).expect(201);
    expect(await addresses(app)).toEqual([
      { email: "bob@example.com", confirmedAt: null },
      { email: "cleo@example.com", confirmedAt: null },
    ]);
    const leftAt = toInstant(app.clock.now());
    const channels = vi.spyOn(app.channels, "change");
    // Whatever fails halfway is repeated: by whoever asked, or by the deletion's next task.
    channels.mockRejectedValueOnce(new Error("Firestore does not answer"));
    await end(app);
    await end(app);
    await deliver(app).catch(() => undefined);
    app.clock.advance(dayMs / 24);
    await everyMinute(app);
    await deliver(app);
    expect(await addresses(app)).toEqual([
      { email: "bob@example.com", confirmedAt: null, leftAt },
      { email: "cleo@example.com", confirmedAt: null },
    ]);
    app.clock.advance(1_000);
    if (_how !== "deleted their account") {
      const token = await invite(app, "bob@example.com");
      channels.mockRejectedValueOnce(new Error("Firestore does not answer"));
      for (const status of [500, 200])
        await app.as("bob").post("/api/v1/invitations/accept").send({ token }).expect(status);
      expect((await addresses(app))[0]).toEqual({ email: "bob@example.com", confirmedAt: null });
    }
  });

  it("is marked for admins when they get a lower role, until they get a higher one", async () => {
    const app = testApp();
    await join(app, "bob", "admin");
    const list = { kind: "email", name: "Team", addresses: ["bob@example.com"] };
    await app.as("ada").post("/api/v1/channels").send(list).expect(201);
    const change = (role: Role) => app.as("ada").patch("/api/v1/members/bob").send({ role });
    const mark = async () => (await addresses(app))[0]!.leftAt;
    vi.spyOn(app.channels, "change").mockRejectedValueOnce(new Error("Firestore does not answer"));
    await change("editor").expect(500);
    for (const role of ["editor", "editor", "viewer", "viewer"] as const) {
      await change(role).expect(204);
      expect(await mark()).toBe(toInstant(app.clock.now()));
    }
    await change("editor").expect(204);
    expect(await mark()).toBeUndefined();
  });
});

describe("the mark of somebody who left", () => {
  const world = async () => {
    const app = testApp();
    await join(app, "bob", "editor");
    const list = { kind: "email", name: "Team", addresses: ["bob@example.com"] };
    await app.as("ada").post("/api/v1/channels").send(list).expect(201);
    const marks = async () => (await app.as("ada").get("/api/v1/channels")).body[0].addresses[0].leftAt;
    /** Something happens after the first checks of an operation, just before it commits. */
    const meanwhile = (operation: "acceptInvitation" | "changeMember", happens: () => Promise<unknown>) => {
      const original = app.workspaces[operation].bind(app.workspaces) as (
        ...args: unknown[]
      ) => Promise<never>;
      vi.spyOn(app.workspaces, operation).mockImplementationOnce(async (...args: unknown[]) => {
        await happens();
        return original(...args);
      });
    };
    const leave = async () => {
      await app.as("ada").delete("/api/v1/members/bob").expect(204);
      const leftAt = await marks();
      expect(leftAt).toBeDefined();
      app.clock.advance(1_000);
      return { leftAt, token: await invite(app, "bob@example.com") };
    };
    const accept = (token: string) => app.as("bob").post("/api/v1/invitations/accept").send({ token });
    return { app, marks, meanwhile, leave, accept };
  };

  it("stays if an invitation is refused at the last moment", async () => {
    const { app, marks, meanwhile, leave, accept } = await world();
    const { leftAt, token } = await leave();
    const [invitation] = (await app.as("ada").get("/api/v1/invitations")).body;
    meanwhile("acceptInvitation", () => app.as("ada").delete(`/api/v1/invitations/${invitation.id}`));
    await accept(token).expect(409);
    expect(await marks()).toBe(leftAt);
  });

  it("goes if they joined by another request meanwhile", async () => {
    const { marks, meanwhile, leave, accept } = await world();
    const { token } = await leave();
    meanwhile("acceptInvitation", () => accept(token).expect(200));
    await accept(token).expect(409);
    expect(await marks()).toBeUndefined();
  });

  it("is set if they are removed while they get a higher role", async () => {
    const { app, marks, meanwhile } = await world();
    meanwhile("changeMember", () => app.as("ada").delete("/api/v1/members/bob").expect(204));
    await app.as("ada").patch("/api/v1/members/bob").send({ role: "admin" }).expect(404);
    expect(await marks()).toBe(toInstant(app.clock.now()));
  });

  it.each([
    ["removal", (cleo: ReturnType<TestApp["as"]>) => cleo.delete("/api/v1/members/bob")],
    ["demotion", (cleo) => cleo.patch("/api/v1/members/bob").send({ role: "viewer" })],
  ])("isn't set if a %s is refused at the last moment", async (_name, end) => {
    const { app, marks, meanwhile } = await world();
    await join(app, "cleo", "admin");
    meanwhile("changeMember", () =>
      app.as("ada").patch("/api/v1/members/cleo").send({ role: "viewer" }).expect(204),
    );
    await end(app.as("cleo", "ada")).expect(403);
    expect(await marks()).toBeUndefined();
  });
});

describe("members", () => {
  it("keep a last owner, who can't be demoted or removed and can't leave", async () => {
    const app = testApp();
    await join(app, "bob", "admin");
    const change = (uid: string, target: string, role: Role) =>
      app.as(uid, "ada").patch(`/api/v1/members/${target}`).send({ role });
    expect((await change("bob", "ada", "viewer").expect(403)).body.code).toBe("role-too-low");
    expect((await change("bob", "bob", "owner").expect(403)).body.code).toBe("role-too-low");
    expect((await change("ada", "ada", "admin").expect(409)).body.code).toBe("last-owner");
    await app.as("ada").post("/api/v1/workspace/leave").expect(409);
    await app.as("bob", "ada").delete("/api/v1/members/ada").expect(403);

    await change("ada", "bob", "owner").expect(204);
    await app.as("ada").post("/api/v1/workspace/leave").expect(204);
    await app.as("ada", "ada").get("/api/v1/runs").expect(403);
    expect((await app.as("bob", "ada").get("/api/v1/members").expect(200)).body).toHaveLength(1);
  });

  it("have no access from the moment they are removed", async () => {
    const app = testApp();
    await join(app, "bob", "admin");
    await app.as("bob", "ada").get("/api/v1/members").expect(200);
    await app.as("ada").delete("/api/v1/members/bob").expect(204);
    const { body } = await app.as("bob", "ada").get("/api/v1/members").expect(403);
    const { body: unknown } = await app.as("bob", "nowhere").get("/api/v1/members").expect(403);
    expect({ ...body, requestId: "" }).toEqual({ ...unknown, requestId: "" });
  });
});

describe("the audit log", () => {
  it("names connections that were added, edited and deleted", async () => {
    const app = testApp();
    const id = await verifiedConnection(app, "ada");
    await app.as("ada").delete(`/api/v1/mixpanel/connections/${id}`).expect(204);
    const { body } = await app.as("ada").get("/api/v1/audit").expect(200);
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "connection.created", target: "1000001" }),
        expect.objectContaining({
          action: "connection.deleted",
          actor: { uid: "ada", email: "ada@example.com" },
        }),
      ]),
    );
  });

  it("says who did what, to what and from where, newest first", async () => {
    const app = testApp();
    await join(app, "bob", "viewer");
    app.clock.advance(1_000);
    await app.as("ada").patch("/api/v1/members/bob").send({ role: "editor" }).expect(204);
    app.clock.advance(1_000);
    await app
      .as("ada")
      .patch("/api/v1/workspace")
      .set("X-Forwarded-For", "203.0.113.9, 66.249.84.13")
      .send({ name: "Shop" })
      .expect(200);
    const { body } = await app.as("ada").get("/api/v1/audit").expect(200);
    expect(body.map(({ action, target }: { action: string; target: string }) => [action, target])).toEqual(
      expect.arrayContaining([
        ["workspace.renamed", "Shop"],
        ["member.role-changed", "bob@example.com: editor"],
        ["member.joined", "bob@example.com"],
        ["member.invited", "bob@example.com: viewer"],
      ]),
    );
    expect(body[0]).toMatchObject({
      action: "workspace.renamed",
      actor: { uid: "ada", email: "ada@example.com" },
      // Not the address that the caller claims.
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    });
  });
});
