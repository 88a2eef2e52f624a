import { ada as tenant } from "../../testing/tenants.js";
import { describe, expect, it } from "vitest";
import { UnreadableError } from "../../common/errors.js";
import { detectorKeys } from "../../contract/detectors.js";
import { connectionBody, setupBody, testApp, verifiedConnection } from "../../testing/test-app.js";

const setups = "/api/v1/setups";

async function started() {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  return { ...app, connectionId, ada: app.as("ada") };
}

describe("a setup", () => {
  it("is created active, with its defaults, its connection and its next run", async () => {
    const { ada, connectionId } = await started();
    const { body } = await ada.post(setups).send(setupBody(connectionId)).expect(201);
    expect(body).toMatchObject({
      status: "active",
      description: "",
      includeWeekends: true,
      connection: { id: connectionId, projectName: "Demo Shop", status: "verified" },
      selectedDetectors: [
        { key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } },
        { key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } },
      ],
      nextRunAt: "2026-11-18T14:00:00.000Z",
    });
    expect((await ada.get(`${setups}/${body.id}`)).body).toEqual(body);
    expect((await ada.get(setups)).body).toEqual([body]);
  });

  it("is only started manually without a schedule", async () => {
    const { ada, connectionId } = await started();
    const manual = { ...setupBody(connectionId), scheduleCron: null };
    const { body } = await ada.post(setups).send(manual).expect(201);
    expect(body).toMatchObject({ scheduleCron: "", nextRunAt: null });
  });

  it("accepts the older form of its detectors and stores the newer one", async () => {
    const { ada, connectionId } = await started();
    const older = {
      ...setupBody(connectionId),
      selectedDetectors: ["event_count_change", "event_stopped"],
      useCases: { event_count_change: { checkBackDays: 14, thresholdPercent: 50 } },
    };
    const { body } = await ada.post(setups).send(older).expect(201);
    expect(body.selectedDetectors).toEqual([
      { key: "event_count_change", settings: { checkBackDays: 14, thresholdPercent: 50 } },
      { key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } },
    ]);
    expect(body).not.toHaveProperty("useCases");
  });

  it.each([
    ["no name", { name: "  " }],
    ["no detector", { selectedDetectors: [] }],
    ["an unknown detector", { selectedDetectors: [{ key: "nonsense" }] }],
    ["one detector twice", { selectedDetectors: [{ key: "event_stopped" }, { key: "event_stopped" }] }],
    [
      "a threshold of 0",
      { selectedDetectors: [{ key: "event_stopped", settings: { thresholdPercent: 0 } }] },
    ],
    [
      "a threshold of 101",
      { selectedDetectors: [{ key: "event_stopped", settings: { thresholdPercent: 101 } }] },
    ],
    ["8 days back", { selectedDetectors: [{ key: "event_stopped", settings: { checkBackDays: 8 } }] }],
    ["a cron of four parts", { scheduleCron: "0 9 * *" }],
    ["an invalid cron", { scheduleCron: "99 9 * * *" }],
    ["a cron that never comes due", { scheduleCron: "0 9 30 2 *" }],
    ["a cron of every minute", { scheduleCron: "* * * * *" }],
    ["a cron of every half hour", { scheduleCron: "*/30 9 * * *" }],
    ["a step that never steps", { scheduleCron: "0 */99999999 * * *" }],
    ["a step of 0", { scheduleCron: "0 */0 * * *" }],
    ["a name that changes its text direction", { name: "Daily \u202Eskcehc" }],
    ["an unknown time zone", { scheduleTimezone: "Mars/Olympus" }],
  ])("%s is invalid", async (_name, differing) => {
    const { ada, connectionId } = await started();
    const { body } = await ada
      .post(setups)
      .send({ ...setupBody(connectionId), ...differing })
      .expect(400);
    expect(body.code).toBe("invalid-request");
    expect(body.details.issues.length).toBeGreaterThan(0);
  });

  it("a cron of five parts that can't be is not said to need five parts", async () => {
    const { ada, connectionId } = await started();
    const body = { ...setupBody(connectionId), scheduleCron: "99 9 * * *" };
    const refused = await ada.post(setups).send(body).expect(400);
    expect(JSON.stringify(refused.body)).toContain("got value 99 expected range 0-59");
    expect(JSON.stringify(refused.body)).not.toContain("five parts");
  });

  it("needs a verified connection of its own account", async () => {
    const app = await started();
    const { body: pending } = await app.ada.post("/api/v1/mixpanel/connections").send(connectionBody);
    const refused = await app.ada.post(setups).send(setupBody(pending.id)).expect(409);
    expect(refused.body.code).toBe("connection-not-verified");
    await app.ada.post(setups).send(setupBody("unknown")).expect(404);
    await app.as("bob").post(setups).send(setupBody(app.connectionId)).expect(404);
  });

  it("is shown without its connection when that can't be read, and doesn't hide other setups", async () => {
    const { ada, connectionId, connections } = await started();
    const { body: created } = await ada.post(setups).send(setupBody(connectionId)).expect(201);
    connections.find = () => Promise.reject(new UnreadableError("users/ada/connections/c"));
    expect((await ada.get(setups).expect(200)).body).toEqual([{ ...created, connection: null }]);
    expect((await ada.get(`${setups}/${created.id}`).expect(200)).body.connection).toBeNull();
    // Any other error still fails the request.
    connections.find = () => Promise.reject(new Error("Firestore does not answer"));
    await ada.get(setups).expect(500);
  });

  it("is never due while paused, and due at its next time when resumed", async () => {
    const { ada, connectionId, clock } = await started();
    const { body: created } = await ada.post(setups).send(setupBody(connectionId)).expect(201);
    const put = (body: object) => ada.put(`${setups}/${created.id}`).send(body);
    expect((await put({ status: "paused" }).expect(200)).body).toMatchObject({
      status: "paused",
      nextRunAt: null,
    });
    const edited = await put({ ...setupBody(connectionId), name: "Renamed" }).expect(200);
    expect(edited.body).toMatchObject({ name: "Renamed", status: "paused", nextRunAt: null });
    clock.advance(3 * 86_400_000);
    expect((await put({ status: "active" }).expect(200)).body).toMatchObject({
      status: "active",
      nextRunAt: "2026-11-21T14:00:00.000Z",
    });
  });

  it("keeps a due time that hasn't been handled yet when an edit doesn't change the schedule", async () => {
    const { ada, connectionId, clock } = await started();
    const { body: created } = await ada.post(setups).send(setupBody(connectionId)).expect(201);
    clock.advance(Date.parse(created.nextRunAt) - clock.now().getTime() + 20_000);
    const put = (body: object) => ada.put(`${setups}/${created.id}`).send(body).expect(200);
    const renamed = { ...setupBody(connectionId), name: "Renamed" };
    expect((await put(renamed)).body.nextRunAt).toBe(created.nextRunAt);
    // Resumed by a second tab though it was never paused.
    expect((await put({ status: "active" })).body.nextRunAt).toBe(created.nextRunAt);
    for (const change of [
      { scheduleCron: "1 9 * * *" },
      { scheduleTimezone: "Asia/Tokyo" },
      { includeWeekends: false },
    ])
      expect((await put({ ...renamed, ...change })).body.nextRunAt > clock.now().toISOString()).toBe(true);
  });

  it("can be paused while its connection is not verified, but not edited", async () => {
    const { ada, connectionId } = await started();
    const { body: created } = await ada.post(setups).send(setupBody(connectionId)).expect(201);
    await ada.put(`/api/v1/mixpanel/connections/${connectionId}`).send(connectionBody).expect(200);
    await ada.put(`${setups}/${created.id}`).send({ status: "paused" }).expect(200);
    await ada.put(`${setups}/${created.id}`).send(setupBody(connectionId)).expect(409);
  });

  it("counts its edits, so that a change made for an older revision is refused and nothing is lost", async () => {
    const { ada, connectionId } = await started();
    const body = setupBody(connectionId);
    const { body: created } = await ada.post(setups).send(body).expect(201);
    expect(created).toMatchObject({ revision: 1, fileRevision: null });
    const at = `${setups}/${created.id}`;
    const put = (query: string, change: object) => ada.put(`${at}?${query}`).send(change);
    // Sending the same values again isn't an edit.
    expect((await put("revision=1", body).expect(200)).body).toMatchObject({ revision: 1 });
    expect((await put("revision=1", { ...body, name: "B" }).expect(200)).body).toMatchObject({ revision: 2 });
    const { body: refusal } = await put("revision=1", { ...body, name: "C" }).expect(409);
    expect(refusal).toMatchObject({ code: "edit-conflict", details: { revision: 2 } });
    await put("revision=1", { status: "paused" }).expect(409);
    await ada.delete(`${at}?revision=1`).expect(409);
    expect((await ada.get(at)).body).toMatchObject({ name: "B", status: "active" });
    await ada.delete(`${at}?revision=2`).expect(204);
  });

  it("remembers which edit came from a file, even if the file changed nothing", async () => {
    const { ada, connectionId } = await started();
    const body = setupBody(connectionId);
    const { body: created } = await ada.post(`${setups}?fromFile=true`).send(body).expect(201);
    expect(created).toMatchObject({ revision: 1, fileRevision: 1 });
    const put = async (query: string, change: object) =>
      (await ada.put(`${setups}/${created.id}?${query}`).send(change).expect(200)).body;
    expect(await put("", { status: "paused" })).toMatchObject({ revision: 2, fileRevision: 1 });
    const same = { ...body, status: "paused" };
    expect(await put("revision=2&fromFile=true", same)).toMatchObject({ revision: 2, fileRevision: 2 });
  });

  it("accepts an id of the caller's choice once, but not one that is a URL of the app", async () => {
    const { ada, connectionId } = await started();
    const body = { ...setupBody(connectionId), id: "daily", status: "paused" };
    const { body: created } = await ada.post(setups).send(body).expect(201);
    expect(created).toMatchObject({ id: "daily", status: "paused", nextRunAt: null });
    const { body: refusal } = await ada.post(setups).send(body).expect(409);
    expect(refusal.code).toBe("id-taken");
    for (const id of ["new", "estimate", "a/b", "", "__x__"])
      await ada
        .post(setups)
        .send({ ...body, id })
        .expect(400);
  });

  it.each(["pending", "running"])("is not deleted while a run of it is %s", async (status) => {
    const { ada, connectionId, db } = await started();
    const { body: created } = await ada.post(setups).send(setupBody(connectionId)).expect(201);
    db.set("ada", "runs", "r1", { id: "r1", setupId: created.id, status });
    const { body } = await ada.delete(`${setups}/${created.id}`).expect(409);
    expect(body.code).toBe("run-active");
    db.set("ada", "runs", "r1", { id: "r1", setupId: created.id, status: "completed" });
    await ada.delete(`${setups}/${created.id}`).expect(204);
    await ada.get(`${setups}/${created.id}`).expect(404);
  });
});

describe("the limit of a workspace", () => {
  it("applies to setups, even if a script creates them, and says what to do", async () => {
    const { ada, connectionId } = await started();
    for (let made = 0; made < 100; made++) await ada.post(setups).send(setupBody(connectionId)).expect(201);
    const refused = await ada.post(setups).send(setupBody(connectionId)).expect(409);
    expect(refused.body).toMatchObject({
      code: "limit-reached",
      userMessage:
        "This workspace has reached its limit of 100 setups. Delete one you no longer need, or add checks to an existing setup.",
      details: { resource: "setups", limit: 100 },
    });
    const [newest] = (await ada.get(`${setups}?limit=1`)).body as { id: string }[];
    await ada.delete(`${setups}/${newest!.id}`).expect(204);
    await ada.post(setups).send(setupBody(connectionId)).expect(201);
  });

  it("applies to connections", async () => {
    const { ada } = await started();
    for (let made = 1; made < 20; made++)
      await ada.post("/api/v1/mixpanel/connections").send(connectionBody).expect(201);
    const { body } = await ada.post("/api/v1/mixpanel/connections").send(connectionBody).expect(409);
    expect(body.details).toEqual({ resource: "connections", limit: 20 });
  });
});

describe("the catalog", () => {
  it("has every detector", async () => {
    const { body } = await testApp().as("ada").get("/api/v1/detectors").expect(200);
    expect((body as { key: string }[]).map(({ key }) => key)).toEqual(detectorKeys);
    expect(body[0]).toMatchObject({ key: "event_count_change", requiresThreshold: true });
  });
});

describe("the estimate", () => {
  const estimate = (app: Awaited<ReturnType<typeof started>>, detectors: string) =>
    app.ada.get(`${setups}/estimate?connectionId=${app.connectionId}&detectors=${detectors}`);

  it("is unknown until the first sync", async () => {
    const { body } = await estimate(await started(), "event_stopped").expect(200);
    expect(body).toEqual({ rowsPerRun: null, perDetector: [] });
  });

  it("counts the events, properties and profiles that a run would check", async () => {
    const app = await started();
    const seen = "2026-11-17T00:00:00.000Z";
    const property = (name: string) => ({ name, lastDetectedAt: seen });
    const event = (name: string, properties: string[], lastDetectedAt: string | null = seen) => ({
      name,
      lastDetectedAt,
      isHidden: false,
      isDropped: false,
      properties: properties.map(property),
    });
    const sync = { id: "s1", status: "running" as const, startedAt: seen, errorMessage: null };
    await app.schema.claimSync(tenant, app.connectionId, sync, "2026-12-01T00:00:00.000Z");
    const inventory = {
      events: [
        event("Signup", ["plan", "time", "$insert_id", "source"]),
        event("Login", ["plan"]),
        event("Old", ["x"], "2026-01-01T00:00:00.000Z"),
        event("Only a name", [], null),
        event("Left out", ["y"]),
      ],
      userProperties: [property("plan"), property("age")],
    };
    await app.schema.completeSync(tenant, app.connectionId, "s1", inventory, seen);
    await app.schema.changeExclusions(tenant, app.connectionId, [
      { kind: "event", event: "Left out", isExcluded: true },
      { kind: "eventProperty", event: "Signup", property: "source", isExcluded: true },
      { kind: "userProperty", property: "age", isExcluded: true },
    ]);
    const keys = "event_stopped,event_property_null_rate,user_property_stopped,user_profile_count_change";
    const { body } = await estimate(app, keys).expect(200);
    expect(body).toEqual({
      rowsPerRun: 7,
      perDetector: [
        { key: "event_stopped", rows: 2 },
        { key: "event_property_null_rate", rows: 2 },
        { key: "user_property_stopped", rows: 1 },
        { key: "user_profile_count_change", rows: 2 },
      ],
    });
  });

  it("reveals nothing about others' connections", async () => {
    const app = await started();
    await app.as("bob").get(`${setups}/estimate?connectionId=${app.connectionId}&detectors=`).expect(404);
  });
});
