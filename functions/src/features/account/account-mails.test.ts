import { describe, expect, it } from "vitest";
import { hourMs } from "../../common/time.js";
import { testApp } from "../../testing/test-app.js";

const verify = "/api/v1/users/verification-email";
const reset = "/api/v1/auth/password-reset";

describe("the verification email", () => {
  it("links to the web app's own page and goes to unverified addresses only", async () => {
    const app = testApp();
    await app.as("unverified").post(verify).expect(204);
    expect(app.mailer.sent).toMatchObject([
      { to: "unverified@example.com", subject: "Verify your email address" },
    ]);
    expect(app.mailer.sent[0]!.text).toContain("http://app.test/auth/action?mode=verifyEmail&oobCode=");
    await app.as("ada").post(verify).expect(204);
    expect(app.mailer.sent).toHaveLength(1);
  });

  it("is sent at most five times an hour", async () => {
    const app = testApp();
    for (let i = 0; i < 5; i++) await app.as("unverified").post(verify).expect(204);
    await app.as("unverified").post(verify).expect(429);
    app.clock.advance(hourMs);
    await app.as("unverified").post(verify).expect(204);
  });
});

describe("a password reset", () => {
  it("gives the same response whether or not the address has an account", async () => {
    const app = testApp();
    app.identityProvider.known.add("ada@example.com");
    const known = await app.anonymous.post(reset).send({ email: "Ada@example.com" }).expect(204);
    const unknown = await app.anonymous.post(reset).send({ email: "nobody@example.com" }).expect(204);
    expect(known.text).toBe(unknown.text);
    expect(app.mailer.sent).toMatchObject([{ to: "ada@example.com", subject: "Reset your password" }]);
  });

  it("can't be used to flood a stranger's mailbox", async () => {
    const app = testApp();
    app.identityProvider.known.add("ada@example.com");
    for (let i = 0; i < 8; i++) await app.anonymous.post(reset).send({ email: "ada@example.com" });
    expect(app.mailer.sent).toHaveLength(5);
  });
});
