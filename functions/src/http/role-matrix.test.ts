import { beforeAll, describe, expect, it } from "vitest";
import { api, type Endpoint, type EndpointName } from "../contract/api.js";
import { hasRole, roles, type Role } from "../contract/workspaces.js";
import { signedInCalls } from "../testing/foreign-calls.js";
import { testApp, type TestApp } from "../testing/test-app.js";
import type { Handlers } from "./endpoint.js";

/*
 * Generated from the contract: every endpoint that needs a workspace × every role × own, foreign and unknown workspace.
 * The handlers only say that they were reached, so that nothing but the role and the workspace decides.
 */

const reached = Object.fromEntries(
  Object.keys(api).map((name) => [
    name,
    () => {
      throw new Error("reached");
    },
  ]),
) as unknown as Handlers;

const calls = signedInCalls().filter(([name]) => (api[name] as Endpoint).access !== "signed-in");

let app: TestApp;
beforeAll(() => {
  app = testApp(reached);
  for (const role of roles) app.addMember("ada", `a-${role}`, role);
});

const send = async (uid: string, workspace: string, name: EndpointName): Promise<string> => {
  const [, { endpoint, path, body }] = calls.find(([each]) => each === name)!;
  const verb = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const answer = await app.as(uid, workspace)[verb](path).send(body);
  return answer.body.code as string;
};

describe.each(calls.map(([name]) => name))("%s", (name) => {
  const least = api[name].access as Role;

  it.each(roles)("as %s", async (role) => {
    const code = await send(`a-${role}`, "ada", name);
    if (hasRole(role, least)) expect(code).not.toMatch(/role-too-low|not-a-member/);
    else expect(code).toBe("role-too-low");
  });

  it("is closed in a foreign workspace, an unknown one and one that cannot exist", async () => {
    for (const workspace of ["bob", "nowhere", "../ada", "ada/members"])
      expect(await send("a-owner", workspace, name)).toBe("not-a-member");
  });
});
