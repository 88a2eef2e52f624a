import { createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { Channel, CreateChannel, CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { Route, RouteInput } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { dayMs, hourMs, minuteMs, secondMs } from "../../common/time.js";
import { handleTask } from "../../entry/task-handlers.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { deliver, passMinutes } from "../../testing/run-world.js";
import { plan, runThatChanged, type Told } from "../../testing/changed-run.js";
import { killedAt } from "../../testing/killed-at.js";
import { MemorySlack } from "../../testing/memory/channels/memory-slack.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { testApp, type TestApp, verifiedConnection } from "../../testing/test-app.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import { everyMinute } from "../../entry/every-minute.js";
import type { DeliveryRecord } from "./channel-record.js";
import { planDeliveries, planFailedRun } from "./plan-deliveries.js";

const workspaceId = "ada" as WorkspaceId;
const hook = { kind: "webhook", name: "Catalog", url: "https://hooks.example.com/in?key=hidden" } as const;
const slack = {
  kind: "slack",
  name: "Alerts",
  botToken: "xoxb-secret-token",
  channel: "#data-alerts",
} as const;

const addChannel = async (app: TestApp, input: CreateChannel = hook): Promise<CreatedChannel> =>
  (await app.as("ada").post("/api/v1/channels").send(input).expect(201)).body as CreatedChannel;
const addRoute = async (app: TestApp, channelId: string, change: Partial<RouteInput> = {}): Promise<Route> =>
  (
    await app
      .as("ada")
      .post("/api/v1/routes")
      .send({ ...routeBody(channelId), ...change })
      .expect(201)
  ).body as Route;
const history = async (app: TestApp): Promise<Delivery[]> =>
  (await app.as("ada").get("/api/v1/deliveries").expect(200)).body as Delivery[];
const channelOf = async (app: TestApp): Promise<Channel> =>
  ((await app.as("ada").get("/api/v1/channels").expect(200)).body as Channel[])[0]!;

describe("a channel", () => {
  it("is shown without its secrets, which are stored encrypted and deleted with it", async () => {
    const app = testApp();
    const { signingSecret, ...created } = await addChannel(app);
    expect(signingSecret).toMatch(/^whsec_/);
    expect(created).toMatchObject({ target: "hooks.example.com", failingSince: null });
    expect(await channelOf(app)).toEqual(created);
    const stored = JSON.stringify(app.db.all(workspaceId, "channels"));
    expect(stored).not.toContain("hidden");
    expect(stored).not.toContain(signingSecret!.slice(6));
    const { id: routeId } = await addRoute(app, created.id);
    await app.as("ada").delete(`/api/v1/channels/${created.id}`).expect(204);
    expect(app.db.all(workspaceId, "channels")).toEqual([]);
    await app.as("ada").delete(`/api/v1/routes/${routeId}`).expect(404);
    const actions = app.db.all<{ action: string }>(workspaceId, "audit").map(({ action }) => action);
    expect(actions).toEqual(["workspace.created", "channel.created", "route.created", "channel.deleted"]);
  });

  it("is refused for a URL that requests may not be sent to, and beyond 20 channels", async () => {
    const app = testApp();
    const { body } = await app
      .as("ada")
      .post("/api/v1/channels")
      .send({ ...hook, url: "http://10.0.0.1/" })
      .expect(400);
    expect(body.userMessage).toContain("https://");
    for (let made = 0; made < 20; made++) await addChannel(app);
    await app.as("ada").post("/api/v1/channels").send(hook).expect(409);
  });

  it("can be tested, and the response shows the outcome", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    const test = async () =>
      (await app.as("ada").post(`/api/v1/channels/${id}/test`).expect(200)).body as Delivery;
    expect(await test()).toMatchObject({ status: "delivered", title: "This is a test from Plumbline." });
    app.outbound.answer = () => ({ status: 500 });
    expect(await test()).toMatchObject({ status: "failed", answer: "HTTP 500", nextTryAt: null });
    expect(await channelOf(app)).toMatchObject({
      lastAnswer: { isDelivered: false, text: "HTTP 500", title: "This is a test from Plumbline." },
    });
    expect(app.queue.of("sendDelivery")).toEqual([]);
  });

  it("has its secrets re-encrypted after the key was changed", async () => {
    const app = testApp();
    await addChannel(app);
    const sealing = {
      ...app.secrets,
      keyId: "next",
      seal: (...args: Parameters<typeof app.secrets.seal>) => ({
        ...app.secrets.seal(...args),
        keyId: "next",
      }),
    };
    await everyMinute({ ...app, secrets: sealing });
    expect(app.db.all(workspaceId, "channels")).toMatchObject([{ secret: { keyId: "next" } }]);
  });
});

describe("a run's message", () => {
  it("reports what is new, worse, back and recovered, most severe first, in at most ten lines", async () => {
    const app = testApp();
    const { id } = await addChannel(app, slack);
    app.outbound.answer = () => ({ body: JSON.stringify({ ok: true, channel: "C1", ts: "1.1" }) });
    await addRoute(app, id);
    const told: Record<string, Told> = {
      Recovered: { kind: "recovered" },
      Back: { kind: "regressed" },
      Worse: { kind: "escalated" },
    };
    for (let n = 1; n <= 12; n++) told[`New ${n}`] = { kind: "opened" };
    await plan(app, "r1", told);
    await deliver(app);
    const [request] = app.outbound.sent;
    const { blocks, text } = JSON.parse(request!.body!) as { blocks: object[]; text: string };
    expect(text).toBe("1 worse, 1 back again, 12 new, 1 recovered in Demo Shop");
    const shown = JSON.stringify(blocks);
    expect(shown.indexOf("Worse −60%")).toBeLessThan(shown.indexOf("Back −60%"));
    expect(shown.match(/−60% since/g)).toHaveLength(10);
    expect(shown).toContain("and 5 more");
    expect(shown).toContain("http://app.test/reports/r1");
    expect(await history(app)).toMatchObject([
      { kind: "run", status: "delivered", title: text, attempts: 1 },
    ]);
  });

  it("says who uses it, wide use before all else, and nothing if that is not known", async () => {
    const app = testApp();
    const { id } = await addChannel(app, slack);
    const service = new MemorySlack();
    app.outbound.answer = service.answer;
    await addRoute(app, id);
    const connectionId = await verifiedConnection(app, "ada");
    const told = async (runId: string) => {
      const run = await runThatChanged(app, runId, {
        [`Checkout ${runId}`]: { kind: "opened", incident: { entity: "Checkout" } },
        [`Signup ${runId}`]: { kind: "opened", incident: { entity: "Signup" } },
      });
      run.setup.connection.id = connectionId;
      await planDeliveries(app, workspaceId, run);
      await deliver(app);
      return service.messages.at(-1)!.blocks;
    };
    expect(await told("r1")).not.toMatch(/used/i);
    const show = (name: string) => ({ sections: { show: [{ behavior: { type: "event", name } }] } });
    const item = { owner: null, modifiedAt: null, dashboardId: null };
    app.mixpanel.saved = {
      bookmarks: [
        { ...item, id: "1", name: "A", type: "insights", views: 34, definition: show("Signup") },
        { ...item, id: "2", name: "B", type: "funnels", views: 540, definition: show("Checkout") },
      ],
    };
    await handleTask(app, "readProjectContext", { workspaceId, connectionId }, { retryCount: 0 });
    const shown = await told("r2");
    expect(shown).toContain("Widely used: 1 funnel; 540 views. Checkout r2 changed.");
    expect(shown).toContain("Signup r2 changed. Used by 1 report; 34 views.");
    expect(shown.indexOf("Checkout r2")).toBeLessThan(shown.indexOf("Signup r2"));
  });

  it("is not sent when nothing changed, or only closed and muted incidents did", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    await addRoute(app, id);
    const aside = { status: "muted", mute: { until: "unmuted" } } as const;
    await plan(app, "r1", {
      commented: { kind: "commented" },
      muted: { kind: "recovered", incident: aside },
      expected: { kind: "recovered", incident: { status: "closed", isClosed: true, closedAs: "expected" } },
    });
    expect(await history(app)).toEqual([]);
    // A muted incident that gets worse is reported.
    await plan(app, "r2", { muted: { kind: "escalated", incident: aside } });
    expect(await history(app)).toMatchObject([{ title: "1 worse in Demo Shop" }]);
  });

  it("is sent once, however often the run is planned and its task runs", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    await addRoute(app, id);
    await addRoute(app, id, { severity: "alert" });
    const run = await plan(app, "r1", { Checkout: { kind: "opened" } });
    await planDeliveries(app, workspaceId, run);
    const [payload] = app.queue.of("sendDelivery");
    await Promise.all([1, 2, 3].map(() => handleTask(app, "sendDelivery", payload, { retryCount: 0 })));
    await planDeliveries(app, workspaceId, run);
    await deliver(app, { times: 2 });
    expect(app.outbound.sent).toHaveLength(1);
  });

  it("cannot be made to look like a link or a mention by the name of an event", async () => {
    const app = testApp();
    const { id } = await addChannel(app, slack);
    app.outbound.answer = () => ({ body: JSON.stringify({ ok: true, channel: "C1", ts: "1.1" }) });
    await addRoute(app, id);
    const headline = "<!channel> <https://evil.example|x>\n*hi*";
    const finding = { ...incidentRecord("i", "c1").finding, headline };
    await plan(app, "r1", { hostile: { kind: "opened", incident: { finding } } });
    await deliver(app);
    const { blocks } = JSON.parse(app.outbound.sent[0]!.body!) as { blocks: object[] };
    expect(JSON.stringify(blocks)).not.toMatch(/<!|<https:\/\/evil/);
  });

  it.each([
    ["Big *sale* and ~over~", "Big ∗sale∗ and ∼over∼"],
    ["`code` of payment_method", "ˋcodeˋ of payment_method"],
    ["_internal_ id, __proto__", "ˍinternalˍ id, ˍˍprotoˍˍ"],
    ["Done :red_circle: at 10:20:30", "Done ∶red_circle: at 10:20:30"],
    ["Score :100: in :8ball:", "Score ∶100: in ∶8ball:"],
  ])("shows the name %s without formatting, also in the label of its link", async (name, shown) => {
    const app = testApp();
    const { id } = await addChannel(app, slack);
    app.outbound.answer = () => ({ body: JSON.stringify({ ok: true, channel: "C1", ts: "1.1" }) });
    await addRoute(app, id);
    const finding = { ...incidentRecord("i", "c1").finding, headline: `${name} stopped` };
    await plan(app, "r1", { named: { kind: "opened", incident: { finding } } });
    await deliver(app);
    expect(app.outbound.sent[0]!.body).toContain(`|${shown} stopped>*`);
  });
});

describe("a webhook", () => {
  it("is signed as Standard Webhooks specifies, with both secrets for a day after a rotation", async () => {
    const app = testApp();
    const { id, signingSecret } = await addChannel(app);
    const { body: rotated } = await app.as("ada").post(`/api/v1/channels/${id}/rotate-secret`).expect(200);
    const signatures = async () => {
      await app.as("ada").post(`/api/v1/channels/${id}/test`).expect(200);
      const { headers, body } = app.outbound.sent.at(-1)!;
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const by = (secret: string) =>
        `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
          .update(signed)
          .digest("base64")}`;
      expect(Number(headers["webhook-timestamp"])).toBe(Math.floor(app.clock.now().getTime() / 1_000));
      return [headers["webhook-signature"]!.split(" "), by] as const;
    };
    const [both, by] = await signatures();
    expect(both).toEqual([by(rotated.signingSecret), by(signingSecret!)]);
    app.clock.advance(dayMs);
    const [one, later] = await signatures();
    expect(one).toEqual([later(rotated.signingSecret)]);
  });
});

it("a webhook names the project of each change, and none after its connection was deleted", async () => {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  const { id } = await addChannel(app);
  await addRoute(app, id);
  await plan(app, "r1", {
    Checkout: { kind: "opened", incident: { connectionId } },
    Signup: { kind: "opened", incident: { connectionId: "gone" } },
  });
  await deliver(app);
  const { data } = JSON.parse(app.outbound.sent.at(-1)!.body!) as {
    data: { changes: { incident_id: string; project: object | null }[] };
  };
  expect(Object.fromEntries(data.changes.map((one) => [one.incident_id, one.project]))).toEqual({
    Checkout: { id: "1000001", name: "Demo Shop" },
    Signup: null,
  });
});

describe("the outbox", () => {
  const start = async (input: CreateChannel = hook) => {
    const app = testApp();
    const { id } = await addChannel(app, input);
    await addRoute(app, id);
    return { app, id };
  };

  it.each<[string, ReturnType<TestApp["outbound"]["answer"]>, string]>([
    ["a server error", { status: 500 }, "HTTP 500"],
    ["no answer", "no-answer", "No answer in 10 seconds."],
    ["a redirect", { status: 302 }, "HTTP 302"],
  ])("tries again after %s, and delivers once", async (_, failure, text) => {
    const { app } = await start();
    let fails = 3;
    app.outbound.answer = () => (fails-- > 0 ? failure : {});
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    expect(await history(app)).toMatchObject([{ status: "waiting", answer: text, attempts: 1 }]);
    expect((await channelOf(app)).failingSince).not.toBeNull();
    await passMinutes(app, 10);
    expect(await history(app)).toMatchObject([{ status: "delivered", attempts: 4, nextTryAt: null }]);
    expect((await channelOf(app)).failingSince).toBeNull();
    expect(new Set(app.outbound.sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await passMinutes(app, 10);
    expect(app.outbound.sent).toHaveLength(4);
  });

  it("waits as long as the channel asks for", async () => {
    const { app } = await start();
    app.outbound.answer = () => ({ status: 429, retryAfterSeconds: 3_600 });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    app.outbound.answer = () => ({});
    await passMinutes(app, 59);
    expect(app.outbound.sent).toHaveLength(1);
    await passMinutes(app, 1);
    expect(await history(app)).toMatchObject([{ status: "delivered", attempts: 2 }]);
  });

  it.each([25 * 3_600, 86_400_000_000_000, Number.MAX_VALUE, Infinity])(
    "tries again within six hours even if the channel asks for %d seconds",
    async (retryAfterSeconds) => {
      const { app } = await start();
      app.outbound.answer = () => ({ status: 429, retryAfterSeconds });
      await plan(app, "r1", { Checkout: { kind: "opened" } });
      await deliver(app);
      expect(await history(app)).toMatchObject([{ status: "waiting", answer: "HTTP 429", attempts: 1 }]);
      expect((await channelOf(app)).failingSince).not.toBeNull();
      app.clock.advance(6 * hourMs);
      app.outbound.answer = () => ({});
      await deliver(app);
      expect(await history(app)).toMatchObject([{ status: "delivered", attempts: 2 }]);
    },
  );

  it("switches off a channel whose address is gone, fails what waits for it, and tells the admins once", async () => {
    const { app, id } = await start();
    app.outbound.answer = () => ({ status: 410 });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await plan(app, "r2", { Signup: { kind: "opened" } });
    await deliver(app);
    await passMinutes(app, 60);
    expect(app.outbound.sent).toHaveLength(1);
    expect((await history(app)).map(({ status, answer }) => [status, answer]).sort()).toEqual([
      ["failed", "HTTP 410"],
      ["failed", "The channel is off."],
    ]);
    expect(await channelOf(app)).toMatchObject({ id, isOn: false, lastAnswer: { text: "HTTP 410" } });
    expect(app.mailer.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@example.com", "“Catalog” was switched off: its address no longer exists"],
    ]);
  });

  it("tells the admins that a channel was switched off as soon as mail works again", async () => {
    const { app } = await start();
    app.outbound.answer = () => ({ status: 410 });
    app.mailer.isDown = true;
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    await passMinutes(app, 60);
    expect(await channelOf(app)).toMatchObject({ isOn: false });
    app.mailer.isDown = false;
    await passMinutes(app, 60);
    expect(app.mailer.sent.map(({ subject }) => subject)).toEqual([
      "“Catalog” was switched off: its address no longer exists",
    ]);
    expect(await history(app)).toMatchObject([{ status: "failed", nextTryAt: null }]);
    expect(app.outbound.sent).toHaveLength(1);
  });

  it("stops trying to tell the admins after two days", async () => {
    const { app } = await start();
    app.outbound.answer = () => ({ status: 410 });
    app.mailer.isDown = true;
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    for (let hour = 0; hour < 50; hour++) {
      await deliver(app);
      app.clock.advance(hourMs);
    }
    expect(await history(app)).toMatchObject([{ status: "failed", nextTryAt: null }]);
  });

  it("gives up after a day and emails the admins who can log in once", async () => {
    const { app } = await start();
    app.addMember("ada", "bob", "admin");
    app.identityProvider.disabled.add("bob");
    app.outbound.answer = () => ({ status: 503 });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    for (let hour = 0; hour < 26; hour++) {
      app.clock.advance(hourMs);
      await deliver(app);
    }
    expect(await history(app)).toMatchObject([{ status: "failed", answer: "HTTP 503" }]);
    expect(app.mailer.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@example.com", "Messages to “Catalog” have failed for a day"],
    ]);
  });

  it("lets the sweeper send what was never enqueued and what a dead worker left", async () => {
    const { app } = await start();
    app.queue.isDown = true;
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    app.queue.isDown = false;
    await passMinutes(app, 10);
    expect(await history(app)).toMatchObject([{ status: "delivered" }]);

    await plan(app, "r2", { Signup: { kind: "opened" } });
    const dying = { ...app.channels };
    dying.changeDelivery = async (...args) => {
      if (app.outbound.sent.length > 1) throw new Error("killed");
      return app.channels.changeDelivery(...args);
    };
    await expect(deliver(app, { using: { ...app, channels: dying } })).rejects.toThrow("killed");
    await passMinutes(app, 20);
    expect((await history(app)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    // The receiver knows the second one by its id.
    const ids = app.outbound.sent.slice(1).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("does not let one message hold up a channel for more than an hour", async () => {
    const { app } = await start();
    app.outbound.answer = ({ body }) => ({ status: body!.includes("Poison") ? 500 : 200 });
    await plan(app, "r1", { Poison: { kind: "opened" } });
    await deliver(app);
    app.clock.advance(minuteMs);
    await plan(app, "r2", { Checkout: { kind: "opened" } });
    await passMinutes(app, 58);
    expect((await history(app)).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    await passMinutes(app, 4);
    expect((await history(app)).map(({ status }) => status)).toEqual(["delivered", "waiting"]);
  });

  it("leaves room in the queue for others while all channels of one workspace are slow", async () => {
    const app = testApp();
    for (let made = 0; made < 20; made++) await addRoute(app, (await addChannel(app)).id);
    await plan(app, "run-1", { Purchase: { kind: "opened" } });
    const answers: (() => void)[] = [];
    const { outbound } = app;
    const slowly = {
      ...app,
      outbound: {
        assertAllowed: (url: string) => outbound.assertAllowed(url),
        send: async (...request: Parameters<typeof outbound.send>) => {
          await new Promise<void>((resolve) => answers.push(resolve));
          return outbound.send(...request);
        },
      },
    };
    // All 20 slots of the queue. Those whose turn it isn't free theirs while the others wait for a response.
    const places = app.queue
      .of("sendDelivery")
      .map((payload) => handleTask(slowly, "sendDelivery", payload, { retryCount: 0 }));
    expect(places).toHaveLength(20);
    await vi.waitUntil(() => app.queue.of("sendDelivery").length === 35 && answers.length >= 5, {
      timeout: 60_000,
    });
    expect(answers).toHaveLength(5);
    for (const answer of answers) answer();
    await Promise.all(places);
    await passMinutes(app, 5);
    expect((await history(app)).map(({ status }) => status)).toEqual(Array(20).fill("delivered"));
    expect(outbound.sent).toHaveLength(20);
  });

  it("keeps a channel's messages in order", async () => {
    const { app } = await start();
    app.outbound.answer = () => ({ status: 500 });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    app.clock.advance(minuteMs);
    await plan(app, "r2", { Checkout: { kind: "recovered" } });
    app.outbound.answer = () => ({});
    await passMinutes(app, 5);
    const texts = app.outbound.sent.map(
      ({ body }) => (JSON.parse(body!) as { data: { title: string } }).data.title,
    );
    expect(texts).toEqual(["1 new in Demo Shop", "1 new in Demo Shop", "1 recovered in Demo Shop"]);
  });

  it("keeps them in order while one waits because the workspace sends many others", async () => {
    const app = testApp();
    for (let index = 0; index < 6; index++) {
      const { id } = await addChannel(app, { ...hook, url: `https://hooks.example.com/${index}` });
      await addRoute(app, id);
    }
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    const first = await app.channels.due(workspaceId, app.clock.now().toISOString(), 5);
    const isFirst = (id: string) => first.some((one) => one.id === id);
    const late = app.queue.of("sendDelivery").find(({ deliveryId }) => !isFirst(deliveryId))!;
    await handleTask(app, "sendDelivery", late, { retryCount: 0 });
    await deliver(app);
    app.clock.advance(secondMs);
    await plan(app, "r2", { Checkout: { kind: "recovered" } });
    await deliver(app);
    await passMinutes(app, 2);
    for (let index = 0; index < 6; index++) {
      const sent = app.outbound.sent.filter(({ url }) => url.endsWith(`/${index}`));
      expect(sent.map(({ body }) => (JSON.parse(body!) as { data: { title: string } }).data.title)).toEqual([
        "1 new in Demo Shop",
        "1 recovered in Demo Shop",
      ]);
    }
  });

  it("sends waiting messages immediately on request", async () => {
    const { app, id } = await start();
    app.outbound.answer = () => ({ status: 429, retryAfterSeconds: 36_000 });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    app.outbound.answer = () => ({});
    await app.as("ada").post(`/api/v1/channels/${id}/retry`).expect(204);
    await deliver(app);
    expect(await history(app)).toMatchObject([{ status: "delivered" }]);
  });

  it("fails what waits for a channel that was deleted", async () => {
    const { app, id } = await start();
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await app.as("ada").delete(`/api/v1/channels/${id}`).expect(204);
    await deliver(app);
    expect(await history(app)).toMatchObject([{ status: "failed", answer: "The channel was deleted." }]);
    expect(app.outbound.sent).toEqual([]);
  });

  it("deletes messages after 90 days", async () => {
    const { app } = await start();
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    app.clock.advance(91 * dayMs);
    await everyMinute(app);
    expect(await history(app)).toEqual([]);
  });
});

describe("Slack by a bot", () => {
  const start = async () => {
    const app = testApp();
    const service = new MemorySlack();
    app.outbound.answer = service.answer;
    const { id } = await addChannel(app, slack);
    await addRoute(app, id);
    return { app, service, id };
  };

  it("posts later changes as replies in the thread, and updates the incident's line", async () => {
    const { app, service } = await start();
    await plan(app, "r1", { Checkout: { kind: "opened" }, Signup: { kind: "opened" } });
    await deliver(app);
    await plan(app, "r2", { Checkout: { kind: "recovered" }, Search: { kind: "opened" } });
    await deliver(app);
    const [first, second, reply] = service.messages;
    expect(service.messages).toHaveLength(3);
    expect(second!.text).toBe("1 new in Demo Shop");
    expect(reply).toMatchObject({ thread: first!.ts, text: "Recovered: Checkout −60% since Nov 16" });
    expect(first!.blocks).toMatch(/Checkout changed\.\\n_Recovered_/);
    expect(first!.blocks).not.toMatch(/Signup changed\.\\n_/);
  });

  it("says in the thread, once each, that an incident got worse, recovered and came back, and what it is now", async () => {
    const { app, service } = await start();
    const kinds = ["opened", "escalated", "recovered", "regressed", "new_level"] as const;
    for (const [place, kind] of kinds.entries()) {
      app.clock.advance(minuteMs);
      await plan(app, `r${place}`, { Checkout: { kind } });
      await deliver(app, { times: 2 });
    }
    const [first, ...replies] = service.messages;
    expect(replies.map(({ text }) => text)).toEqual(
      ["Worse", "Recovered", "Back again", "New level"].map((what) => `${what}: Checkout −60% since Nov 16`),
    );
    expect(replies.every(({ thread }) => thread === first!.ts)).toBe(true);
    expect(first!.blocks.match(/_(Worse|Recovered|Back again|New level)_/g)).toEqual(["_New level_"]);
  });

  it("posts anew in the channel that it was moved to, and continues there", async () => {
    const { app, service, id } = await start();
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    const moved = { kind: "slack", name: "Alerts", channel: "#other" };
    await app.as("ada").put(`/api/v1/channels/${id}`).send(moved).expect(200);
    const before = app.outbound.sent.length;
    for (const [runId, kind] of [
      ["r2", "escalated"],
      ["r3", "recovered"],
    ] as const) {
      app.clock.advance(minuteMs);
      await plan(app, runId, { Checkout: { kind } });
      await deliver(app);
    }
    const [first, second, third, ...more] = service.messages;
    expect([second!.thread, third!.thread, more]).toEqual([undefined, second!.ts, []]);
    expect(first!.blocks).not.toContain("Recovered");
    const [posted] = app.outbound.sent.slice(before);
    expect(JSON.parse(posted!.body!)).toMatchObject({ channel: "other" });
  });

  it("posts nothing twice, wherever a worker dies", async () => {
    // Count the repository calls of a delivery, to die before each one.
    for (let dieAt = 1; dieAt <= 14; dieAt++) {
      const { app, service } = await start();
      await plan(app, "r1", { Checkout: { kind: "opened" } });
      await deliver(app);
      await plan(app, "r2", { Checkout: { kind: "recovered" }, Search: { kind: "opened" } });
      const channels = killedAt(app.channels, dieAt);
      await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
      await passMinutes(app, 30);
      expect(service.messages.map(({ text }) => text)).toEqual([
        "1 new in Demo Shop",
        "1 new in Demo Shop",
        "Recovered: Checkout −60% since Nov 16",
      ]);
      expect((await history(app)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
      expect(service.messages[0]!.blocks).toContain("_Recovered_");
    }
  });

  it("shows Slack's own error code, and continues once the problem is fixed", async () => {
    const { app, service } = await start();
    service.fails = "not_in_channel";
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    expect(await history(app)).toMatchObject([
      { status: "waiting", answer: "Slack answered: not_in_channel" },
    ]);
    service.fails = null;
    await passMinutes(app, 2);
    expect(service.messages).toHaveLength(1);
  });
});

describe("PagerDuty", () => {
  it("gets one event per incident, and resolves what it triggered", async () => {
    const app = testApp();
    const { id } = await addChannel(app, { kind: "pagerduty", name: "On call", routingKey: "R0123456789" });
    await addRoute(app, id);
    await plan(app, "r1", { Checkout: { kind: "opened" }, Signup: { kind: "opened" } });
    let answered = 0;
    app.outbound.answer = () => ({ status: answered++ === 1 ? 500 : 202 });
    await deliver(app);
    await passMinutes(app, 2);
    await plan(app, "r2", { Checkout: { kind: "recovered" } });
    await deliver(app);
    const events = app.outbound.sent.map(({ body }) => JSON.parse(body!) as Record<string, string>);
    expect(events.map((event) => [event["event_action"], event["dedup_key"]])).toEqual([
      ["trigger", "Checkout"],
      ["trigger", "Signup"],
      ["trigger", "Signup"],
      ["resolve", "Checkout"],
    ]);
    const digest = { ...routeBody(id), timing: { kind: "daily", hour: 8 } };
    await app.as("ada").post("/api/v1/routes").send(digest).expect(400);
  });
});

describe("an email list", () => {
  const list = {
    kind: "email",
    name: "Team",
    addresses: ["a@example.com", "b@example.com", "A@example.com"],
  } as const;
  const linkIn = (text: string, pattern: RegExp) => new URL(pattern.exec(text)![1]!);
  const confirmLink = (text: string) => linkIn(text, /Confirm this address: (\S+)/);

  it("emails addresses that were confirmed by a click, each once, until they unsubscribe", async () => {
    const app = testApp();
    const { id } = await addChannel(app, { ...list, addresses: [...list.addresses] });
    await addRoute(app, id);
    const [first, second, ...more] = app.mailer.sent.splice(0);
    expect([first!.to, second!.to, more.length]).toEqual(["a@example.com", "b@example.com", 0]);
    const { pathname, search } = confirmLink(first!.text);
    // Mail scanners open links; that alone confirms nothing.
    await app.anonymous.get(`${pathname}${search}`).expect(200);
    expect((await channelOf(app)).addresses.every(({ confirmedAt }) => confirmedAt === null)).toBe(true);
    await app.anonymous.post(`${pathname}${search}`).expect(200);

    await plan(app, "r1", { Checkout: { kind: "opened" } });
    const { send } = app.mailer;
    app.mailer.isDown = true;
    await deliver(app);
    app.mailer.isDown = false;
    await passMinutes(app, 2);
    expect(send).toBe(app.mailer.send);
    const [mail, ...others] = app.mailer.sent.splice(0);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "a@example.com", subject: "1 new in Demo Shop" });
    expect(mail!.text).toContain(
      "New (1)\n- Alert · Checkout −60% since Nov 16\n  Checkout changed.\n  http://app.test/incidents/Checkout",
    );
    expect(mail!.html).toMatch(
      /<a [^>]*href="http:\/\/app\.test\/incidents\/\w+"[^>]*><strong>Checkout −60% since Nov 16<\/strong><\/a>/,
    );

    const stop = new URL(mail!.headers!["List-Unsubscribe"]!.slice(1, -1));
    await app.anonymous.post(`${stop.pathname}${stop.search}`).expect(200);
    expect((await channelOf(app)).addresses).toEqual([{ email: "b@example.com", confirmedAt: null }]);
  });

  it("of which no address is confirmed gets nothing: the history says so, and incidents don't name it", async () => {
    const app = testApp();
    const { id } = await addChannel(app, { ...list, addresses: [...list.addresses] });
    await addRoute(app, id);
    app.mailer.sent.splice(0);
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    expect(await history(app)).toMatchObject([
      { status: "failed", answer: "No address is confirmed yet.", nextTryAt: null },
    ]);
    expect(await channelOf(app)).toMatchObject({ isOn: true, failingSince: null });
    const { body } = await app.as("ada").get("/api/v1/incidents/Checkout").expect(200);
    expect((body.timeline as { kind: string }[]).map(({ kind }) => kind)).toEqual(["opened"]);
    expect(app.mailer.sent).toEqual([]);
  });

  it("gets what happens after a digest has partly gone out in a second one", async () => {
    const app = testApp();
    const addresses = ["a@example.com", "b@example.com"];
    const { id } = await addChannel(app, { ...list, addresses });
    for (const { text } of app.mailer.sent.splice(0)) {
      const { pathname, search } = confirmLink(text);
      await app.anonymous.post(`${pathname}${search}`).expect(200);
    }
    await addRoute(app, id, { timing: { kind: "daily", hour: app.clock.now().getUTCHours() } });
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    app.clock.advance(dayMs);
    const { mailer } = app;
    const send = mailer.send.bind(mailer);
    mailer.send = async (mail) => {
      if (mail.to === "b@example.com") throw new Error("This mailbox is full.");
      await send(mail);
    };
    await deliver(app);
    await plan(app, "r2", { Signup: { kind: "opened" } });
    mailer.send = send;
    app.clock.advance(2 * dayMs);
    await deliver(app);
    const told = (name: string) =>
      mailer.sent.filter(({ text }) => text.includes(`${name} −60%`)).map(({ to }) => to);
    expect(told("Checkout")).toEqual(addresses);
    expect(told("Signup")).toEqual(addresses);
  });

  it("can't be created by someone whose own address is not verified, and forged links do nothing", async () => {
    const app = testApp();
    await app.as("unverified").get("/api/auth/user");
    await app.as("unverified").post("/api/v1/channels").send(list).expect(403);
    expect(app.mailer.sent).toEqual([]);
    await app.anonymous.post("/api/v1/channel-address?token=e30.e30").expect(400);
    await app.anonymous.get("/api/v1/channel-address?token=x").expect(400);
  });
});

describe("routes", () => {
  it("send each change once per channel, by the first route that matches", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    await addRoute(app, id, { timing: { kind: "daily", hour: 8 } });
    await addRoute(app, id, { severity: "alert" });
    const finding = { ...incidentRecord("i", "c1").finding, severity: "warning" } as const;
    await plan(app, "r1", { Alert: { kind: "opened" }, Warning: { kind: "opened", incident: { finding } } });
    await deliver(app);
    expect((await history(app)).map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ["digest", "waiting"],
      ["run", "delivered"],
    ]);
    // The next run's change joins the same digest, with the incident's current state.
    await plan(app, "r2", { Warning: { kind: "recovered", incident: { finding } } });
    app.clock.advance(20 * hourMs);
    await deliver(app);
    expect(await history(app)).toHaveLength(2);
    const bodies = app.outbound.sent.map(
      ({ body }) => (JSON.parse(body!) as { data: { title: string } }).data.title,
    );
    expect(bodies).toEqual(["1 new in Demo Shop", "1 recovered in all projects"]);
  });

  it("send a daily and a weekly digest at the same hour as two messages", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    const hour = app.clock.now().getUTCHours();
    const weekday = (app.clock.now().getUTCDay() + 1) % 7 || 7;
    await addRoute(app, id, { timing: { kind: "weekly", weekday, hour }, subject: "Shop*" });
    await addRoute(app, id, { timing: { kind: "daily", hour }, subject: "Sign*" });
    await plan(app, "r1", { "Shop Cart": { kind: "opened" }, "Sign Up": { kind: "opened" } });
    const digests = app.db.all<DeliveryRecord>(workspaceId, "deliveries");
    expect(new Set(digests.map(({ dueAt }) => dueAt)).size).toBe(1);
    expect(
      digests
        .map(({ digestDays, changes }) => [digestDays, changes.map(({ incidentId }) => incidentId)])
        .sort(),
    ).toEqual([
      [1, ["Sign Up"]],
      [7, ["Shop Cart"]],
    ]);
  });

  it("send a weekly digest of what is open, who is assigned, and how the previous week was", async () => {
    const app = testApp();
    const service = new MemorySlack();
    app.outbound.answer = service.answer;
    const list = { kind: "email", name: "Team", addresses: ["a@example.com"] } as const;
    const { id: listId } = await addChannel(app, { ...list, addresses: [...list.addresses] });
    const [asked] = app.mailer.sent.splice(0);
    const { pathname, search } = new URL(/Confirm this address: (\S+)/.exec(asked!.text)![1]!);
    await app.anonymous.post(`${pathname}${search}`).expect(200);
    const { id: slackId } = await addChannel(app, slack);
    const weekday = app.clock.now().getUTCDay() || 7;
    const timing = { kind: "weekly", weekday, hour: app.clock.now().getUTCHours() } as const;
    // Incidents that this route leaves out don't count in its digests' figures.
    for (const channelId of [listId, slackId]) await addRoute(app, channelId, { timing, subject: "Shop*" });

    const connectionId = await verifiedConnection(app, "ada");
    const show = (name: string) => ({ sections: { show: [{ behavior: { type: "event", name } }] } });
    const board = { owner: null, modifiedAt: null, dashboardId: null, id: "1", name: "A", views: 34 };
    app.mixpanel.saved = { bookmarks: [{ ...board, type: "insights", definition: show("Shop Signup") }] };
    await handleTask(app, "readProjectContext", { workspaceId, connectionId }, { retryCount: 0 });
    const opened = (entity: string, change: Partial<IncidentRecord> = {}): Told => ({
      kind: "opened",
      incident: { entity, connectionId, ...change },
    });
    await runThatChanged(app, "r1", { Signup: opened("Shop Signup"), Other: opened("Other") });
    app.clock.advance(8 * dayMs);
    const at = app.clock.now().toISOString();
    await runThatChanged(app, "r2", {
      Done: opened("Shop Done", {
        status: "closed",
        isClosed: true,
        closedAs: "fixed",
        closedAt: at,
        acknowledgedAt: at,
      }),
    });
    const ana = { uid: "u2", name: "Ana Torres" };
    await plan(app, "r3", { Checkout: opened("Shop Checkout", { assignee: ana }) });
    app.clock.advance(7 * dayMs);
    await deliver(app);

    const [mail] = app.mailer.sent.splice(0);
    expect(mail!.subject).toBe("2 incidents open, 1 unassigned");
    expect(mail!.text).toContain(
      [
        "1 new in all projects",
        "New (1)\n- Alert · Checkout −60% since Nov 16\n  Checkout changed.\n  Assigned to Ana Torres.\n  http://app.test/incidents/Checkout",
        "Most used, unassigned (1)\n- Alert · Signup −60% since Nov 16\n  40 events in 2 days, 60% below the expected 100.\n  Used by 1 report; 34 views.\n  http://app.test/incidents/Signup",
        "This week\n- Opened: 2, 1 the week before\n- Recovered: 0, 0 the week before\n- Closed by people (1 fixed): 1, 0 the week before\n- Median time from the first bad day to acknowledgment: 10.5 days\n- Opened per day: Wed 0, Thu 2, Fri 0, Sat 0, Sun 0, Mon 0, Tue 0",
        "View incidents: http://app.test/incidents",
      ].join("\n\n"),
    );
    expect(mail!.html).toContain("2, 1 the week before");
    expect(mail!.html.match(/height="36"/g)).toHaveLength(1);
    expect(service.messages.at(-1)!.blocks).toContain("Opened per day: Wed 0, Thu 2");
    expect(service.messages.at(-1)!.blocks).toContain("Opened: *2, 1 the week before*");
    expect(service.messages.at(-1)!.blocks).toContain("Assigned to Ana Torres.");
    // The history shows what was sent, as webhooks do.
    expect((await history(app)).map(({ title }) => title)).toEqual(Array(2).fill("1 new in all projects"));
  });

  it("report that checks could not run, and that this paused the setup", async () => {
    const app = testApp();
    const run = await runThatChanged(app, "r1", {});
    const { id } = await addChannel(app);
    await addRoute(app, id, { connectionId: "other" });
    await planFailedRun(app, workspaceId, run);
    const title = "Checks could not run: Daily checks";
    expect(await history(app)).toMatchObject([{ channelId: "members", kind: "problem", title }]);
    await addRoute(app, id);
    app.clock.advance(minuteMs);
    await planFailedRun(app, workspaceId, run);
    await planFailedRun(app, workspaceId, run);
    expect((await history(app)).map(({ channelId }) => channelId)).toEqual([id, "members"]);
    app.clock.advance(minuteMs);
    await planFailedRun(app, workspaceId, { ...run, pausedSetup: true });
    expect(await history(app)).toHaveLength(4);
  });

  it("are previewed with the incidents of the last 28 days", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    await plan(app, "r0", { Old: { kind: "opened" } });
    app.clock.advance(29 * dayMs);
    await plan(app, "r1", { Checkout: { kind: "opened" }, Signup: { kind: "opened" } });
    const { body } = await app
      .as("ada")
      .post("/api/v1/routes/preview")
      .send({ ...routeBody(id), subject: "check*" })
      .expect(200);
    expect(body).toMatchObject({ total: 2, matching: [{ id: "Checkout", severity: "alert" }] });
  });

  it("can be changed, and only lead to channels of the workspace", async () => {
    const app = testApp();
    const { id } = await addChannel(app);
    const route = await addRoute(app, id);
    const change = { ...routeBody(id), severity: "alert" };
    const { body } = await app.as("ada").put(`/api/v1/routes/${route.id}`).send(change).expect(200);
    expect(body).toEqual({ ...route, severity: "alert", revision: 2 });
    await app.as("bob").post("/api/v1/routes").send(routeBody(id)).expect(404);
    await app.as("ada").put(`/api/v1/routes/${route.id}`).send(routeBody("gone")).expect(404);
  });
});
