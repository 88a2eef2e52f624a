import { describe, expect, it } from "vitest";
import { dayMs, minuteMs } from "../../../common/time.js";
import { handleTask } from "../../../entry/task-handlers.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { killedAt } from "../../../testing/killed-at.js";
import { incidentRecord } from "../../../testing/suites/repository-suite.js";
import { ada } from "../../../testing/tenants.js";
import { testApp, verifiedConnection } from "../../../testing/test-app.js";
import type { IncidentRecord } from "../../incidents/incident-record.js";
import { readProjectContext } from "../read-project-context.js";
import { wantedAnnotations } from "./annotation-plan.js";
import { switchAnnotations } from "./switch-annotations.js";
import { writeAnnotations } from "./write-annotations.js";

async function started() {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  const path = `/api/v1/mixpanel/connections/${connectionId}/mixpanel-annotations`;
  const put = async (isOn: boolean) => (await app.as("ada").put(path).send({ isOn }).expect(200)).body;
  const incident = async (id: string, day: string, differing: Partial<IncidentRecord> = {}) => {
    const record = incidentRecord(id, connectionId, { entity: id, ...differing });
    const finding = { ...record.finding, firstBadDay: day };
    await app.incidents.change(ada, id, (before) => ({
      incident: { ...record, finding, entries: before?.entries ?? 0 },
      entries: [],
    }));
  };
  const written = () => (app.mixpanel.saved.annotations ?? []).map(({ at, name }) => [at.slice(0, 10), name]);
  const write = () => writeAnnotations(app, ada, connectionId);
  const link = `http://app.test/incidents?connection=${connectionId}`;
  const open = (names: string) => `Data may be wrong from this day: ${names}. Found by Plumbline: ${link}`;
  const over = (names: string) =>
    `Data may have been wrong from this day, and has recovered: ${names}. Found by Plumbline: ${link}`;
  const nextDay = () => app.clock.advance(dayMs);
  return { app, connectionId, path, put, incident, written, write, open, over, nextDay };
}

const planOnSignUp: Partial<IncidentRecord> = {
  parent: "Sign Up",
  subject: { kind: "event-property", event: "Sign Up", property: "plan" },
};

const refusal = (status: number, kind: ConstructorParameters<typeof MixpanelError>[0]) =>
  new MixpanelError(kind, "annotations", String(status), { status });

describe("annotations in Mixpanel", () => {
  it("are only written once someone turns them on", async () => {
    const { app, incident, written, write, path } = await started();
    await incident("Checkout", "2026-11-16");
    await write();
    expect(written()).toEqual([]);
    expect((await app.as("ada").get(path).expect(200)).body).toEqual({
      isOn: false,
      count: 0,
      problem: null,
    });
  });

  it("appear once on each first bad day, say what has recovered, and disappear when the incidents are closed", async () => {
    const { put, incident, written, write, open, over, nextDay } = await started();
    await incident("Checkout", "2026-11-16");
    await incident("plan", "2026-11-16", planOnSignUp);
    await incident("Old", "2026-11-02", { status: "muted", mute: { until: "unmuted" } });
    expect(await put(true)).toEqual({ isOn: true, count: 1, problem: null });
    expect(written()).toEqual([["2026-11-16", open("Checkout, plan on Sign Up")]]);
    await write();
    await incident("Checkout", "2026-11-16", { detectorState: "recovered" });
    await write();
    expect(written()).toEqual([["2026-11-16", open("plan on Sign Up, Checkout (recovered)")]]);
    await incident("plan", "2026-11-16", {
      ...planOnSignUp,
      detectorState: "recovered",
    });
    nextDay();
    await write();
    expect(written()).toEqual([["2026-11-16", over("Checkout, plan on Sign Up")]]);
    await incident("Checkout", "2026-11-16", { status: "closed", isClosed: true });
    await incident("plan", "2026-11-16", { status: "closed", isClosed: true });
    nextDay();
    await write();
    expect(written()).toEqual([]);
  });

  it("name what has no name in Mixpanel in words", async () => {
    const { put, incident, written, open } = await started();
    const which = ["new", "all"] as const;
    for (const one of which)
      await incident(one, "2026-11-16", {
        key: one,
        entity: `(${one} profiles)`,
        subject: { kind: "profiles", which: one },
      });
    await put(true);
    expect(written()).toEqual([["2026-11-16", open("All profiles, New profiles")]]);
  });

  it("move with an incident's first bad day", async () => {
    const { put, incident, written, write, open } = await started();
    await incident("Checkout", "2026-11-16");
    await put(true);
    await incident("Checkout", "2026-11-15");
    await write();
    expect(written()).toEqual([["2026-11-15", open("Checkout")]]);
  });

  it("are removed on request, before the connection is deleted, and before it points elsewhere", async () => {
    for (const request of ["switch", "delete", "edit"] as const) {
      const { app, connectionId, put, incident, written } = await started();
      app.mixpanel.saved = {
        annotations: [
          { id: "1", name: "Sale", owner: "Ana", views: null, modifiedAt: null, at: "2026-11-16" },
        ],
      };
      await incident("Checkout", "2026-11-16");
      await put(true);
      expect(written()).toHaveLength(2);
      const path = `/api/v1/mixpanel/connections/${connectionId}`;
      if (request === "switch") expect(await put(false)).toEqual({ isOn: false, count: 0, problem: null });
      else if (request === "delete") await app.as("ada").delete(path).expect(204);
      else
        await app
          .as("ada")
          .put(path)
          .send({ projectId: "2", region: "us", serviceUsername: "robot", secretRef: "" })
          .expect(200);
      expect([request, written()]).toEqual([request, [["2026-11-16", "Sale"]]]);
    }
  });

  it("are turned on and off by admins only, and the audit log shows it", async () => {
    const { app, path, put } = await started();
    app.addMember("ada", "eve", "editor");
    await app.as("eve", "ada").put(path).send({ isOn: true }).expect(403);
    await put(true);
    await put(false);
    const actions = app.db.all<{ action: string }>(ada, "audit").map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(["connection.annotations-on", "connection.annotations-off"]);
  });

  it("are never duplicated, wherever a worker dies, and however often they are requested", async () => {
    for (let dieAt = 1; dieAt <= 12; dieAt++)
      for (const dies of ["connections", "mixpanel"] as const) {
        const { app, connectionId, incident, written, open } = await started();
        await incident("Checkout", "2026-11-16");
        const dying = { ...app, [dies]: killedAt(app[dies], dieAt) };
        await switchAnnotations(dying, ada, connectionId, true).catch(() => undefined);
        // A worker's claim expires after ten minutes.
        app.clock.advance(11 * minuteMs);
        await switchAnnotations(app, ada, connectionId, true);
        await Promise.all([1, 2, 3].map(() => writeAnnotations(app, ada, connectionId)));
        expect([dies, dieAt, written()]).toEqual([dies, dieAt, [["2026-11-16", open("Checkout")]]]);
        await switchAnnotations(app, ada, connectionId, false);
        expect([dies, dieAt, written()]).toEqual([dies, dieAt, []]);
      }
  });

  it("are never duplicated if Mixpanel wrote one and its response was lost", async () => {
    const { app, put, incident, written, write, open } = await started();
    await incident("Checkout", "2026-11-16");
    const create = app.mixpanel.createAnnotation.bind(app.mixpanel);
    app.mixpanel.createAnnotation = async (...args) => {
      await create(...args);
      throw new MixpanelError("timeout", "annotations", "no answer");
    };
    expect(await put(true)).toEqual({ isOn: true, count: 0, problem: null });
    app.mixpanel.createAnnotation = create;
    await write();
    expect(written()).toEqual([["2026-11-16", open("Checkout")]]);
    expect(await put(false)).toMatchObject({ count: 0 });
    expect(written()).toEqual([]);
  });

  it("that someone deletes in Mixpanel are not written again", async () => {
    const { app, put, incident, written, write } = await started();
    await incident("Checkout", "2026-11-16");
    await put(true);
    app.mixpanel.saved = {};
    await incident("Checkout", "2026-11-16", { detectorState: "recovered" });
    await write();
    await write();
    expect(written()).toEqual([]);
    // Turning them off has nothing to remove; turning them on again writes them again.
    await put(false);
    await put(true);
    expect(written()).toHaveLength(1);
  });

  it.each([
    [refusal(403, "no-access"), "refused"],
    [refusal(404, "not-found"), null],
    [refusal(429, "busy"), null],
    [refusal(500, "unavailable"), null],
  ] as const)("refused with %s are tried again later, without bothering anyone", async (failure, problem) => {
    const { app, put, incident, written, write, open, nextDay } = await started();
    await incident("Checkout", "2026-11-16");
    app.mixpanel.failures.set("createAnnotation", failure);
    expect(await put(true)).toEqual({ isOn: true, count: 0, problem });
    const asked = () => app.mixpanel.calls.filter((call) => call === "createAnnotation").length;
    expect(asked()).toBe(1);
    app.mixpanel.failures.clear();
    nextDay();
    await write();
    expect(written()).toEqual([["2026-11-16", open("Checkout")]]);
    app.mixpanel.failures.set("changeAnnotation", failure);
    app.mixpanel.failures.set("deleteAnnotation", failure);
    await incident("Checkout", "2026-11-16", { detectorState: "recovered" });
    await write();
    await put(false);
    app.mixpanel.failures.clear();
    await put(false);
    if (failure.kind !== "not-found") expect(written()).toEqual([]);
  });

  it("use at most ten requests a day with the daily reading, and are done within two days", async () => {
    const { app, connectionId, put, incident, written, nextDay } = await started();
    app.mixpanel.saved = { bookmarks: [] };
    await put(true);
    const day = async () => {
      app.mixpanel.calls.length = 0;
      await readProjectContext(app, { workspaceId: ada, connectionId });
      // The tasks of two runs.
      for (let run = 0; run < 2; run++)
        await handleTask(
          app,
          "readProjectContext",
          { workspaceId: ada, connectionId, about: "annotations" },
          { retryCount: 0 },
        );
      nextDay();
      return app.mixpanel.calls.length;
    };
    expect(await day()).toBe(9);
    for (let n = 1; n <= 6; n++) await incident(`Event ${n}`, `2026-11-1${n}`);
    const requests = [await day(), await day(), await day()];
    expect(Math.max(...requests)).toBeLessThanOrEqual(10);
    expect(written()).toHaveLength(6);
    expect(await day()).toBe(9);
  });

  it("don't count as changes that someone made in Mixpanel", async () => {
    const { app, connectionId, put, incident } = await started();
    await incident("Checkout", "2026-11-16");
    await put(true);
    await readProjectContext(app, { workspaceId: ada, connectionId });
    const { body } = await app.as("ada").get("/api/v1/incidents/Checkout/context").expect(200);
    expect(body.changes).toEqual([]);
  });

  it("are updated when a person closes or mutes an incident", async () => {
    const { app, put, incident, written } = await started();
    await incident("Checkout", "2026-11-16");
    await put(true);
    const close = { ids: ["Checkout"], action: { kind: "close", reason: "expected" } };
    await app.as("ada").post("/api/v1/incidents/actions").send(close).expect(200);
    const [task] = app.queue.of("readProjectContext");
    await handleTask(app, "readProjectContext", task, { retryCount: 0 });
    expect(written()).toEqual([]);
  });

  it("list at most five names, which can't look like links or lines, for the latest twenty days", () => {
    const named = (entity: string, day: string) => {
      const record = incidentRecord(entity, "c1", { entity, key: entity });
      return { ...record, finding: { ...record.finding, firstBadDay: day } };
    };
    const hostile = named(`a\nhttps://evil.example ${"x".repeat(200)}`, "2026-11-16");
    const many = ["b", "c", "d", "e", "f", "g"].map((name) => named(name, "2026-11-16"));
    const text = wantedAnnotations([hostile, ...many], "LINK").get("2026-11-16")!;
    expect(text).toMatch(
      /^Data may be wrong from this day: a https:.\/\/evil\S+ x+…, b, c, d, e and 2 more\. Found/,
    );
    expect(text).not.toMatch(/https:\/\/evil|\n/);
    expect(text.length).toBeLessThan(200);
    const days = Array.from({ length: 30 }, (_, day) =>
      named("x", `2026-10-${String(day + 1).padStart(2, "0")}`),
    );
    const wanted = [...wantedAnnotations(days, "LINK").keys()].sort();
    expect([wanted.length, wanted[0]]).toEqual([20, "2026-10-11"]);
  });
});
