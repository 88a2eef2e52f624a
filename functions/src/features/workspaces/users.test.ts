import { describe, expect, it } from "vitest";
import { testApp } from "../../testing/test-app.js";

const body = { email: "eve@example.com", displayName: "Eve Person", firebaseUid: "eve" };
const users = "/api/v1/users";

describe("the user record", () => {
  it("is created after sign-up, and stays the same when sent again", async () => {
    const { as } = testApp();
    const first = await as("eve").post(users).send(body).expect(201);
    expect(first.body).toMatchObject({
      ...body,
      emailNotifications: true,
      emailVerified: true,
      workspaces: [{ name: "Eve Person's workspace", role: "owner", emailNotifications: true }],
    });
    const again = await as("eve")
      .post(users)
      .send({ ...body, displayName: "Another" })
      .expect(201);
    expect(again.body).toEqual(first.body);
  });

  it.each([
    ["another uid", { ...body, firebaseUid: "bob" }, "body.firebaseUid"],
    ["another email", { ...body, email: "bob@example.com" }, "body.email"],
  ])("%s instead of the token's is refused", async (_name, sent, path) => {
    const answer = await testApp().as("eve").post(users).send(sent).expect(400);
    expect(answer.body.details.issues).toEqual([{ path, message: "Not the token's." }]);
  });

  it("accepts the email in any case", async () => {
    await testApp()
      .as("eve")
      .post(users)
      .send({ ...body, email: "Eve@Example.com" })
      .expect(201);
  });

  it("is created from the token if sign-up never created it", async () => {
    const { as } = testApp();
    const { body: guessed } = await as("eve").get("/api/auth/user").expect(200);
    expect(guessed).toMatchObject({ displayName: "eve", emailNotifications: true });
    const { body: withName } = await as("named").get("/api/auth/user").expect(200);
    expect(withName.displayName).toBe("Named Person");
  });

  it("gets the name typed at sign-up even if a read came first", async () => {
    const { as } = testApp();
    await as("eve").get("/api/auth/user").expect(200);
    const { body: user } = await as("eve").post(users).send(body).expect(201);
    expect(user.displayName).toBe("Eve Person");
  });

  it("gets one verification email, whether or not a read came before sign-up", async () => {
    const { as, mailer } = testApp();
    const sent = { email: "unverified@example.com", displayName: "Eve Person", firebaseUid: "unverified" };
    await as("unverified").get("/api/auth/user").expect(200);
    for (let time = 0; time < 2; time++) await as("unverified").post(users).send(sent).expect(201);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(["Verify your email address"]);
  });

  it("stays verified when a token from before the verification is used again", async () => {
    const app = testApp({}, async (token) => ({
      uid: "eve",
      email: token.includes("moved") ? "moved@example.com" : "eve@example.com",
      email_verified: token === "token-new",
    }));
    const stored = async (token: string) => {
      await app.as(token).get("/api/auth/user").expect(200);
      return (await app.users.find("eve"))!.isEmailVerified;
    };
    expect([await stored("old"), await stored("new"), await stored("old")]).toEqual([false, true, true]);
    expect(await stored("moved")).toBe(false);
  });

  it("has a default display name, the part of the email before the @", async () => {
    const { email, firebaseUid } = body;
    const { body: user } = await testApp().as("eve").post(users).send({ email, firebaseUid }).expect(201);
    expect(user.displayName).toBe("eve");
  });
});

describe("preferences", () => {
  it("switch email notifications, also before the record exists", async () => {
    const { as } = testApp();
    const off = await as("eve")
      .patch("/api/v1/users/preferences")
      .send({ emailNotifications: false })
      .expect(200);
    expect(off.body.emailNotifications).toBe(false);
    expect((await as("eve").get("/api/auth/user")).body.emailNotifications).toBe(false);
  });

  it("are a boolean", async () => {
    await testApp()
      .as("eve")
      .patch("/api/v1/users/preferences")
      .send({ emailNotifications: "no" })
      .expect(400);
  });
});
