import type { Express } from "express";
import supertest from "supertest";
import { api } from "../contract/api.js";
import type { ErrorCode } from "../contract/errors.js";
import type { CreatedToken, TokenScope } from "../contract/tokens.js";
import { type Role, workspaceHeader, type WorkspaceId } from "../contract/workspaces.js";
import { authenticateToken } from "../features/tokens/authenticate-token.js";
import { createToken } from "../features/tokens/manage-tokens.js";
import { findAccess } from "../features/workspaces/ensure-user.js";
import type { Dependencies } from "../composition/dependencies.js";
import type { Clock } from "../common/clock.js";
import { secondMs, toInstant } from "../common/time.js";
import { createMemoryWorkspace, putMember } from "./memory/memory-workspaces.js";
import { isAppError } from "../common/errors.js";
import { commonErrors } from "../http/openapi/document.js";
import { documentedNames, operations } from "../http/openapi/operations.js";
import { createApp } from "../http/app.js";
import type { VerifyIdToken } from "../http/authenticate.js";
import { billingWebhook, slackActions } from "../http/signed-requests.js";
import { createHandlers } from "../http/handlers.js";
import type { Handlers } from "../http/endpoint.js";
import { testDependencies, type TestDependencies } from "./dependencies.js";
import { newWorkspace } from "./tenants.js";

/** Accepts test tokens: `token-<uid>`, with the email `<uid>@example.com`, of somebody who has just logged in. */
const verifyIdToken =
  (clock: Clock): VerifyIdToken =>
  async (token) => {
    const uid = /^token-([\w+-]+)$/.exec(token)?.[1];
    if (uid === undefined) throw new Error("auth/argument-error");
    return {
      uid,
      email: `${uid}@example.com`,
      email_verified: uid !== "unverified",
      name: uid === "named" ? "Named Person" : undefined,
      auth_time: clock.now().getTime() / secondMs,
    };
  };

/** Ada and Bob start with a workspace whose id is their name. Everybody else signs up with their first call. */
const tenants = ["ada", "bob"] as const;

export type TestApp = TestDependencies & {
  app: Express;
  /** Calls as a signed-in person, in the given workspace or, without one, in their first. */
  as(
    uid: string,
    workspace?: string,
  ): {
    [M in "get" | "post" | "put" | "patch" | "delete"]: (path: string) => supertest.Test;
  };
  /** Calls with an API token. */
  withToken(token: string, workspace?: string): ReturnType<TestApp["as"]>;
  /** Creates an API token for a member. */
  addToken(workspace: string, uid: string, scope: TokenScope, expiresInDays?: number): Promise<CreatedToken>;
  anonymous: ReturnType<typeof supertest>;
  /** Adds a person to a workspace without an invitation. */
  addMember(workspace: string, uid: string, role: Role): void;
};

/** The real application over in-memory adapters. */
export function testApp(
  handlers: Partial<Handlers> = {},
  verify?: VerifyIdToken,
  changed: Partial<Dependencies> = {},
): TestApp {
  const deps: TestDependencies = Object.assign(testDependencies(), changed);
  const now = toInstant(deps.clock.now());
  for (const uid of tenants) {
    const email = `${uid}@example.com`;
    const user = { uid, email, isEmailVerified: true, displayName: uid, isDisplayNameGuessed: true };
    deps.db.set(uid, "user", uid, user);
    createMemoryWorkspace(deps.db, newWorkspace(uid as WorkspaceId, uid, now), uid);
  }
  const app = createApp({
    handlers: onlyDocumentedFailures({ ...createHandlers(deps), ...handlers }),
    verifyIdToken: verify ?? verifyIdToken(deps.clock),
    authenticateToken: (token, request) => authenticateToken(deps, token, request),
    findAccess: (identity, id) => findAccess(deps, identity, id),
    rateLimiter: deps.rateLimiter,
    logger: deps.logger,
    webhook: billingWebhook(deps),
    slackActions: slackActions(deps),
  });
  const anonymous = supertest(app);
  const authorized = (token: string, workspace?: string) => {
    const call = (method: "get" | "post" | "put" | "patch" | "delete") => (path: string) =>
      anonymous[method](path)
        .set("Authorization", `Bearer ${token}`)
        .set(workspace === undefined ? {} : { [workspaceHeader]: workspace });
    return {
      get: call("get"),
      post: call("post"),
      put: call("put"),
      patch: call("patch"),
      delete: call("delete"),
    };
  };
  return {
    ...deps,
    app,
    anonymous,
    addMember: (workspace, uid, role) =>
      putMember(deps.db, workspace as WorkspaceId, {
        uid,
        role,
        joinedAt: toInstant(deps.clock.now()),
        emailNotifications: true,
      }),
    as: (uid, workspace) => authorized(`token-${uid}`, workspace),
    withToken: authorized,
    addToken: (workspace, uid, scope, expiresInDays = 90) =>
      createToken(
        deps,
        {
          uid,
          email: `${uid}@example.com`,
          isEmailVerified: true,
          displayName: uid,
          signedInAt: deps.clock.now(),
          ip: null,
          token: null,
          workspaceId: workspace as WorkspaceId,
          role: "admin",
        },
        { name: `${uid}'s ${scope}`, scope, expiresInDays },
      ),
  };
}

/** An error code that the API document doesn't list for an operation becomes a bug with status 500. */
function onlyDocumentedFailures(handlers: Handlers): Handlers {
  const checked = documentedNames.map((name) => {
    const handle = handlers[name] as (input: unknown) => unknown;
    const codes = new Set<ErrorCode>([...commonErrors, ...(operations[name].errors ?? [])]);
    const wrapped = async (input: unknown) => {
      try {
        return await handle(input);
      } catch (error) {
        if (!isAppError(error) || codes.has(error.code)) throw error;
        throw new Error(`${name} failed with ${error.code}, which http/openapi/operations.ts doesn't list`, {
          cause: error,
        });
      }
    };
    return [name, wrapped];
  });
  return { ...handlers, ...(Object.fromEntries(checked) as Partial<Handlers>) };
}

export const connectionBody = {
  projectId: "1000001",
  serviceUsername: "robot.mp-service-account",
  secretRef: "right-secret",
  region: "us",
};

/** Creates a verified connection and returns its id. */
export async function verifiedConnection({ as }: TestApp, uid: string): Promise<string> {
  const { body } = await as(uid).post("/api/v1/mixpanel/connections").send(connectionBody).expect(201);
  await as(uid).post(`/api/v1/mixpanel/connections/${body.id}/verify`).expect(200);
  return body.id as string;
}

export const setupBody = (connectionId: string) => ({
  name: "Daily checks",
  connectionId,
  scheduleCron: "0 9 * * *",
  scheduleTimezone: "America/New_York",
  selectedDetectors: [{ key: "event_count_change" }, { key: "event_stopped" }],
});

/** Handlers that only report that they were reached, so that nothing but the contract decides who reaches them. */
export const reached = Object.fromEntries(
  Object.keys(api).map((name) => [
    name,
    () => {
      throw new Error("reached");
    },
  ]),
) as unknown as Handlers;
