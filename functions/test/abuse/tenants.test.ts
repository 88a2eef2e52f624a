import { getAuth } from "firebase-admin/auth";
import supertest from "supertest";
import { beforeAll, describe, expect, it } from "vitest";
import { firebaseApp } from "../../src/adapters/firestore/client.js";
import { paths } from "../../src/adapters/firestore/paths.js";
import { composeApp } from "../../src/composition/compose-app.js";
import { dependencies } from "../../src/composition/compose.js";
import { silentLogger } from "../../src/common/logger.js";
import {
  callByReference,
  callInPath,
  signedInCalls,
  withIdInPath,
  withReference,
  type OwnedIds,
  routeBody,
} from "../../src/testing/foreign-calls.js";
import { incidentRecord } from "../../src/testing/suites/repository-suite.js";
import { setupBody } from "../../src/testing/test-app.js";
import { documentsBelow, signUp, type Person, workspaceOf } from "./world.js";

/* Calls generated from the contract: none is accepted without a valid token, and none reaches another tenant's data. */

let http: ReturnType<typeof supertest>;
let ada: Person;
let ids: OwnedIds;

type Call = ReturnType<typeof callInPath>;
function send({ endpoint, path, body }: Call, token?: string) {
  const verb = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const request = http[verb](path);
  if (token !== undefined) void request.set("Authorization", `Bearer ${token}`);
  return body ? request.send(body) : request;
}

beforeAll(async () => {
  (await dependencies()).logger = silentLogger;
  http = supertest(await composeApp());
  ada = await signUp();
  const post = async (path: string, body: object = {}) => {
    const request = http.post(`/api/v1/${path}`).set("Authorization", `Bearer ${ada.token}`);
    return (await request.send(body).expect(({ ok, text }) => expect(ok, text).toBe(true))).body;
  };
  const { id: connection } = await post("mixpanel/connections", {
    projectId: "1000008",
    serviceUsername: "demo.plumbline.mp-service-account",
    secretRef: "demo-secret",
  });
  await post(`mixpanel/connections/${connection}/verify`);
  const { id: setup } = await post("setups", setupBody(connection));
  const { id: run } = await post(`setups/${setup}/run`);
  const { id: invitation } = await post("invitations", { email: "cleo@example.com", role: "viewer" });
  const { id: token } = await post("tokens", { name: "CI", scope: "write", expiresInDays: 1 });
  const { id: release } = await post("releases", { version: "1" });
  const incident = incidentRecord("i-ada", connection);
  const { incidents } = await dependencies();
  await incidents.change(await workspaceOf(ada), incident.id, () => ({ incident, entries: [] }));
  const hook = { kind: "webhook", name: "Hook", url: "https://hooks.example.com/x" };
  const { id: channel } = await post("channels", hook);
  const { id: route } = await post("routes", routeBody(channel as string));
  ids = {
    connection,
    setup,
    run,
    incident: incident.id,
    release,
    member: ada.uid,
    invitation,
    token,
    channel,
    route,
  };
});

describe("nobody gets access with", () => {
  /** The account's own token with other claims, which works because the Auth emulator's tokens aren't signed. */
  const altered = ({ token }: Person, claims: (now: number) => object) => {
    const [header, payload] = token.split(".");
    const own = JSON.parse(Buffer.from(payload!, "base64url").toString("utf8")) as object;
    const changed = { ...own, ...claims(Math.floor(Date.now() / 1_000)) };
    return `${header}.${Buffer.from(JSON.stringify(changed)).toString("base64url")}.`;
  };
  const revoked = async () => {
    const person = await signUp();
    await getAuth(firebaseApp()).revokeRefreshTokens(person.uid);
    return altered(person, (now) => ({ auth_time: now - 60 }));
  };
  const disabled = async () => {
    const person = await signUp();
    await getAuth(firebaseApp()).updateUser(person.uid, { disabled: true });
    return person.token;
  };
  const deleted = async () => {
    const person = await signUp();
    await getAuth(firebaseApp()).deleteUser(person.uid);
    return person.token;
  };
  const tokens: [string, () => Promise<string | undefined>][] = [
    ["no token", async () => undefined],
    ["a malformed token", async () => "a.b.c"],
    ["an expired token", async () => altered(ada, (now) => ({ iat: now - 7_200, exp: now - 3_600 }))],
    ["a token of another project", async () => altered(ada, () => ({ aud: "other" }))],
    ["a token without a user", async () => altered(ada, () => ({ sub: "", user_id: "" }))],
    ["a revoked token", revoked],
    ["the token of a disabled account", disabled],
    ["the token of a deleted account", deleted],
  ];

  it.each(tokens)("%s, at any endpoint", async (_name, make) => {
    const token = await make();
    for (const [name, call] of signedInCalls()) {
      const { status, body } = await send(call, token);
      expect([name, status, body.code]).toEqual([name, 401, "unauthenticated"]);
    }
  });
});

it("another tenant's ids are unknown at every endpoint, and none of the tenant's data changes", async () => {
  const bob = await signUp();
  const before = await documentsBelow(paths.workspace(await workspaceOf(ada)));
  expect(before.length).toBeGreaterThan(4);
  for (const name of withIdInPath) {
    const { status } = await send(callInPath(name, ids), bob.token);
    expect([name, status]).toEqual([name, 404]);
  }
  for (const name of withReference) {
    const { status } = await send(callByReference(name, ids, ids), bob.token);
    expect([name, status]).toEqual([name, 404]);
  }
  expect(await documentsBelow(paths.workspace(await workspaceOf(ada)))).toEqual(before);
  for (const list of ["mixpanel/connections", "setups", "runs", "runs/active", "billing/usage"]) {
    const response = await http.get(`/api/v1/${list}`).set("Authorization", `Bearer ${bob.token}`);
    expect(response.body).toEqual([]);
  }
});
