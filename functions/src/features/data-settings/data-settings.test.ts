import { describe, expect, it } from "vitest";
import { ada as tenant } from "../../testing/tenants.js";
import { connectionBody, testApp, verifiedConnection } from "../../testing/test-app.js";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { handleTask } from "../../entry/task-handlers.js";

const settings = "/api/v1/data-settings";
const undescribed = { describedProperties: [], isDescribed: false };

async function started() {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  const ada = app.as("ada");
  const seconds = Date.parse("2026-11-17T08:00:00Z") / 1_000;
  app.mixpanel.events = [
    { event: "Signup", properties: { time: seconds, $insert_id: "1", plan: "pro", source: null } },
    { event: "Signup", properties: { time: seconds + 3_600, plan: "free" } },
    { event: "Login", properties: { time: seconds, plan: "pro" } },
  ];
  app.mixpanel.names = ["Signup", "Login", "Checkout"];
  app.mixpanel.counts = new Map([
    [
      "Checkout",
      new Map([
        ["2026-11-03", 2],
        ["2026-11-01", 5],
        ["2026-11-10", 0],
      ]),
    ],
  ]);
  app.mixpanel.people = [{ distinctId: "u1", properties: { plan: "pro", age: 3 } }];
  app.mixpanel.lexiconEntries = [
    { kind: "event", name: "Login", properties: ["method"], ...undescribed, isHidden: true, isDropped: true },
    {
      kind: "event",
      name: "Described only",
      properties: [],
      ...undescribed,
      isHidden: false,
      isDropped: false,
    },
    {
      kind: "profile",
      name: "$user",
      properties: ["age", "city"],
      ...undescribed,
      isHidden: false,
      isDropped: false,
    },
  ];
  const work = async () => {
    for (const payload of app.queue.of("syncSchema"))
      await handleTask(app, "syncSchema", payload, { retryCount: 0 });
  };
  const sync = async () => {
    await ada.post(`${settings}/sync`).expect(202);
    await work();
    return (await ada.get(settings).expect(200)).body;
  };
  return { ...app, ada, connectionId, work, sync };
}

type Setting = { id: string; eventName?: string; propertyName?: string };
const named = <T extends Setting>(list: T[], name: string): T =>
  list.find(({ eventName, propertyName }) => (eventName ?? propertyName) === name)!;

describe("data settings", () => {
  it("are empty without a verified connection", async () => {
    const { as } = testApp();
    const { body } = await as("ada").get(settings).expect(200);
    expect(body).toEqual({
      connection: null,
      events: [],
      userProperties: [],
      namesTotal: 0,
      lastSyncedAt: null,
      latestSync: null,
      nextCursor: null,
      segmentBy: null,
      segmentProperties: [],
      revision: 1,
      fileRevision: null,
    });
    await as("ada").post("/api/v1/mixpanel/connections").send(connectionBody);
    expect((await as("ada").get(settings)).body.connection).toBeNull();
    await as("ada").post(`${settings}/sync`).expect(409);
    await as("ada").put(settings).send({}).expect(404);
  });

  it("keep the properties to segment by until they are sent again, and refuse more than three", async () => {
    const { ada } = await started();
    const saved = async (body: object) => {
      await ada.put(settings).send(body).expect(204);
      return (await ada.get(settings)).body;
    };
    expect(await saved({ segmentBy: ["plan", "tier"] })).toMatchObject({ segmentBy: ["plan", "tier"] });
    expect(await saved({})).toMatchObject({ segmentBy: ["plan", "tier"], revision: 2 });
    for (const segmentBy of [["a", "b", "c", "d"], ["a", "a"], [], [""], "a"])
      await ada.put(settings).send({ segmentBy }).expect(400);
    const refused = await ada
      .put(settings)
      .send({ segmentBy: ["plan", "$app_version_string"] })
      .expect(400);
    expect(JSON.stringify(refused.body)).toContain("$app_version_string can't divide events");
    expect(await saved({ segmentBy: null })).toMatchObject({ segmentBy: null, revision: 3 });
  });

  it("list every event with its properties and the user properties, from every source", async () => {
    const { sync } = await started();
    const body = await sync();
    expect(body.events.map(({ eventName }: Setting) => eventName)).toEqual([
      "Checkout",
      "Described only",
      "Login",
      "Signup",
    ]);
    expect(named(body.events, "Signup")).toMatchObject({
      isActive: true,
      isExcluded: false,
      lastDetectedAt: "2026-11-17T09:00:00.000Z",
      properties: [
        { propertyName: "plan", lastDetectedAt: "2026-11-17T09:00:00.000Z" },
        { propertyName: "source", lastDetectedAt: "2026-11-17T08:00:00.000Z" },
      ],
    });
    expect(named(body.events, "Checkout")).toMatchObject({
      isActive: true,
      lastDetectedAt: "2026-11-03T00:00:00.000Z",
      properties: [],
    });
    expect(named(body.events, "Login")).toMatchObject({ isActive: false });
    expect(named(body.events, "Described only")).toMatchObject({ isActive: false, lastDetectedAt: null });
    expect(body.userProperties).toMatchObject([
      { propertyName: "age", isActive: true },
      { propertyName: "city", isActive: false, lastDetectedAt: null },
      { propertyName: "plan", isActive: true },
    ]);
    expect(body).toMatchObject({
      lastSyncedAt: "2026-11-18T12:00:00.000Z",
      latestSync: { status: "success", errorMessage: null },
    });
  });

  it("change exclusions by id, and keep them through the next sync", async () => {
    const { ada, sync, schema, connectionId } = await started();
    const before = await sync();
    const signup = named<Setting & { properties: Setting[] }>(before.events, "Signup");
    const change = {
      events: [{ id: named(before.events, "Login").id, isExcluded: true }],
      eventProperties: [{ id: named(signup.properties, "plan").id, isExcluded: true }],
      userProperties: [{ id: named(before.userProperties, "age").id, isExcluded: true }],
    };
    const answer = await ada.put(settings).send(change).expect(204);
    expect(answer.text).toBe("");
    const { body: saved } = await ada.get(settings).expect(200);
    expect(named(saved.events, "Login")).toMatchObject({ isExcluded: true });
    expect(await schema.exclusions(tenant, connectionId)).toEqual({
      events: new Set(["Login"]),
      eventProperties: new Map([["Signup", new Set(["plan"])]]),
      userProperties: new Set(["age"]),
    });
    expect(await sync()).toMatchObject({ events: saved.events, userProperties: saved.userProperties });
    const back = { events: [{ ...change.events[0], isExcluded: false }] };
    await ada.put(settings).send(back).expect(204);
    const { body: restored } = await ada.get(settings).expect(200);
    expect(named(restored.events, "Login")).toMatchObject({ isExcluded: false });
  });

  it("list the properties of an event that stopped before the first sync, and the average of each event per day", async () => {
    const { mixpanel, sync, clock } = await started();
    const time = Date.parse("2026-11-03T08:00:00Z") / 1_000;
    mixpanel.earlierEvents = [{ event: "Checkout", properties: { time, coupon: "autumn" } }];
    const { events } = await sync();
    expect(named(events, "Checkout")).toMatchObject({
      eventsPerDay: 7 / 31,
      properties: [{ propertyName: "coupon", isExcluded: false }],
    });
    expect(named(events, "Signup")).toMatchObject({ eventsPerDay: 2 });
    expect(named(events, "Described only")).toMatchObject({ eventsPerDay: null });
    // They are known by now, so the next sync reads only one export.
    clock.advance(3_600_000);
    mixpanel.calls.length = 0;
    await sync();
    expect(mixpanel.calls.filter((call) => call === "exportEvents")).toHaveLength(1);
  });

  it("ask Mixpanel for the names of the same days as the counts", async () => {
    const { mixpanel, sync } = await started();
    mixpanel.namesAsked.length = 0;
    await sync();
    expect(mixpanel.namesAsked).toEqual([{ from: "2026-10-19", to: "2026-11-18" }]);
  });

  it("count their edits, refuse a change based on an older one, and remember the edit from a file", async () => {
    const { ada, sync } = await started();
    const { events } = await sync();
    const exclude = (query: string, name: string) =>
      ada.put(`${settings}?${query}`).send({ events: [{ id: named(events, name).id, isExcluded: true }] });
    await exclude("revision=1", "Login").expect(204);
    const { body: refusal } = await exclude("revision=1", "Signup").expect(409);
    expect(refusal.code).toBe("edit-conflict");
    expect((await ada.get(settings)).body).toMatchObject({ revision: 2, fileRevision: null });
    await ada.put(`${settings}?revision=2&fromFile=true`).send({}).expect(204);
    expect((await ada.get(settings)).body).toMatchObject({ revision: 2, fileRevision: 2 });
  });

  it("change nothing if one id is unknown", async () => {
    const { ada, sync, schema, connectionId } = await started();
    const { events } = await sync();
    const change = {
      events: [
        { id: events[0].id, isExcluded: true },
        { id: "e_unknown", isExcluded: true },
      ],
    };
    await ada.put(settings).send(change).expect(404);
    expect((await schema.exclusions(tenant, connectionId)).events.size).toBe(0);
  });

  it("keep listing an event that is no longer seen, with its last day", async () => {
    const { mixpanel, sync, clock } = await started();
    await sync();
    mixpanel.events = [];
    mixpanel.names = [];
    mixpanel.counts = new Map();
    clock.advance(40 * 86_400_000);
    expect(named((await sync()).events, "Signup")).toMatchObject({
      isActive: false,
      lastDetectedAt: "2026-11-17T09:00:00.000Z",
    });
  });
});

describe("a sync", () => {
  it("starts with the verification of a connection, once", async () => {
    const { ada, connectionId, queue, work } = await started();
    expect(queue.of("syncSchema")).toHaveLength(1);
    await work();
    const { body } = await ada.get(settings);
    expect(body.latestSync.status).toBe("success");
    expect(body.events.length).toBeGreaterThan(0);
    await ada.post(`/api/v1/mixpanel/connections/${connectionId}/verify`).expect(200);
    expect(queue.of("syncSchema")).toHaveLength(1);
  });

  it("that can't be started doesn't fail the verification", async () => {
    const app = testApp();
    app.queue.isDown = true;
    await verifiedConnection(app, "ada");
    const { body } = await app.as("ada").get(settings);
    expect(body.connection).not.toBeNull();
    expect(body.latestSync.status).toBe("failed");
  });

  it("runs once at a time: a second start returns the first", async () => {
    const { ada, queue, clock } = await started();
    const { body: first } = await ada.post(`${settings}/sync`).expect(202);
    expect(first).toEqual({
      latestSync: { status: "running", startedAt: "2026-11-18T12:00:00.000Z", errorMessage: null },
      lastSyncedAt: null,
    });
    clock.advance(60_000);
    expect((await ada.post(`${settings}/sync`).expect(202)).body).toEqual(first);
    expect(queue.of("syncSchema")).toHaveLength(1);
  });

  it("that lost its worker counts as failed after 10 minutes, and another one may start", async () => {
    const { ada, queue, clock } = await started();
    await ada.post(`${settings}/sync`).expect(202);
    clock.advance(10 * 60_000 + 1);
    const { body } = await ada.get(settings);
    expect(body.latestSync).toMatchObject({
      status: "failed",
      errorMessage: expect.stringContaining("try again"),
    });
    await ada.post(`${settings}/sync`).expect(202);
    expect(queue.of("syncSchema")).toHaveLength(2);
  });

  it("does what the plan permits: without Query API and profiles, it uses the export and Lexicon", async () => {
    const app = testApp();
    for (const call of ["eventNames", "profiles"] as const)
      app.mixpanel.failures.set(call, new MixpanelError("plan", call, "402", { status: 402 }));
    await verifiedConnection(app, "ada");
    app.mixpanel.events = [{ event: "Signup", properties: { time: 1_763_400_000, plan: 1 } }];
    app.mixpanel.calls.length = 0;
    await app.as("ada").post(`${settings}/sync`).expect(202);
    await handleTask(app, "syncSchema", app.queue.of("syncSchema")[0], { retryCount: 0 });
    const { body } = await app.as("ada").get(settings);
    expect(body.latestSync.status).toBe("success");
    expect(body.events).toHaveLength(1);
    expect([...app.mixpanel.calls].sort()).toEqual(["exportEvents", "lexicon"]);
  });

  it("reads user properties from profiles if Mixpanel's list is missing", async () => {
    const { mixpanel, sync } = await started();
    mixpanel.failures.set(
      "profileProperties",
      new MixpanelError("not-found", "engage", "404", { status: 404 }),
    );
    const { userProperties } = await sync();
    expect(userProperties.map(({ propertyName }: Setting) => propertyName)).toEqual(["age", "city", "plan"]);
  });

  it.each([
    ["credentials", /rejected the service account/],
    ["plan", /plan does not include/],
    ["hourly-limit", /rate limit.*10 minutes/],
    ["incomplete", /isn't responding properly/],
  ] as const)("that fails with %s says why, and keeps the known names", async (kind, sentence) => {
    const { mixpanel, sync } = await started();
    const { events, lastSyncedAt } = await sync();
    mixpanel.failures.set("exportEvents", new MixpanelError(kind, "raw export", "failed"));
    const after = await sync();
    expect(after).toMatchObject({ events, lastSyncedAt, latestSync: { status: "failed" } });
    expect(after.latestSync.errorMessage).toMatch(sentence);
  });

  it("tolerates rows that are not events, and invalid times", async () => {
    const { mixpanel, sync } = await started();
    mixpanel.events = [
      { event: "Bare", properties: null },
      { event: "Text", properties: "x" },
      { event: 7, properties: {} },
      ...[1e20, -1, 3e11].map((time) => ({ event: "Signup", properties: { time, plan: "pro" } })),
    ] as unknown as typeof mixpanel.events;
    const body = await sync();
    expect(body.latestSync).toMatchObject({ status: "success" });
    expect(named(body.events, "Signup")).toMatchObject({ lastDetectedAt: "2026-11-17T00:00:00.000Z" });
  });

  it("does nothing when run twice, or after its connection was deleted", async () => {
    const { ada, mixpanel, work, connectionId, as } = await started();
    await ada.post(`${settings}/sync`).expect(202);
    await work();
    mixpanel.calls.length = 0;
    await work();
    expect(mixpanel.calls).toEqual([]);
    await ada.post(`${settings}/sync`).expect(202);
    await as("ada").delete(`/api/v1/mixpanel/connections/${connectionId}`).expect(204);
    await work();
    expect(mixpanel.calls).toEqual([]);
  });

  it("that cannot be enqueued fails immediately and is not left running", async () => {
    const { ada, queue, work } = await started();
    await work();
    queue.isDown = true;
    await ada.post(`${settings}/sync`).expect(503);
    expect((await ada.get(settings)).body.latestSync).toMatchObject({ status: "failed" });
    queue.isDown = false;
    await ada.post(`${settings}/sync`).expect(202);
  });

  it("is limited to 30 an hour; requests while one runs don't count", async () => {
    const { ada, work } = await started();
    for (let i = 0; i < 30; i++) {
      await ada.post(`${settings}/sync`).expect(202);
      await ada.post(`${settings}/sync`).expect(202);
      await work();
    }
    await ada.post(`${settings}/sync`).expect(429).expect("Retry-After", "3600");
  });
});
