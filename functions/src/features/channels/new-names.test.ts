import { expect, it } from "vitest";
import type { CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { RouteInput } from "../../contract/channels/routes.js";
import { routeBody } from "../../testing/foreign-calls.js";
import {
  deliver,
  lastDay,
  passTime,
  project,
  runWorld,
  setupId,
  workspaceId,
} from "../../testing/run-world.js";
import { testApp } from "../../testing/test-app.js";
import { recordNames } from "../names/record-names.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { planDeliveries } from "./plan-deliveries.js";

const hook = { kind: "webhook", name: "Hook", url: "https://hooks.example.com/in" };
const pager = { kind: "pagerduty", name: "Pager", routingKey: "k".repeat(32) };

/** A run that notices two new events first, in a workspace with a route to a channel. */
async function afterRun(route: Partial<RouteInput>, channel: object = hook) {
  const app = testApp();
  await runWorld(undefined, {}, app);
  const ada = app.as("ada");
  const { id: channelId } = (await ada.post("/api/v1/channels").send(channel).expect(201))
    .body as CreatedChannel;
  await ada
    .post("/api/v1/routes")
    .send({ ...routeBody(channelId), ...route })
    .expect(201);
  const { id } = await startRun(app, workspaceId, setupId);
  const connection = await app.connections.get(workspaceId, project.id);
  const inRun = (to: string, names: string[]) => ({
    from: "2026-10-01",
    to,
    names: names.map((name) => ({
      kind: "event" as const,
      name,
      firstDay: lastDay,
      lastDay,
      perDay: 100,
      events: [],
      eventCount: 0,
      seenOn: null,
      valueKind: null,
    })),
    renames: [],
    typeChanges: [],
    personalData: [],
  });
  await recordNames(app, workspaceId, connection, "earlier", inRun("2026-11-16", []));
  await recordNames(app, workspaceId, connection, id, inRun(lastDay, ["Quiz Started", "Quiz Done"]));
  await deliver(app);
  await passTime(app);
  await planDeliveries(app, workspaceId, (await app.runs.find(workspaceId, id))!);
  await passTime(app);
  const history = (await ada.get(`/api/v1/deliveries?channelId=${channelId}`).expect(200)).body as Delivery[];
  const bodies = app.outbound.sent.map(({ body }) => body!).join("\n");
  return { history, bodies };
}
/** Sends no incident. */
const names = { includesNewNames: true, subject: "nothing" };

it("is sent with what a run changed, or alone", async () => {
  const { history, bodies } = await afterRun({ includesNewNames: true });
  expect(history).toMatchObject([{ title: "2 new in Demo Shop", status: "delivered" }]);
  expect(bodies).toContain('"what":"New event","name":"Quiz Done"');
  const alone = await afterRun(names);
  expect(alone.history).toMatchObject([{ title: "2 new events in Demo Shop", status: "delivered" }]);
  expect(alone.bodies).toContain('"what":"New event","name":"Quiz Started"');
});

it("waits for the digest of a route", async () => {
  const { history } = await afterRun({ ...names, timing: { kind: "weekly", weekday: 1, hour: 8 } });
  expect(history).toMatchObject([
    { kind: "digest", status: "waiting", title: "2 new events in all projects" },
  ]);
});

it("isn't sent by routes without it, of other setups, or to services for incidents", async () => {
  for (const route of [
    { ...names, includesNewNames: false },
    { ...names, setupId: "other" },
  ])
    expect((await afterRun(route)).history).toEqual([]);
  expect((await afterRun(names, pager)).history).toEqual([]);
});
