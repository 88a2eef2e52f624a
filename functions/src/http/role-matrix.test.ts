import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { hasScope, tokenScopes, type TokenScope } from "../contract/tokens.js";
import { hasRole, roles, type Role, type WorkspaceId } from "../contract/workspaces.js";
import { minuteMs } from "../common/time.js";
import { signedInCalls } from "../testing/foreign-calls.js";
import { reached, testApp, type TestApp } from "../testing/test-app.js";

/*
 * Generated from the contract: every endpoint × every role × own, foreign and unknown workspace, for signed-in people and
 * for API tokens of every scope. The handlers only report that they were reached, so that nothing else decides.
 */

const allCalls = signedInCalls();
const calls = allCalls.filter(([name]) => (api[name] as Endpoint).access !== "signed-in");

let app: TestApp;
/** Keyed by `role-scope`. */
const tokens = new Map<string, string>();
const extraTokens = { revoked: "", expired: "", stranger: "" };
beforeAll(async () => {
  app = testApp(reached);
  const add = async (uid: string, scope: TokenScope, days?: number) => {
    const { id, token } = await app.addToken("ada", uid, scope, days);
    return { id, token };
  };
  for (const role of roles) {
    app.addMember("ada", `a-${role}`, role);
    for (const scope of tokenScopes) tokens.set(`${role}-${scope}`, (await add(`a-${role}`, scope)).token);
  }
  extraTokens.expired = (await add("a-owner", "write", -1)).token;
  extraTokens.stranger = (await add("nobody", "write")).token;
  const { id, token } = await add("a-owner", "write");
  extraTokens.revoked = token;
  await app.tokens.delete("ada" as WorkspaceId, id, (record) => ({
    id: "revoked",
    createdAt: record.createdAt,
    action: "token.revoked",
    via: "web",
    actor: record.createdBy,
    target: record.name,
    ip: null,
  }));
});
// Keeps the rate limit of API tokens out of this test.
beforeEach(() => app.clock.advance(5 * minuteMs));

type Caller = ReturnType<TestApp["as"]>;
const call = async (caller: Caller, name: EndpointName): Promise<string> => {
  const [, { endpoint, path, body }] = allCalls.find(([each]) => each === name)!;
  const verb = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const answer = await caller[verb](path).send(body);
  return answer.body.code as string;
};
const send = (uid: string, workspace: string, name: EndpointName): Promise<string> =>
  call(app.as(uid, workspace), name);

describe.each(calls.map(([name]) => name))("%s", (name) => {
  const least = api[name].access as Role;

  it.each(roles)("as %s", async (role) => {
    const code = await send(`a-${role}`, "ada", name);
    if (hasRole(role, least)) expect(code).not.toMatch(/role-too-low|not-a-member/);
    else expect(code).toBe("role-too-low");
  });

  it("is refused in a foreign workspace, an unknown one and one that can't exist", async () => {
    for (const workspace of ["bob", "nowhere", "../ada", "ada/members"])
      expect(await send("a-owner", workspace, name)).toBe("not-a-member");
  });
});

describe.each(allCalls.map(([name]) => name))("%s with an API token", (name) => {
  const { access, scope: leastScope }: Endpoint = api[name];
  const expected = (role: Role, scope: TokenScope): string => {
    if (leastScope === undefined) return "token-not-allowed";
    if (!hasScope(scope, leastScope)) return "scope-too-low";
    return hasRole(role, access as Role) ? "reached" : "role-too-low";
  };

  it.each(roles)("of a member with the role %s", async (role) => {
    for (const scope of tokenScopes) {
      const code = await call(app.withToken(tokens.get(`${role}-${scope}`)!), name);
      const refusals = [
        "token-not-allowed",
        "scope-too-low",
        "role-too-low",
        "unauthenticated",
        "not-a-member",
      ];
      expect([scope, refusals.includes(code) ? code : "reached"]).toEqual([scope, expected(role, scope)]);
    }
  });

  it("is refused for a token of another workspace or of a former member, or one that is revoked, expired or truncated", async () => {
    const owners = tokens.get("owner-write")!;
    for (const workspace of ["bob", "nowhere", "../ada"])
      expect(await call(app.withToken(owners, workspace), name)).toBe("not-a-member");
    for (const token of [...Object.values(extraTokens), owners.slice(0, -1), `${owners}0`, "plb_"])
      expect(await call(app.withToken(token), name)).toBe("unauthenticated");
  });
});

it("members, billing and tokens are never accessible with a token", () => {
  const inReach = Object.values(api).filter((endpoint: Endpoint) => endpoint.scope !== undefined);
  for (const { path } of inReach)
    expect(path).not.toMatch(/\/(members|invitations|billing|tokens|users|auth)\b/);
  for (const { scope, method, access } of inReach as Endpoint[]) {
    expect(access).not.toBe("public");
    if (scope === "read" || scope === "audit") expect(method).toBe("GET");
  }
});

it("only tokens with the scope for it read the audit log, and nothing else", () => {
  const inReach = Object.values(api).filter((endpoint: Endpoint) => endpoint.scope === "audit");
  expect(inReach.map(({ path }) => path)).toEqual(["/api/v1/audit", "/api/v1/audit/export"]);
  for (const scope of tokenScopes) {
    expect(hasScope(scope, "audit")).toBe(scope === "audit");
    if (scope !== "audit") expect(hasScope("audit", scope)).toBe(false);
  }
});
