import { describe, expect, it } from "vitest";
import { testApp } from "../../testing/test-app.js";

const body = { email: "ada@example.com", displayName: "Ada Lovelace", firebaseUid: "ada" };
const users = "/api/v1/users";

describe("the user record", () => {
  it("is created after sign-up, and is the same when sent again", async () => {
    const { as } = testApp();
    const first = await as("ada").post(users).send(body).expect(201);
    expect(first.body).toEqual({ ...body, emailNotifications: true });
    const again = await as("ada")
      .post(users)
      .send({ ...body, displayName: "Another" })
      .expect(200);
    expect(again.body).toEqual(first.body);
  });

  it.each([
    ["another uid", { ...body, firebaseUid: "bob" }, "body.firebaseUid"],
    ["another e-mail", { ...body, email: "bob@example.com" }, "body.email"],
  ])("%s than the token's is refused", async (_name, sent, path) => {
    const answer = await testApp().as("ada").post(users).send(sent).expect(400);
    expect(answer.body.details.issues).toEqual([{ path, message: "Not the token's." }]);
  });

  it("takes the e-mail in any case", async () => {
    await testApp()
      .as("ada")
      .post(users)
      .send({ ...body, email: "Ada@Example.com" })
      .expect(201);
  });

  it("is made from the token when sign-up never got to it", async () => {
    const { as } = testApp();
    const { body: guessed } = await as("ada").get("/api/auth/user").expect(200);
    expect(guessed).toMatchObject({ displayName: "ada", emailNotifications: true });
    const { body: withName } = await as("named").get("/api/auth/user").expect(200);
    expect(withName.displayName).toBe("Named Person");
  });

  it("keeps the name typed at sign-up when a read came first", async () => {
    const { as } = testApp();
    await as("ada").get("/api/auth/user").expect(200);
    const { body: user } = await as("ada").post(users).send(body).expect(200);
    expect(user.displayName).toBe("Ada Lovelace");
  });

  it("has a default display name, the part of the e-mail before the @", async () => {
    const { email, firebaseUid } = body;
    const { body: user } = await testApp().as("ada").post(users).send({ email, firebaseUid }).expect(201);
    expect(user.displayName).toBe("ada");
  });
});

describe("preferences", () => {
  it("switch e-mail notifications, also before the record exists", async () => {
    const { as } = testApp();
    const off = await as("ada")
      .patch("/api/v1/users/preferences")
      .send({ emailNotifications: false })
      .expect(200);
    expect(off.body.emailNotifications).toBe(false);
    expect((await as("ada").get("/api/auth/user")).body.emailNotifications).toBe(false);
  });

  it("are a boolean", async () => {
    await testApp()
      .as("ada")
      .patch("/api/v1/users/preferences")
      .send({ emailNotifications: "no" })
      .expect(400);
  });
});
