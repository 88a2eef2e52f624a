import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Channel, CreatedChannel, Delivery } from "../../../contract/channels/channels.js";
import type { AuditEntry } from "../../../contract/workspaces.js";
import { hourMs, minuteMs, secondMs } from "../../../common/time.js";
import { routeBody } from "../../../testing/foreign-calls.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { deliver, passMinutes } from "../../../testing/run-world.js";
import { ada, bob } from "../../../testing/tenants.js";
import { testApp, type TestApp } from "../../../testing/test-app.js";

const hook = { kind: "audit_webhook", name: "SIEM", url: "https://siem.example.com/in?key=hidden" } as const;

async function withHook(app = testApp()) {
  // Later than the workspace.
  app.clock.advance(secondMs);
  const { body } = await app.as("ada").post("/api/v1/channels").send(hook).expect(201);
  const { id, signingSecret } = body as CreatedChannel;
  const record = (version: string) => app.as("ada").post("/api/v1/releases").send({ version }).expect(201);
  return { app, id, signingSecret: signingSecret!, record };
}

type Payload = { type: string; data: { url: string; entries: AuditEntry[] } };
const messages = (app: TestApp): Payload[] =>
  app.outbound.sent.filter(({ url }) => url === hook.url).map(({ body }) => JSON.parse(body!) as Payload);
const received = (app: TestApp): AuditEntry[] => messages(app).flatMap(({ data }) => data.entries);
const texts = (app: TestApp) => received(app).map(({ action, target }) => `${action} ${target}`);
const history = async (app: TestApp): Promise<Delivery[]> =>
  (await app.as("ada").get("/api/v1/deliveries").expect(200)).body as Delivery[];
const channelOf = async (app: TestApp): Promise<Channel> =>
  ((await app.as("ada").get("/api/v1/channels").expect(200)).body as Channel[])[0]!;
const setUp = "channel.created SIEM: siem.example.com";

describe("a webhook for the audit log", () => {
  it("gets each entry once, in order and signed, beginning with its own creation, and never any about its messages", async () => {
    const { app, signingSecret, record } = await withHook();
    await record("1.0.0");
    await passMinutes(app, 1);
    expect(received(app)).toEqual([]);
    await passMinutes(app, 3);
    expect(texts(app)).toEqual([setUp, "release.recorded 1.0.0"]);
    await record("1.1.0");
    await passMinutes(app, 30);
    expect(texts(app)).toEqual([setUp, "release.recorded 1.0.0", "release.recorded 1.1.0"]);
    expect(await history(app)).toMatchObject([
      { kind: "audit", status: "delivered", title: "1 entry of the audit log", answer: "HTTP 200" },
      { kind: "audit", status: "delivered", title: "2 entries of the audit log" },
    ]);
    const { token } = await app.addToken(ada, "ada", "audit");
    const log = await app.withToken(token).get("/api/v1/audit/export").expect(200);
    for (const entry of received(app)) expect(log.text).toContain(`${JSON.stringify(entry)}\n`);
    for (const { type, data } of messages(app))
      expect([type, data.url]).toEqual(["audit.entries", "http://app.test/settings/audit"]);
    const { headers, body } = app.outbound.sent.at(-1)!;
    const key = Buffer.from(signingSecret.slice("whsec_".length), "base64");
    const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(content).digest("base64")}`,
    );
  });

  it("gets nothing of other workspaces, and no findings", async () => {
    const { app, id } = await withHook();
    await app.as("bob").post("/api/v1/releases").send({ version: "9.9.9" }).expect(201);
    expect(JSON.stringify((await app.workspaces.audit(bob, { limit: 10 })).items)).toContain("9.9.9");
    await passMinutes(app, 5);
    expect(texts(app)).toEqual([setUp]);
    const route = { ...routeBody(id), timing: { kind: "now" } };
    const { body } = await app.as("ada").post("/api/v1/routes").send(route).expect(400);
    expect(body.userMessage).toBe("“SIEM” gets the audit log and no findings. Choose another channel.");
  });

  it("loses nothing while its receiver fails for days, and the admins are told", async () => {
    const { app, record } = await withHook();
    app.outbound.answer = () => ({ status: 503 });
    for (let hour = 0; hour < 30; hour++) {
      app.clock.advance(hourMs);
      await passMinutes(app, 1);
      if (hour === 10) await record("1.0.0");
    }
    expect((await history(app)).map(({ status }) => status)).toEqual(["waiting", "failed"]);
    expect(app.mailer.sent.map(({ subject }) => subject)).toEqual([
      "Messages to “SIEM” have failed for a day",
    ]);
    expect(app.mailer.sent[0]!.text).toContain("entries that haven't arrived are sent with the next message");
    app.outbound.sent.length = 0;
    app.outbound.answer = () => ({});
    await passMinutes(app, 120);
    expect(texts(app)).toEqual([setUp, "release.recorded 1.0.0"]);
    expect((await channelOf(app)).failingSince).toBeNull();
  });

  it("gets no entry twice if a message arrives while the next one is planned", async () => {
    const { app, record } = await withHook();
    const { ofKind } = app.channels;
    app.channels.ofKind = async function* (...args) {
      for await (const page of ofKind.apply(app.channels, args)) {
        // After these channels were read, the message that the tick before planned arrives.
        await deliver(app);
        yield page;
      }
    };
    await record("1.0.0");
    for (let minute = 0; minute < 8; minute++) {
      app.clock.advance(minuteMs);
      await everyMinute(app);
      if (minute === 3) await record("1.1.0");
    }
    await deliver(app);
    expect(texts(app)).toEqual([setUp, "release.recorded 1.0.0", "release.recorded 1.1.0"]);
  });

  it("continues where it stopped when it was switched off by a 410 or by a person", async () => {
    const { app, id, record } = await withHook();
    await passMinutes(app, 5);
    app.outbound.answer = () => ({ status: 410 });
    await record("1.0.0");
    await passMinutes(app, 5);
    expect(await channelOf(app)).toMatchObject({ isOn: false });
    app.outbound.sent.length = 0;
    app.outbound.answer = () => ({});
    await record("1.1.0");
    await passMinutes(app, 5);
    expect(received(app)).toEqual([]);
    await app.as("ada").patch(`/api/v1/channels/${id}`).send({ isOn: true }).expect(200);
    await passMinutes(app, 5);
    expect(texts(app)).toEqual([
      "release.recorded 1.0.0",
      "release.recorded 1.1.0",
      "channel.switched-on SIEM",
    ]);
  });

  it("gets many entries of one moment in several messages, none twice", async () => {
    const { app } = await withHook();
    const createdAt = app.clock.now().toISOString();
    const many = Array.from({ length: 450 }, (_, i) => `e${String(i).padStart(3, "0")}`);
    for (const id of many)
      await app.workspaces.appendAudit(ada, {
        ...{ id, createdAt, action: "setup.created", via: "web", target: id, ip: null },
        actor: { uid: "ada", email: "ada@example.com" },
      });
    await passMinutes(app, 10);
    const targets = received(app).map(({ target }) => target);
    expect(targets.filter((target) => many.includes(target))).toEqual(many);
    expect(messages(app).map(({ data }) => data.entries.length)).toEqual([200, 200, 51]);
  });

  it("is added and moved only by people who have just logged in; tokens may rename it", async () => {
    let minutes = 1;
    const app = testApp({}, async () => ({
      uid: "ada",
      email: "ada@example.com",
      email_verified: true,
      auth_time: (app.clock.now().getTime() - minutes * minuteMs) / secondMs,
    }));
    const { id } = await withHook(app);
    const { token } = await app.addToken(ada, "ada", "write");
    const moved = { kind: hook.kind, url: "https://elsewhere.example.com/" };
    const path = `/api/v1/channels/${id}`;
    const byToken = app.withToken(token);
    expect((await byToken.post("/api/v1/channels").send(hook).expect(403)).body.code).toBe(
      "token-not-allowed",
    );
    expect((await byToken.put(path).send(moved).expect(403)).body.code).toBe("token-not-allowed");
    await byToken.put(path).send({ kind: hook.kind, name: "Archive" }).expect(200);
    minutes = 11;
    expect((await app.as("ada").post("/api/v1/channels").send(hook).expect(403)).body.code).toBe(
      "sign-in-again",
    );
    expect((await app.as("ada").put(path).send(moved).expect(403)).body.code).toBe("sign-in-again");
    expect(await channelOf(app)).toMatchObject({ name: "Archive", target: "siem.example.com" });
  });
});
