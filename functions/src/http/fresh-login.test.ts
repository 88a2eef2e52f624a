import { expect, it } from "vitest";
import type { EndpointName } from "../contract/api.js";
import { minuteMs, secondMs } from "../common/time.js";
import { signedInCalls } from "../testing/foreign-calls.js";
import { testApp } from "../testing/test-app.js";

/** What a session that somebody else got hold of must not do, although it is still valid. */
const needFreshLogin: EndpointName[] = [
  "changeEmail",
  "exportMyData",
  "exportWorkspaceData",
  "exportAudit",
  "deleteAccount",
  "deleteWorkspace",
];

const minutesAfterLogin = (minutes: number) => {
  const app = testApp({}, async (token) => ({
    uid: token.replace("token-", ""),
    email: "ada@example.com",
    email_verified: true,
    auth_time: (app.clock.now().getTime() - minutes * minuteMs) / secondMs,
  }));
  return app;
};

it.each(signedInCalls())("%s", async (name, { endpoint, path, body }) => {
  const verb = endpoint.method.toLowerCase() as "get";
  const call = minutesAfterLogin(11).as("ada")[verb](path);
  const answer = await (verb === "get" ? call : call.send(body));
  expect(answer.body.code === "sign-in-again").toBe(needFreshLogin.includes(name));
});

it.each([
  ["read", 11, 201],
  ["triage", 11, 201],
  ["write", 11, 403],
  ["write", 10, 201],
  ["audit", 11, 403],
  ["audit", 10, 201],
])("a token to %s, %i minutes after the login: %i", async (scope, minutes, status) => {
  const { body } = await minutesAfterLogin(minutes)
    .as("ada")
    .post("/api/v1/tokens")
    .send({ name: "CI", scope, expiresInDays: 30 })
    .expect(status);
  if (status === 403) expect(body.code).toBe("sign-in-again");
});

it("a token that doesn't say when its owner logged in counts as old", async () => {
  const app = testApp({}, async () => ({ uid: "ada", email: "ada@example.com", email_verified: true }));
  const { body } = await app.as("ada").post("/api/v1/users/data-export").send({}).expect(403);
  expect(body.code).toBe("sign-in-again");
});
