import { expect, it } from "vitest";
import { minuteMs } from "../common/time.js";
import { personHash, rateLimits } from "../ports/rate-limiter.js";
import { testApp } from "../testing/test-app.js";

const { max, each } = rateLimits.personRequests;

/** Ada's budget, as if other instances had taken all of it but one block. */
function nearlyUsedUp() {
  const app = testApp();
  const uses = { windowStartMs: app.clock.now().getTime(), uses: max - 1 };
  app.db.set(personHash("ada"), "rateLimits", "personRequests", uses);
  return app;
}

it("a person's requests have a budget, in all of their workspaces and outside of them", async () => {
  const app = nearlyUsedUp();
  app.addMember("bob", "ada", "viewer");
  const requests = ["/api/v1/runs", "/api/auth/user", "/api/v1/setups/none"];
  for (let i = 0; i < each; i++) await app.as("ada", i % 2 ? "ada" : "bob").get(requests[i % 3]!);
  for (const path of requests) {
    const { body, headers } = await app.as("ada").get(path).expect(429);
    expect(body).toMatchObject({ code: "rate-limited", userMessage: expect.stringContaining("wait") });
    expect(headers["retry-after"]).toBe("300");
  }
  await app.as("bob").get("/api/v1/runs").expect(200);
  app.clock.advance(5 * minuteMs);
  await app.as("ada").get("/api/v1/runs").expect(200);
});

it("parallel requests take one block", async () => {
  const app = testApp();
  await Promise.all(Array.from({ length: each }, () => app.as("ada").get("/api/v1/runs").expect(200)));
  expect(app.db.get(personHash("ada"), "rateLimits", "personRequests")).toMatchObject({ uses: 1 });
});

it("refused requests count, and requests without a valid login count for nobody", async () => {
  const app = nearlyUsedUp();
  app.addMember("ada", "cleo", "viewer");
  for (let i = 0; i < each; i++) await app.as("ada", "unknown").get("/api/v1/runs").expect(403);
  await app.as("ada").get("/api/v1/runs").expect(429);
  await app.as("ad$a").get("/api/v1/runs").expect(401);
  await app.as("cleo", "ada").get("/api/v1/runs").expect(200);
});
