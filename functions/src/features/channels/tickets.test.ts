import { describe, expect, it } from "vitest";
import type { CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { RouteInput } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs } from "../../common/time.js";
import { plan } from "../../testing/changed-run.js";
import { channelSamples } from "../../testing/channel-samples.js";
import { routeBody } from "../../testing/foreign-calls.js";
import { killedAt } from "../../testing/killed-at.js";
import { MemoryGithub } from "../../testing/memory/channels/memory-github.js";
import { MemoryJira } from "../../testing/memory/channels/memory-jira.js";
import { MemoryLinear } from "../../testing/memory/channels/memory-linear.js";
import { deliver, passMinutes } from "../../testing/run-world.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import { deliveryId, putDelivery } from "./put-delivery.js";

const ada = "ada" as WorkspaceId;

const trackers = {
  jira: {
    Service: MemoryJira,
    absent: { status: 404 },
    place: "acme.atlassian.net/TRACK",
    url: "https://acme.atlassian.net/browse/TRACK-1",
  },
  github: {
    Service: MemoryGithub,
    absent: { status: 404 },
    place: "acme/tracking",
    url: "https://github.com/acme/tracking/issues/1",
  },
  linear: {
    Service: MemoryLinear,
    absent: { status: 200, body: JSON.stringify({ data: { teams: { nodes: [] } } }) },
    place: "Linear/ENG",
    url: "https://linear.app/acme/issue/ENG-1",
  },
};
const kinds = Object.keys(trackers) as (keyof typeof trackers)[];

async function start<K extends keyof typeof trackers>(kind: K, route: Partial<RouteInput> = {}) {
  const app = testApp();
  const service = new trackers[kind].Service() as InstanceType<(typeof trackers)[K]["Service"]>;
  app.outbound.answer = service.answer;
  const { body } = await app.as("ada").post("/api/v1/channels").send(channelSamples[kind][0]).expect(201);
  const { id } = body as CreatedChannel;
  await app
    .as("ada")
    .post("/api/v1/routes")
    .send({ ...routeBody(id), ...route })
    .expect(201);
  return { app, service, id };
}
const close = (app: TestApp) =>
  app
    .as("ada")
    .post("/api/v1/incidents/actions")
    .send({ ids: ["Checkout"], action: { kind: "close", reason: "fixed" } });

describe.each(kinds)("%s", (kind) => {
  it("opens one issue per incident, comments on changes, closes it with the incident and reopens it", async () => {
    const { app, service } = await start(kind);
    await plan(app, "r1", { Checkout: { kind: "opened" }, Search: { kind: "opened" } });
    await deliver(app);
    expect(service.issues.map(({ title, state }) => [title, state])).toEqual([
      ["Checkout −60% since Nov 16", "open"],
      ["Search −60% since Nov 16", "open"],
    ]);
    // The title is the headline.
    expect(service.issues[0]!.body).toMatch(/^Checkout changed[^]*\/incidents\/Checkout/);
    const { body: incident } = await app.as("ada").get("/api/v1/incidents/Checkout").expect(200);
    expect(incident.timeline.at(-1)).toMatchObject({ kind: "sent", url: trackers[kind].url });

    for (const [runId, change] of [
      ["r2", "escalated"],
      ["r3", "recovered"],
      ["r4", "regressed"],
    ] as const) {
      app.clock.advance(minuteMs);
      await plan(app, runId, { Checkout: { kind: change } });
      await deliver(app);
      expect(service.issues[0]!.state).toBe(change === "recovered" ? "closed" : "open");
    }
    expect(service.issues).toHaveLength(2);
    expect(service.issues[0]!.comments.map((text) => /\*\*(.+)\*\*/.exec(text)![1])).toEqual([
      "Worse",
      "Recovered",
      "Back again",
    ]);
  });

  it("neither loses nor repeats an issue or comment, wherever a worker dies", async () => {
    for (let dieAt = 1; dieAt < 14; dieAt++) {
      const { app, service } = await start(kind);
      for (const [runId, change] of [
        ["r1", "opened"],
        ["r2", "recovered"],
      ] as const) {
        await plan(app, runId, { Checkout: { kind: change } });
        const channels = killedAt(app.channels, dieAt);
        await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
        await passMinutes(app, 20);
      }
      expect(service.issues).toMatchObject([{ state: "closed", comments: [expect.any(String)] }]);
    }
  });

  it("opens another issue for an incident that gets worse after its issue was deleted", async () => {
    const { app, service } = await start(kind);
    await plan(app, "r1", { Checkout: { kind: "opened" } });
    await deliver(app);
    service.issues[0]!.isDeleted = true;
    await plan(app, "r2", { Checkout: { kind: "recovered" } });
    await deliver(app);
    expect(service.issues).toHaveLength(1);
    await plan(app, "r3", { Checkout: { kind: "regressed" } });
    await deliver(app);
    await plan(app, "r4", { Checkout: { kind: "escalated" } });
    await deliver(app);
    expect(service.issues.slice(1)).toMatchObject([{ state: "open", comments: [expect.any(String)] }]);
  });

  it("is in no timeline if it opened no issue, and the history says so", async () => {
    const { app, service } = await start(kind);
    await plan(app, "r1", { Checkout: { kind: "recovered" } });
    await deliver(app);
    expect(service.issues).toEqual([]);
    const { body: incident } = await app.as("ada").get("/api/v1/incidents/Checkout").expect(200);
    expect((incident.timeline as { kind: string }[]).map((entry) => entry.kind)).toEqual(["recovered"]);
    const { body } = await app.as("ada").get("/api/v1/deliveries").expect(200);
    expect(body[0]).toMatchObject({ answer: `No ticket in ${trackers[kind].place} to comment on` });
  });

  it.each([
    ["all", "closed", 1],
    ["worse", "open", 0],
  ] as const)(
    "a route with %s changes leaves the issue of an incident that a person closes %s",
    async (changes, state, comments) => {
      const { app, service } = await start(kind, { changes });
      await plan(app, "r1", { Checkout: { kind: "opened" } });
      await deliver(app);
      await close(app).expect(200);
      await deliver(app);
      expect(service.issues[0]).toMatchObject({ state });
      expect(service.issues[0]!.comments).toHaveLength(comments);
    },
  );

  it("says that checks could not run in an issue, and a test only checks the access", async () => {
    const { app, service, id } = await start(kind);
    const test = async (): Promise<Delivery> =>
      (await app.as("ada").post(`/api/v1/channels/${id}/test`).expect(200)).body as Delivery;
    expect(await test()).toMatchObject({
      status: "delivered",
      answer: `Connected to ${trackers[kind].place}`,
    });
    app.outbound.answer = () => trackers[kind].absent;
    expect(await test()).toMatchObject({
      status: "failed",
      answer: expect.stringContaining("access to it."),
    });
    app.outbound.answer = () => ({ status: 401 });
    expect(await test()).toMatchObject({ status: "failed", answer: expect.stringContaining("refused the") });
    expect(service.issues).toEqual([]);
    app.outbound.answer = service.answer;
    await putDelivery(app, ada, deliveryId(id, "r1", "problem"), {
      kind: "problem",
      channelId: id,
      about: "Daily checks",
      path: "/runs",
      text: "The connection was refused.",
      dueAt: app.clock.now().toISOString(),
    });
    await deliver(app);
    expect(service.issues).toMatchObject([
      {
        title: "Checks could not run: Daily checks",
        body: expect.stringContaining("The connection was refused"),
      },
    ]);
  });

  it("links the timelines of all incidents to their issues, also beyond the ten that a message names", async () => {
    const { app } = await start(kind);
    const ids = Array.from({ length: 12 }, (_, index) => `event${index}`);
    await plan(app, "r1", Object.fromEntries(ids.map((id) => [id, { kind: "opened" }])));
    await deliver(app);
    for (const id of ids) {
      const { body } = await app.as("ada").get(`/api/v1/incidents/${id}`).expect(200);
      expect(body.timeline.at(-1).url).toContain(trackers[kind].url.slice(0, -1));
    }
  });
});

const odd = "@everyone <img src=x> [a](https://evil.example) #1";

it.each(["github", "linear"] as const)(
  "shows names from Mixpanel in %s as they are: no mentions, links or HTML",
  async (kind) => {
    const { app, service } = await start(kind);
    await plan(app, "r1", { [odd]: { kind: "opened" } });
    await deliver(app);
    const text = service.issues[0]!.body.split("[Open in Plumbline]")[0]!;
    expect(text).not.toMatch(/@everyone|(?<!\\)<img|(?<!\\)\[a|https:\/\/evil|#1/);
  },
);

it("shows names from Mixpanel in Jira as they are: the only link is ours, and nothing is empty", async () => {
  const { app, service } = await start("jira");
  await plan(app, "r1", { [odd]: { kind: "opened" } });
  await deliver(app);
  const nodes = service.issues[0]!.document.content.flatMap(({ content }) => content);
  expect(nodes.map(({ text }) => text.replaceAll("\u200B", ""))).toContainEqual(expect.stringContaining(odd));
  expect(nodes.every(({ text }) => text !== "")).toBe(true);
  const links = nodes.flatMap(({ marks = [] }) => marks.flatMap(({ attrs }) => attrs?.href ?? []));
  expect(links).toEqual([expect.stringMatching(/^http:\/\/app\.test\/incidents\//)]);
});

it("comments in Jira if the workflow doesn't allow closing the issue, and says so", async () => {
  const { app, service } = await start("jira");
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  service.isStuck = true;
  app.clock.advance(minuteMs);
  await plan(app, "r2", { Checkout: { kind: "recovered" } });
  await deliver(app);
  expect(service.issues).toMatchObject([{ state: "open", comments: [expect.any(String)] }]);
  const { body } = await app.as("ada").get("/api/v1/deliveries").expect(200);
  expect(body[0]).toMatchObject({
    status: "delivered",
    answer:
      "Posted to acme.atlassian.net/TRACK, but its workflow doesn't allow closing or reopening https://acme.atlassian.net/browse/TRACK-1",
  });
});

it("says what Jira asks for if a project has more required fields", async () => {
  const { app } = await start("jira");
  app.outbound.answer = () => ({
    status: 400,
    body: JSON.stringify({ errorMessages: [], errors: { customfield_10010: "Team is required." } }),
  });
  await plan(app, "r1", { Checkout: { kind: "opened" } });
  await deliver(app);
  const { body } = await app.as("ada").get("/api/v1/deliveries").expect(200);
  expect(body[0]).toMatchObject({ answer: "Jira answered: customfield_10010: Team is required." });
});
