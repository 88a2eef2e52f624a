import { describe, expect, it } from "vitest";
import { minuteMs } from "../../common/time.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { ada, bob } from "../../testing/tenants.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import { recipientsOf } from "../channels/members/send-to-members.js";
import {
  addressKey,
  addressOfToken,
  confirmationToken,
  unsubscribeToken,
  unsubscriptionOfToken,
} from "./unsubscribe-token.js";

const key = "k".repeat(32);

describe("unsubscribe tokens", () => {
  const token = unsubscribeToken(key, "ada@example.com");
  const [address, signature] = token.split(".");
  const unsubscription = { address: addressKey(key, "ada@example.com"), at: "2026-11-18T12:00:00.123Z" };
  const confirmation = confirmationToken(key, unsubscription);

  it("identify the address that they were made for, and do not reveal it", () => {
    expect(addressOfToken(key, token)).toBe(addressKey(key, " Ada@example.com"));
    expect(unsubscriptionOfToken(key, confirmation)).toEqual(unsubscription);
    expect(token + confirmation).not.toMatch(/ada|example/i);
  });

  it.each([
    ["for another address", [addressKey(key, "bob@example.com"), signature].join(".")],
    ["with another key", unsubscribeToken("x".repeat(32), "ada@example.com")],
    ["for another purpose", [address, confirmation.split(".")[2]].join(".")],
    ["without a signature", address!],
    ["that are empty", ""],
    ["with trailing text", `${token}.x`],
  ])("%s are refused", (_name, forged) => {
    const refusal = expect.objectContaining({ code: "invalid-unsubscribe-token" });
    expect(() => addressOfToken(key, forged)).toThrow(refusal);
    expect(() => unsubscriptionOfToken(key, forged)).toThrow(refusal);
    const [who, , signed] = confirmation.split(".");
    for (const at of ["", "x", "1", "9".repeat(15), "-1"])
      expect(() => unsubscriptionOfToken(key, [who, at, signed].join("."))).toThrow(refusal);
  });
});

describe("an address that unsubscribes by a link", () => {
  const post = (app: TestApp, path: string, token: string) =>
    app.anonymous
      .post(`/api/v1/${path}?token=${encodeURIComponent(token)}`)
      .type("form")
      .send("List-Unsubscribe=One-Click");
  const unsubscribe = (app: TestApp, email = "ada@example.com") =>
    post(app, "unsubscribe", unsubscribeToken(app.settings.unsubscribeKey, email));
  const turnOn = (app: TestApp, uid = "ada", workspace?: string) =>
    app.as(uid, workspace).patch("/api/v1/users/preferences").send({ emailNotifications: true });
  const isOn = async (app: TestApp, uid: string) =>
    (await app.as(uid).get("/api/auth/user")).body.emailNotifications as boolean;
  const gets = async (app: TestApp, workspaceId: WorkspaceId) =>
    (await recipientsOf(app, workspaceId)).verified.map(({ email }) => email);
  const linkIn = (app: TestApp) =>
    decodeURIComponent(/\/api\/v1\/subscribe\?token=(\S+)/.exec(app.mailer.sent.at(-1)!.text)![1]!);

  it("can post the form repeatedly without sign-in, and affects nobody else", async () => {
    const app = testApp();
    for (const uid of ["ada", "bob"]) await app.as(uid).get("/api/auth/user").expect(200);
    const page = await app.anonymous
      .get(`/api/v1/unsubscribe?token=${unsubscribeToken(app.settings.unsubscribeKey, "ada@example.com")}`)
      .expect(200);
    // The page asks before it acts, because mail scanners follow links.
    expect(page.text).toContain('<form method="post"');
    expect(await isOn(app, "ada")).toBe(true);
    for (let times = 0; times < 2; times++) await unsubscribe(app).expect(200).expect("Content-Type", /html/);
    expect([await isOn(app, "ada"), await isOn(app, "bob")]).toEqual([false, true]);
    expect((await post(app, "unsubscribe", "x.y").expect(400)).body.code).toBe("invalid-unsubscribe-token");
    // Also works for an address that nobody has.
    await unsubscribe(app, "nobody@example.com").expect(200);
  });

  it("stays unsubscribed in every workspace, even after being removed and added again", async () => {
    const app = testApp();
    app.addMember("bob", "ada", "viewer");
    expect(await gets(app, bob)).toEqual(["bob@example.com", "ada@example.com"]);
    await unsubscribe(app).expect(200);
    expect([await gets(app, ada), await gets(app, bob)]).toEqual([[], ["bob@example.com"]]);
    await app.as("bob").delete("/api/v1/members/ada").expect(204);
    app.addMember("bob", "ada", "editor");
    expect(await gets(app, bob)).toEqual(["bob@example.com"]);
    const { body } = await app.as("ada").get("/api/auth/user").expect(200);
    expect(body).toMatchObject({ emailNotifications: false, emailsUnsubscribed: true });
    expect(body.workspaces.map((each: { emailNotifications: boolean }) => each.emailNotifications)).toEqual([
      false,
      false,
    ]);
  });

  it("stays unsubscribed when notifications are turned on, until the link in a new email is confirmed", async () => {
    const app = testApp();
    await unsubscribe(app).expect(200);
    const { body } = await turnOn(app).expect(200);
    expect(body).toMatchObject({ emailNotifications: false, emailsUnsubscribed: true });
    expect(app.mailer.sent).toMatchObject([
      { to: "ada@example.com", subject: "Confirm that you want emails again" },
    ]);
    expect(await gets(app, ada)).toEqual([]);
    const token = linkIn(app);
    const page = await app.anonymous.get(`/api/v1/subscribe?token=${encodeURIComponent(token)}`).expect(200);
    expect(page.text).toContain('<form method="post"');
    expect(await gets(app, ada)).toEqual([]);
    await post(app, "subscribe", token).expect(200).expect("Content-Type", /html/);
    expect(await gets(app, ada)).toEqual(["ada@example.com"]);
    expect((await app.as("ada").get("/api/auth/user")).body).toMatchObject({
      emailNotifications: true,
      emailsUnsubscribed: false,
    });
    // The link works once.
    await post(app, "subscribe", token).expect(400);
  });

  it("does so for every address of its mailbox, and any of them can confirm", async () => {
    const app = testApp();
    await app.as("ada+work").get("/api/auth/user").expect(200);
    await unsubscribe(app).expect(200);
    const { body } = await turnOn(app, "ada+work").expect(200);
    expect(body).toMatchObject({ emailNotifications: false, emailsUnsubscribed: true });
    expect(app.mailer.sent).toMatchObject([{ to: "ada+work@example.com" }]);
    const mine = body.workspaces[0].id as WorkspaceId;
    expect(await gets(app, mine)).toEqual([]);
    await post(app, "subscribe", linkIn(app)).expect(200);
    expect(await gets(app, mine)).toEqual(["ada+work@example.com"]);
  });

  it("gets emails again by one link if both it and its mailbox unsubscribed", async () => {
    const app = testApp();
    await app.as("ada+work").get("/api/auth/user").expect(200);
    await unsubscribe(app).expect(200);
    await unsubscribe(app, "ada+work@example.com").expect(200);
    const { body } = await turnOn(app, "ada+work").expect(200);
    await post(app, "subscribe", linkIn(app)).expect(200);
    expect(await gets(app, body.workspaces[0].id as WorkspaceId)).toEqual(["ada+work@example.com"]);
  });

  it("gets emails again by a link that failed after half of its work, but only once", async () => {
    const app = testApp();
    await app.as("ada+work").get("/api/auth/user").expect(200);
    await unsubscribe(app).expect(200);
    await unsubscribe(app, "ada+work@example.com").expect(200);
    await turnOn(app, "ada+work").expect(200);
    const link = linkIn(app);
    await app.unsubscribed.remove(unsubscriptionOfToken(app.settings.unsubscribeKey, link.split("~")[0]!));
    await post(app, "subscribe", link).expect(200);
    await post(app, "subscribe", link).expect(400);
  });

  it("can unsubscribe again, which an earlier link does not undo", async () => {
    const app = testApp();
    await unsubscribe(app).expect(200);
    await turnOn(app).expect(200);
    const earlier = linkIn(app);
    app.clock.advance(1);
    await unsubscribe(app).expect(200);
    await post(app, "subscribe", earlier).expect(400);
    expect(await gets(app, ada)).toEqual([]);
  });

  it("gets the confirmation email at most five times an hour, and none while it is not verified", async () => {
    const app = testApp();
    await unsubscribe(app).expect(200);
    for (let i = 0; i < 5; i++) await turnOn(app).expect(200);
    await turnOn(app).expect(429);
    expect(app.mailer.sent).toHaveLength(5);
    app.clock.advance(60 * minuteMs);
    await turnOn(app).expect(200);
    await unsubscribe(app, "unverified@example.com").expect(200);
    await turnOn(app, "unverified").expect(403);
    expect(app.mailer.sent).toHaveLength(6);
  });

  it("gets no email when notifications that are off are turned off", async () => {
    const app = testApp();
    await unsubscribe(app).expect(200);
    await app.as("ada").patch("/api/v1/users/preferences").send({ emailNotifications: false }).expect(200);
    expect(app.mailer.sent).toEqual([]);
  });

  it("does not affect a new address of the same person", async () => {
    const app = testApp();
    await unsubscribe(app, "former@example.com").expect(200);
    expect(await gets(app, ada)).toEqual(["ada@example.com"]);
  });
});
