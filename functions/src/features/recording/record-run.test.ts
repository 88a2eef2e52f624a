import { expect, it } from "vitest";
import { addDays } from "../../common/days.js";
import { dayMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { handleTask } from "../../entry/task-handlers.js";
import {
  addPaymentMethod,
  connectionId,
  deliver,
  lastDay,
  passTime,
  project,
  runWorld,
  setupId,
  workspaceId,
} from "../../testing/run-world.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import type { DeliveryRecord } from "../channels/channel-record.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import { readNames } from "../names/stored-names.js";
import { cancelRun } from "../runs/lifecycle/cancel-run.js";
import { deleteRun } from "../runs/lifecycle/delete-run.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { deleteConnection } from "../connections/manage-connections.js";
import { deleteSetup } from "../setups/manage-setups.js";

/** A world in which a webhook and a member get every finding. */
async function world(): Promise<TestApp> {
  const app = testApp();
  await runWorld(undefined, {}, app);
  addPaymentMethod(app);
  const channel = { id: "hook", kind: "webhook", name: "Hook", url: "https://hooks.example.com/in" };
  await app.as("ada").post("/api/v1/channels").send(channel).expect(201);
  await app.as("ada").post("/api/v1/routes").send(routeBody("hook")).expect(201);
  return app;
}

/** What people learn of the runs: incidents with their timelines, messages and emails. */
async function learned(app: TestApp) {
  const incidents = app.db.all<IncidentRecord>(workspaceId, "incidents");
  const timelines = await Promise.all(incidents.map(({ id }) => app.incidents.timeline(workspaceId, id)));
  return {
    incidents: incidents.map(({ entity, detectorState }) => `${entity} ${detectorState}`).sort(),
    opened: timelines.flat().filter(({ kind }) => kind === "opened").length,
    messages: app.db.all<DeliveryRecord>(workspaceId, "deliveries").length,
    mails: app.mailer.sent.length,
  };
}
const nothing = { incidents: [], opened: 0, messages: 0, mails: 0 };
const everything = { incidents: ["Purchase new", "plan new"], opened: 2, messages: 2, mails: 1 };

/** Does something before a worker writes the file that ends with `name`. */
function beforeWriting(app: TestApp, name: string, act: () => Promise<unknown>): Dependencies {
  const write: Dependencies["objects"]["write"] = async (...args) => {
    if (args[0].endsWith(name)) await act();
    return app.objects.write(...args);
  };
  const objects = new Proxy<Dependencies["objects"]>(app.objects, {
    get: (target, method) => {
      const value = Reflect.get(target, method, target) as unknown;
      if (method === "write") return write;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...app, objects };
}
const withoutRecording = (app: TestApp): Dependencies => ({
  ...app,
  queue: {
    enqueue: async (name, ...rest) => {
      if (name === "recordRun") throw new Error("The worker died.");
      await app.queue.enqueue(name, ...rest);
    },
  },
});
/** Delivers everything but the task that records runs, which comes late. */
async function deliverLate(app: TestApp): Promise<() => Promise<void>> {
  const late: Parameters<typeof app.queue.enqueue<"recordRun">>[1][] = [];
  const queue: Dependencies["queue"] = {
    enqueue: async (name, payload, options) => {
      if (name === "recordRun") late.push(payload as { workspaceId: typeof workspaceId; runId: string });
      else await app.queue.enqueue(name, payload, options);
    },
  };
  await deliver(app, { using: { ...app, queue } });
  return async () => {
    for (const payload of late) await handleTask(app, "recordRun", payload, { retryCount: 0 });
    await deliver(app);
  };
}

it("a run that is cancelled while it writes leaves no incident and tells nobody", async () => {
  const app = await world();
  const { id } = await startRun(app, workspaceId, setupId);
  const cancelling = beforeWriting(app, ".findings.ndjson", () => cancelRun(app, workspaceId, id, "Ada"));
  await deliver(app, { using: cancelling });
  await passTime(app);
  expect((await app.runs.find(workspaceId, id))!.status).toBe("cancelled");
  expect(await learned(app)).toEqual(nothing);
});

it("a run that is cancelled when it has written its results adds no names, so the next one tells of them", async () => {
  const app = await world();
  const { id } = await startRun(app, workspaceId, setupId);
  const cancelling = beforeWriting(app, "verdicts.json", () => cancelRun(app, workspaceId, id, "Ada"));
  await deliver(app, { using: cancelling });
  await passTime(app);
  expect(await readNames(app.objects, workspaceId, project)).toBeNull();
  await startRun(app, workspaceId, setupId);
  await deliver(app, { times: 3 });
  const known = await readNames(app.objects, workspaceId, project);
  expect(known!.names.map(({ name }) => name).sort()).toEqual(["Purchase", "Sign Up", "plan"]);
});

it("a committed run is recorded by its task, and once if the task comes three times", async () => {
  const app = await world();
  await startRun(app, workspaceId, setupId);
  await deliver(app, { times: 3 });
  await passTime(app);
  expect(await learned(app)).toEqual(everything);
});

it("nobody is told about a connection that is deleted while its run is recorded", async () => {
  const app = await world();
  await startRun(app, workspaceId, setupId);
  const record = await deliverLate(app);
  const change = app.incidents.change.bind(app.incidents);
  let isDeleted = false;
  app.incidents.change = async (...args) => {
    if (!isDeleted) {
      isDeleted = true;
      await deleteSetup(app, workspaceId, setupId, undefined);
      await deleteConnection(app, workspaceId, connectionId);
    }
    return change(...args);
  };
  await record();
  expect(await learned(app)).toEqual(nothing);
});

it("three tasks at the same time record a run once", async () => {
  const app = await world();
  const { id: runId } = await startRun(app, workspaceId, setupId);
  await deliverLate(app);
  const task = () => handleTask(app, "recordRun", { workspaceId, runId }, { retryCount: 0 });
  await Promise.all([task(), task(), task()]);
  await deliver(app);
  expect(await learned(app)).toEqual(everything);
});

it("the sweeper records a run whose worker died right after the commit", async () => {
  const app = await world();
  await startRun(app, workspaceId, setupId);
  await deliver(app, { using: withoutRecording(app) });
  expect(await learned(app)).toEqual(nothing);
  await passTime(app);
  expect(await learned(app)).toEqual(everything);
});

it("a run is recorded even if its task comes a day late", async () => {
  const app = await world();
  await startRun(app, workspaceId, setupId);
  const comesNow = await deliverLate(app);
  app.clock.advance(dayMs);
  await comesNow();
  expect(await learned(app)).toEqual(everything);
});

it("a run that is recorded after the next one doesn't open its problems again", async () => {
  const app = await world();
  await startRun(app, workspaceId, setupId);
  const comesNow = await deliverLate(app);
  app.clock.advance(dayMs);
  await startRun(app, workspaceId, setupId);
  await deliver(app);
  const afterSecond = await learned(app);
  await comesNow();
  expect(await learned(app)).toEqual(afterSecond);
  const [incident] = app.db.all<IncidentRecord>(workspaceId, "incidents");
  expect(incident!.lastTestedDay).toBe(addDays(lastDay, 1));
});

it("a run that is deleted before it is recorded leaves nothing", async () => {
  const app = await world();
  const { id } = await startRun(app, workspaceId, setupId);
  const comesNow = await deliverLate(app);
  await deleteRun(app, workspaceId, id);
  await comesNow();
  await passTime(app);
  expect(await learned(app)).toEqual(nothing);
});

it("a run whose connection is deleted before it is recorded leaves nothing", async () => {
  const app = await world();
  const { id } = await startRun(app, workspaceId, setupId);
  const comesNow = await deliverLate(app);
  await app.setups.delete(workspaceId, setupId);
  await app.connections.delete(workspaceId, (await app.runs.find(workspaceId, id))!.setup.connection.id);
  await comesNow();
  await passTime(app, 20);
  expect(await learned(app)).toEqual(nothing);
});
