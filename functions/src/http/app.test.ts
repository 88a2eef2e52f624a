import { once } from "node:events";
import express from "express";
import { connect, type AddressInfo } from "node:net";
import { createServer } from "node:http";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { errorBodySchema } from "../contract/errors.js";
import { testApp } from "../testing/test-app.js";
import { maxBodyBytes } from "./read-body.js";

const users = "/api/v1/users";
const named = { email: "ada@example.com", displayName: "Ada", firebaseUid: "ada" };

describe("authentication", () => {
  it.each([
    ["no token", undefined],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["no token after the scheme", "Bearer "],
    ["two tokens", "Bearer token-ada token-bob"],
    ["a token that is refused", "Bearer forged"],
  ])("%s is 401", async (_name, authorization) => {
    const { anonymous } = testApp();
    const call = anonymous.get("/api/auth/user");
    const { body } = await (authorization ? call.set("Authorization", authorization) : call).expect(401);
    expect(body).toMatchObject({ code: "unauthenticated" });
  });

  it.each([
    ["is not reached", "app/network-error", "ECONNREFUSED"],
    ["has no credentials of ours", "app/invalid-credential", "no access token"],
    ["does not let this server ask", "auth/insufficient-permission", "PERMISSION_DENIED"],
    ["is asked too often", "auth/quota-exceeded", "QUOTA_EXCEEDED"],
    ["does not give its keys", "auth/argument-error", "Error fetching public keys for Google certs: 503"],
  ])("an identity provider that %s is 503, not 401", async (_name, code, message) => {
    const failing = async () => {
      throw Object.assign(new Error(message), { code });
    };
    await testApp({}, failing).as("ada").get("/api/auth/user").expect(503).expect("Retry-After", "5");
  });

  it.each(["id-token-expired", "id-token-revoked", "user-disabled", "user-not-found", "argument-error"])(
    "a token refused with auth/%s is 401",
    async (code) => {
      const refusing = async () => {
        throw Object.assign(new Error("The token"), { code: `auth/${code}` });
      };
      await testApp({}, refusing).as("ada").get("/api/auth/user").expect(401);
    },
  );

  it("health, the API document and unknown paths need no token", async () => {
    const { anonymous } = testApp();
    const { body: health } = await anonymous.get("/api/v1/health").expect(200);
    expect(Object.keys(health)).toEqual(["status", "checks"]);
    await anonymous.get("/api/v1/openapi.json").expect(200);
    await anonymous.get("/api/v1/no-such-thing").expect(404);
  });
});

describe("bodies", () => {
  it.each([
    ["malformed JSON", "application/json", "{", 400, "invalid-json"],
    ["a form", "application/x-www-form-urlencoded", "email=a", 415, "unsupported-media-type"],
    ["text that only looks like JSON", "text/plain", "{}", 415, "unsupported-media-type"],
    ["a body of the wrong shape", "application/json", "[]", 400, "invalid-request"],
    ["a number too large", "application/json", "1e999", 400, "invalid-request"],
  ])("%s", async (_name, type, sent, status, code) => {
    const { as } = testApp();
    const { body } = await as("ada").post(users).set("Content-Type", type).send(sent).expect(status);
    expect(errorBodySchema.parse(body).code).toBe(code);
  });

  it("bytes that aren't UTF-8 are not JSON", async () => {
    const call = testApp().as("ada").post(users).set("Content-Type", "application/json");
    call.write(Buffer.from([0x22, 0xff, 0x22]));
    const { body } = await call.expect(400);
    expect(body.code).toBe("invalid-json");
  });

  it("a missing body is invalid if one is required", async () => {
    const { body } = await testApp().as("ada").post(users).expect(400);
    expect(body.code).toBe("invalid-request");
  });

  it("names every failing path", async () => {
    const sent = { email: "no", firebaseUid: "" };
    const { body } = await testApp().as("ada").post(users).send(sent).expect(400);
    expect(body.details.issues.map((issue: { path: string }) => issue.path)).toEqual([
      "body.email",
      "body.firebaseUid",
    ]);
  });

  it("256 KB pass, one byte more doesn't", async () => {
    const { as } = testApp();
    const bodyOf = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
    const send = (bytes: number) =>
      as("ada").post(users).set("Content-Type", "application/json").send(bodyOf(bytes));
    await send(maxBodyBytes).expect(400);
    const { body } = await send(maxBodyBytes + 1).expect(413);
    expect(body.code).toBe("payload-too-large");
  });

  it("a chunked body is measured as it arrives", async () => {
    const { app } = testApp();
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(
          "POST /api/v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-ada\r\n" +
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        );
        const chunk = "x".repeat(100_000);
        for (let i = 0; i < 3; i++) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      });
      socket.once("data", (data) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.once("error", reject);
    });
    server.close();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("uses the raw body that the functions runtime has already read", async () => {
    const runtime = express().use(express.json({ verify: keepRaw, limit: "10mb" }), testApp().app);
    const call = () => supertest(runtime).post(users).set("Authorization", "Bearer token-ada");
    await call().send(named).expect(201);
    await call()
      .send({ ...named, padding: "x".repeat(maxBodyBytes) })
      .expect(413);
  });
});

const keepRaw = (req: object, _res: unknown, raw: Buffer) => Object.assign(req, { rawBody: raw });

describe("paths", () => {
  it.each([
    ["/api/v1/setups/not%20an%20id", 404],
    ["/api/v1/setups/%E0%A4%A", 404],
    [`/api/v1/setups/${"a".repeat(9_000)}`, 404],
    ["/api/v1/setups/..%2f..%2fusers", 404],
    ["/api/v1/setups?limit=0", 400],
    ["/api/v1/setups?limit=101", 400],
    ["/api/v1/setups?limit=ten", 400],
    ["/api/v1/setups?cursor=nonsense", 400],
  ])("%s is %i", async (path, status) => {
    const { body } = await testApp().as("ada").get(path).expect(status);
    errorBodySchema.parse(body);
  });

  it("a known path with another method is 405 and lists the allowed ones", async () => {
    const { as } = testApp();
    const { body } = await as("ada").delete("/api/v1/setups").expect(405).expect("Allow", "GET, POST");
    expect(body.code).toBe("method-not-allowed");
  });
});

describe("other sites", () => {
  it("can neither send nor read: no preflight is answered, no origin is allowed", async () => {
    const { anonymous, as } = testApp();
    const asked = { Origin: "https://evil.example", "Access-Control-Request-Method": "DELETE" };
    const answers = [
      await anonymous.options("/api/v1/setups").set(asked).expect(405),
      await as("ada").get("/api/v1/setups").set(asked).expect(200),
    ];
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  it("can't turn a read into another method", async () => {
    const { as } = testApp();
    const override = { "X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE" };
    await as("ada").post("/api/v1/runs?_method=DELETE").set(override).expect(405);
    await as("ada").get("/api/v1/setups?_method=DELETE").set(override).expect(400);
    await as("ada").get("/api/v1/setups").set(override).expect(200);
  });
});

describe("responses", () => {
  it("have a request id and headers that mark them as data", async () => {
    const { body, headers } = await testApp().as("ada").get("/api/v1/setups/unknown").expect(404);
    expect(body.requestId).toBe(headers["x-request-id"]);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  it("to a caller who already has them are 304, with the same headers and no body", async () => {
    const ada = testApp().as("ada");
    const first = await ada.get("/api/v1/detectors").expect(200);
    const tag = first.headers["etag"]!;
    const again = await ada.get("/api/v1/detectors").set("If-None-Match", tag).expect(304);
    expect(again.text).toBe("");
    expect(again.headers).toMatchObject({ etag: tag, "cache-control": "private, no-store" });
    // As browsers send it, along with other tags.
    const fromPage = { "If-None-Match": `W/"x", ${tag}`, "Cache-Control": "no-cache", Pragma: "no-cache" };
    await ada.get("/api/v1/detectors").set(fromPage).expect(304);
    await ada.get("/api/v1/setups").set("If-None-Match", tag).expect(200);
    const missing = await ada.get("/api/v1/setups/unknown").set("If-None-Match", "*").expect(404);
    expect(missing.headers).not.toHaveProperty("etag");
  });

  it("to somebody who may no longer read them are not 304", async () => {
    const app = testApp();
    app.addMember("ada", "cleo", "viewer");
    const cleo = app.as("cleo", "ada");
    const tag = (await cleo.get("/api/v1/runs/active").expect(200)).headers["etag"]!;
    await app.as("ada").delete("/api/v1/members/cleo").expect(204);
    await cleo.get("/api/v1/runs/active").set("If-None-Match", tag).expect(403);
  });

  it("to the poll of an idle workspace read only the workspace's own document", async () => {
    const app = testApp();
    const unread = () => Promise.reject(new Error("a second document"));
    Object.assign(app.runs, { account: unread, find: unread });
    Object.assign(app.workspaces, { findMembership: unread, membershipsOf: unread });
    expect((await app.as("ada", "ada").get("/api/v1/runs/active").expect(200)).body).toEqual([]);
  });

  it("say where to report a vulnerability, and who runs the installation", async () => {
    const { anonymous } = testApp();
    const { text, headers } = await anonymous.get("/.well-known/security.txt").expect(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(text).toContain("Contact: mailto:security@app.test\nExpires: 2027-02-16T12:00:00.000Z\n");
    expect((await anonymous.get("/api/v1/operator").expect(200)).body.name).toBe("Test Ltd");
  });

  it("a bug is shown as internal, without its message", async () => {
    const { as } = testApp({
      getCurrentUser: () => {
        throw new Error("secret detail");
      },
    });
    const { body, text } = await as("ada").get("/api/auth/user").expect(500);
    expect(body).toMatchObject({ code: "internal" });
    expect(text).not.toContain("secret detail");
  });

  it.each([
    ["Firestore lost against others", 10],
    ["Firestore is away", 14],
    ["Storage is away", 503],
    ["the network breaks off", "ECONNRESET"],
  ])("when %s the caller is asked to retry", async (_name, code) => {
    const failing = () => {
      throw Object.assign(new Error("secret detail"), { code });
    };
    const { as } = testApp({ getCurrentUser: failing });
    const { body, text } = await as("ada").get("/api/auth/user").expect(503).expect("Retry-After", "1");
    expect(body).toMatchObject({ code: "unavailable" });
    expect(text).not.toContain("secret detail");
  });

  it("a response that breaks the contract is a bug", async () => {
    const broken = { getCurrentUser: () => ({ email: 1 }) } as never;
    await testApp(broken).as("ada").get("/api/auth/user").expect(500);
  });
});

describe("invalid input", () => {
  const create = (change: object) =>
    testApp()
      .as("ada")
      .post("/api/v1/setups")
      .send({
        name: "Daily",
        connectionId: "c1",
        selectedDetectors: [{ key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
        ...change,
      })
      .expect(400);

  it("is 400 even if a check of the schema itself throws", async () => {
    const { body } = await create({ name: { length: { value: 1 } } });
    expect(body).toMatchObject({ code: "invalid-request" });
  });

  it("is reported by its exact path, inside lists and alternatives", async () => {
    const wrong = { key: "event_stopped", settings: { checkBackDays: 8, thresholdPercent: 30 } };
    const { body } = await create({ selectedDetectors: [wrong] });
    expect(body.details.issues[0].path).toBe("body.selectedDetectors[0].settings.checkBackDays");
  });
});
