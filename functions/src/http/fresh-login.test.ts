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
  "cancelBilling",
  "resumeBilling",
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

it.each([
  ["viewer", 11, 200],
  ["editor", 11, 200],
  ["admin", 11, 403],
  ["admin", 10, 200],
  ["owner", 11, 403],
  ["owner", 10, 200],
])("who becomes %s, %i minutes after the login: %i", async (role, minutes, status) => {
  const app = minutesAfterLogin(minutes);
  app.addMember("ada", "bob", "editor");
  const { as } = app;
  const answers = [
    await as("ada").patch("/api/v1/members/bob").send({ role }),
    await as("ada").post("/api/v1/invitations").send({ email: "cleo@example.com", role }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(
    Array(2).fill(status === 403 ? "sign-in-again" : undefined),
  );
});

it.each([
  ["owner", 11, 403],
  ["owner", 10, 200],
  ["admin", 11, 200],
] as const)("an %s is demoted and removed, %i minutes after the login: %i", async (role, minutes, status) => {
  const app = minutesAfterLogin(minutes);
  for (const uid of ["bob", "cleo"]) app.addMember("ada", uid, role);
  const { as } = app;
  const answers = [
    await as("ada").patch("/api/v1/members/bob").send({ role: "viewer" }),
    await as("ada").delete("/api/v1/members/cleo"),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(
    Array(2).fill(status === 403 ? "sign-in-again" : undefined),
  );
});

it.each([
  [11, [20_000, 10_000], 200],
  [11, [20_000, 20_001], 403],
  [10, [20_000, 20_001], 200],
  [11, [20_000, null], 403],
  [10, [20_000, null], 200],
])("%i minutes after the login, spending limits of %j: %i", async (minutes, limits, status) => {
  const { as } = minutesAfterLogin(minutes);
  const [first, second] = limits.map((cents) => ({ spendingLimitCents: cents }));
  await as("ada").put("/api/v1/billing/spending-limit").send(first).expect(200);
  const { body } = await as("ada").put("/api/v1/billing/spending-limit").send(second).expect(status);
  if (status === 403) expect(body.code).toBe("sign-in-again");
});

it("a token that doesn't say when its owner logged in counts as old", async () => {
  const app = testApp({}, async () => ({ uid: "ada", email: "ada@example.com", email_verified: true }));
  const { body } = await app.as("ada").post("/api/v1/users/data-export").send({}).expect(403);
  expect(body.code).toBe("sign-in-again");
});
