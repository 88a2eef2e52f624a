import type { Express } from "express";
import supertest from "supertest";
import { createApp } from "../http/app.js";
import type { VerifyIdToken } from "../http/authenticate.js";
import { billingWebhook } from "../http/billing-webhook.js";
import { createHandlers } from "../http/handlers.js";
import type { Handlers } from "../http/endpoint.js";
import { testDependencies, type TestDependencies } from "./dependencies.js";

/** A token of the test's own: `token-<uid>`, with the e-mail `<uid>@example.com`. */
const verifyIdToken: VerifyIdToken = async (token) => {
  const uid = /^token-(\w+)$/.exec(token)?.[1];
  if (uid === undefined) throw new Error("auth/argument-error");
  return { uid, email: `${uid}@example.com`, name: uid === "named" ? "Named Person" : undefined };
};

export type TestApp = TestDependencies & {
  app: Express;
  /** Calls as a signed-in user. */
  as(uid: string): {
    [M in "get" | "post" | "put" | "patch" | "delete"]: (path: string) => supertest.Test;
  };
  anonymous: ReturnType<typeof supertest>;
};

/** The real application over in-memory adapters. */
export function testApp(handlers: Partial<Handlers> = {}, verify: VerifyIdToken = verifyIdToken): TestApp {
  const deps = testDependencies();
  const app = createApp({
    handlers: { ...createHandlers(deps), ...handlers },
    verifyIdToken: verify,
    logger: deps.logger,
    webhook: billingWebhook(deps),
  });
  const anonymous = supertest(app);
  return {
    ...deps,
    app,
    anonymous,
    as: (uid) => {
      const call = (method: "get" | "post" | "put" | "patch" | "delete") => (path: string) =>
        anonymous[method](path).set("Authorization", `Bearer token-${uid}`);
      return {
        get: call("get"),
        post: call("post"),
        put: call("put"),
        patch: call("patch"),
        delete: call("delete"),
      };
    },
  };
}

export const connectionBody = {
  projectId: "1000001",
  serviceUsername: "robot.mp-service-account",
  secretRef: "right-secret",
  region: "us",
};

/** A verified connection of an account; gives its id. */
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
